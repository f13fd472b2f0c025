// What the trays of the tables paid and are owed: the cage gives it back, prize by prize, and each has its numbered slip.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, newId, post } from "../../kit/api";
import { Button } from "../../kit/button";
import { money } from "../../kit/money";
import { may, session } from "../../kit/session";
import type { Payments, Prize, SlipPrinted } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dayWords } from "../../kit/time";
import { say, sayProblem } from "../../kit/toast";
import { sumOf, traysOwed } from "./claims";
import { amountOf, winnerOf } from "./parts";
import { load } from "./state";

const words = strings.cage;

export function Trays({ paid }: { paid: Payments }) {
    const owed = paid["owed-to-trays"];
    const back = paid.payments.filter((payment) => payment.tray === "reimbursed");
    return (
        <div class="stack">
            <p class="soft">{words.trayNote}</p>
            {owed.length === 0 && <p class="soft list-empty">{words.noTrays}</p>}
            {traysOwed(owed).map((tray) => <Owed key={tray.table} {...tray} />)}
            {owed.length > 1 && <p class="sum">{words.total} <strong class="amount number">{money(sumOf(owed))}</strong></p>}
            {back.length > 0 && (
                <Table
                    caption={words.traysBack}
                    rows={back}
                    rowKey={(row) => String(row.prize)}
                    columns={[
                        { head: words.table, heading: true, cell: (row) => row.table },
                        { head: words.day, cell: (row) => (row.day === paid.day ? words.today : dayWords(row.day)) },
                        { head: words.prizes, number: true, cell: (row) => `#${row.prize}` },
                        { head: words.traySlip, cell: (row) => <Slip prize={row.prize} number={row["tray-slip"]} /> },
                        { head: words.givenBack, number: true, cell: (row) => <span class="amount">{money(row.cents)}</span> },
                    ]}
                />
            )}
        </div>
    );
}

// The window is opened by the press itself, because browsers let nothing else open one.
async function printed(prize: number, sheet: Window | null): Promise<void> {
    const slip = await post<SlipPrinted>("/api/slips", { kind: "tray-slip", prize });
    if (sheet) sheet.location.replace(slip.url);
    say(words.slipPrinted(slip.number, slip.reprint), "good");
}

function useGiving(): { busy: number; give: (prize: Prize) => void; print: (prize: number) => void } {
    const [busy, setBusy] = useState(0);
    const run = async (prize: number, first: () => Promise<unknown>): Promise<void> => {
        const sheet = window.open("", "_blank");
        setBusy(prize);
        try {
            await first();
            await printed(prize, sheet);
        } catch (thrown) {
            sheet?.close();
            sayProblem(thrown);
        } finally {
            setBusy(0);
            await load().catch(sayProblem);
        }
    };
    return {
        busy,
        give: (prize) => void run(prize.prize, () => command({ do: "reimburse-tray", id: newId(), table: prize.table, prize: prize.prize })),
        print: (prize) => void run(prize, () => Promise.resolve()),
    };
}

function Owed({ table, prizes, cents }: { table: string; prizes: Prize[]; cents: number }) {
    const giving = useGiving();
    const can = may(session.value, "reimburse-tray");
    return (
        <section aria-label={words.trayOf(table)}>
            <p class="sum">{words.trayOf(table)} <strong class="amount number">{money(cents)}</strong></p>
            <ul class="claims">
                {prizes.map((prize) => (
                    <li key={prize.prize} class="claim">
                        <span class="claim-who"><strong>{winnerOf(prize)}</strong><span class="soft">{prize.title}</span></span>
                        <span class="claim-number soft number">#{prize.prize}</span>
                        <span class="claim-amount amount number">{amountOf(prize)}</span>
                        <span class="claim-clock">
                            <Button tone="primary" busy={giving.busy === prize.prize} disabled={!can || giving.busy !== 0} label={words.giveBackPrize(prize.prize)} onPress={() => giving.give(prize)}>
                                {words.giveBack}
                            </Button>
                        </span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Slip({ prize, number }: { prize: number; number: number }) {
    const giving = useGiving();
    return (
        <Button size="small" busy={giving.busy === prize} onPress={() => giving.print(prize)}>
            {number > 0 ? words.slipNumber(number) : words.printSlip}
        </Button>
    );
}
