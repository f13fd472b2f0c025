// The lists: prizes that wait, in the order of their deadlines; what was paid today; what the trays are owed.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Field } from "../../kit/field";
import { money } from "../../kit/money";
import type { Payment, Payments, Prize } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { timeOfDay } from "../../kit/time";
import { fits, groupOf, groups, inOrder, sumOf, traySums } from "./claims";
import { formWords } from "./detail";
import { amountOf, Clock, StateBadge, winnerOf } from "./parts";

const words = strings.cage;

export interface ListProps { prizes: Prize[]; chosen: number | null; onChoose: (prize: number) => void }

export function OpenPrizes({ prizes, chosen, onChoose }: ListProps) {
    const [sought, setSought] = useState("");
    const found = inOrder(prizes.filter((prize) => fits(prize, sought)));
    return (
        <div class="stack">
            <Field label={words.search} type="search" value={sought} onInput={setSought} hint={words.searchHint} autocomplete="off" />
            {found.length === 0 && <p class="soft list-empty" role="status">{prizes.length === 0 ? words.nothingOpen : words.nothingFound}</p>}
            {groups.map((group) => {
                const rows = found.filter((prize) => groupOf(prize) === group);
                return rows.length > 0 && (
                    <section key={group} aria-labelledby={`group-${group}`}>
                        <h3 id={`group-${group}`} class="group-heading">{words[group]} <span class="soft number">{rows.length}</span></h3>
                        <ul class="claims">
                            {rows.map((prize) => <Claim key={prize.prize} prize={prize} chosen={prize.prize === chosen} onChoose={onChoose} />)}
                        </ul>
                    </section>
                );
            })}
        </div>
    );
}

function Claim({ prize, chosen, onChoose }: { prize: Prize; chosen: boolean; onChoose: (prize: number) => void }) {
    return (
        <li>
            <button type="button" class={chosen ? "claim claim-chosen" : "claim"} aria-pressed={chosen} onClick={() => onChoose(prize.prize)}>
                <span class="claim-who">
                    <strong>{winnerOf(prize)}</strong>
                    <span class="soft">{[prize.patron, words.seat(prize.table, prize.seat), prize.share].filter(Boolean).join(" · ")}</span>
                </span>
                <span class="claim-number soft number">#{prize.prize}</span>
                <span class="claim-amount amount number">{amountOf(prize)}</span>
                <span class="claim-clock"><Clock prize={prize} />{prize.state === "payable" && <StateBadge state={prize.state} />}</span>
            </button>
        </li>
    );
}

export function PaidToday({ paid, onChoose }: { paid: Payments; onChoose: (prize: number) => void }) {
    const rows = paid.payments.filter((payment) => payment.day === paid.day);
    return (
        <div class="stack">
            {rows.length > 0 && <p class="sum">{words.paidTotal} <strong class="amount number">{money(sumOf(rows))}</strong></p>}
            <Table<Payment>
                caption={words.paid}
                rows={rows}
                rowKey={(row) => row.prize}
                onRow={(row) => onChoose(row.prize)}
                empty={words.nonePaid}
                columns={[
                    { head: words.winner, heading: true, cell: (row) => winnerOf(row) },
                    { head: words.when, cell: (row) => timeOfDay(row["paid-at"]) },
                    { head: words.amount, number: true, cell: (row) => amountOf(row) },
                    { head: words.how, cell: (row) => `${formWords(row.in)}${row.from === "tray" ? `, ${row.table}` : ""}` },
                    { head: words.reports, cell: (row) => row.forms.map((form) => <Badge key={form.form + form.clause} tone="warn">{form.form}</Badge>) },
                    { head: words.slip, number: true, cell: (row) => (row.slip > 0 ? row.slip : words.none) },
                ]}
            />
        </div>
    );
}

export function Trays({ paid }: { paid: Payments }) {
    const rows = traySums(paid.payments);
    return (
        <div class="stack">
            <p class="soft">{words.trayNote}</p>
            <Table
                caption={words.trays}
                rows={rows}
                rowKey={(row) => row.day + row.table}
                empty={words.noTrays}
                columns={[
                    { head: words.table, heading: true, cell: (row) => row.table },
                    { head: words.day, cell: (row) => (row.day === paid.day ? words.today : row.day) },
                    { head: words.prizes, number: true, cell: (row) => row.prizes },
                    { head: words.owed, number: true, cell: (row) => <span class="amount">{money(row.cents)}</span> },
                ]}
            />
            {rows.length > 1 && <p class="sum">{words.total} <strong class="amount number">{money(sumOf(rows))}</strong></p>}
        </div>
    );
}
