// The lists: prizes that wait, in the order of their deadlines, and what was paid today.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Field } from "../../kit/field";
import { money } from "../../kit/money";
import type { Payment, Payments, Prize } from "../../kit/shapes";
import { timeOfDay } from "../../kit/time";
import { fits, groupOf, groups, inOrder, netOf, sumOf } from "./claims";
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

export function PaidToday({ paid, chosen, onChoose }: { paid: Payments; chosen: number | null; onChoose: (prize: number) => void }) {
    const rows = paid.payments.filter((payment) => payment.day === paid.day);
    const withheld = rows.reduce((sum, row) => sum + row.withheld, 0);
    if (rows.length === 0) return <p class="soft list-empty">{words.nonePaid}</p>;
    return (
        <div class="stack">
            <p class="sum">{words.paidTotal(rows.length)} <strong class="amount number">{money(sumOf(rows))}</strong></p>
            {withheld > 0 && <p class="soft sum-note">{words.withheldTotal(money(withheld))}</p>}
            <ul class="claims">
                {rows.map((payment) => <Paid key={payment.prize} payment={payment} chosen={payment.prize === chosen} onChoose={onChoose} />)}
            </ul>
        </div>
    );
}

function Paid({ payment, chosen, onChoose }: { payment: Payment; chosen: boolean; onChoose: (prize: number) => void }) {
    const withheld = payment.withheld, net = netOf(payment, withheld);
    const how = payment.from === "tray" ? words.fromTray(formWords(payment.in), payment.table) : formWords(payment.in);
    return (
        <li>
            <button type="button" class={chosen ? "claim claim-chosen" : "claim"} aria-pressed={chosen} onClick={() => onChoose(payment.prize)}>
                <span class="claim-who">
                    <strong>{winnerOf(payment)}</strong>
                    <span class="soft">{[timeOfDay(payment["paid-at"]), how, payment.slip > 0 ? words.slipNumber(payment.slip) : words.noSlip].join(" · ")}</span>
                </span>
                <span class="claim-number soft number">#{payment.prize}</span>
                <span class="claim-amount amount number">{amountOf({ ...payment, cents: net })}{withheld > 0 && <small class="soft">{words.netOf(money(payment.cents), money(withheld))}</small>}</span>
                <span class="claim-clock">{payment.forms.length > 0 && <Badge tone="warn">{words.reports(payment.forms.length)}</Badge>}</span>
            </button>
        </li>
    );
}
