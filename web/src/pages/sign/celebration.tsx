// A win, over the whole sign: the amount, the table, who shares it, where the meter starts again, and what must be said at any
// time (bay101/bonus-hand-progressive-v1-1#99).
import { strings } from "../../strings";
import { money } from "../../kit/money";
import type { SignOffer, WinMessage } from "../../kit/shapes";

const words = strings.sign;
const SHARES_SHOWN = 4;
const FLECKS = Array.from({ length: 28 }, (_, number) => number);

export function Celebration({ win, offer }: { win: WinMessage; offer: SignOffer | undefined }) {
    const things = win.prizes.filter((prize) => prize.thing);
    const shares = win.prizes.filter((prize) => prize.cents > 0);
    const amount = win.cents > 0 ? money(win.cents) : things.map((prize) => words.things(prize.things ?? 1, prize.thing ?? "")).join(", ");
    return (
        <section class="win" role="alert">
            <div class="win-flecks" aria-hidden="true">{FLECKS.map((number) => <i key={number} class={`fleck fleck-${number % 14}`} />)}</div>
            <div class="win-body">
                <p class="win-title">{offer?.title ?? win.offer}</p>
                <h2 class="win-word">{words.winner}</h2>
                <p class={`win-amount number win-length-${Math.min(13, Math.max(6, amount.length))}`}>{amount}</p>
                <p class="win-table">{words.winAt(win.table)}</p>
                {shares.length > 1 && (
                    <ul class="win-shares">
                        {shares.slice(0, SHARES_SHOWN).map((prize) => (
                            <li key={`${prize.share} ${prize.seat}`}>
                                <span>{words.paidTo(prize.share, prize.seat)}</span>
                                <b class="number">{money(prize.cents)}</b>
                            </li>
                        ))}
                        {shares.length > SHARES_SHOWN && <li>{words.more(shares.length - SHARES_SHOWN)}</li>}
                    </ul>
                )}
                {win["base-cents"] !== undefined && win.pool !== "" && <p class="win-base">{words.newBase(money(win["base-cents"]))}</p>}
            </div>
            {offer?.["no-purchase-necessary"] && <p class="win-foot">{offer["no-purchase-necessary"]}</p>}
        </section>
    );
}
