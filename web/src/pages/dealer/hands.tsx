// The hand buttons: the charts of the offers that are in force here, and the hands of the round as the floor judges them.
import { strings } from "../../strings";
import { Badge, type BadgeTone } from "../../kit/badge";
import type { ChartRow, Hand, TableOffer } from "../../kit/shapes";
import { capital } from "../../kit/titles";
import { armed, busy, handWords, seatOf, seatWords, selected, table as tableSignal } from "./desk";
import { handOffers } from "./stakes";
import { isOpen } from "./undo";
import { handKeys, opened, tapHand } from "./view";

const words = strings.dealer;
const TONES: Record<Hand["state"], BadgeTone> = { claimed: "warn", verified: "good", rejected: "plain", posted: "gold", awarded: "gold", withdrawn: "plain", beaten: "plain", void: "plain" };

// The hands in the order of their buttons, for the keys.
export function allRows(): { offer: TableOffer; row: ChartRow }[] {
    const table = tableSignal.value;
    return table ? handOffers(table).flatMap((offer) => offer.chart.map((row) => ({ offer, row }))) : [];
}

function HandButton({ offer, row, key_ }: { offer: TableOffer; row: ChartRow; key_: number }) {
    const table = tableSignal.value!;
    const isArmed = armed.value?.offer.offer === offer.offer && armed.value.row === row.row;
    const isDown = table.hands.some((hand) => hand.offer === offer.offer && isOpen(hand) && (hand.rows[0]?.row ?? hand["claimed-row"]) === row.row
        && (selected.value === null || hand.seat === selected.value));
    const isKeyed = handKeys.value && key_ <= 9;
    return (
        <button
            type="button"
            class={`hand-button${isKeyed ? " hand-keyed" : ""}${isArmed ? " hand-armed" : ""}${isDown ? " hand-down" : ""}`}
            disabled={!table.round.runs}
            aria-pressed={isArmed || isDown}
            aria-busy={busy.value === `claim-${offer.offer}-${row.row}`}
            onClick={(event) => {
                tapHand(offer, row);
                if (event.detail > 0) event.currentTarget.blur();
            }}
        >
            {isKeyed && <kbd aria-hidden="true">{key_}</kbd>}
            <span class="hand-name">{capital(row.hand)}</span>
            <span class="hand-prize number">{row.prize}</span>
        </button>
    );
}

function Claimed({ hands }: { hands: Hand[] }) {
    if (hands.length === 0) return null;
    return (
        <ul class="claimed" aria-label={words.claimed} aria-live="polite">
            {hands.map((hand) => (
                <li key={hand.hand}>
                    <b>{seatOf(hand)}</b>
                    <span class="claimed-hand">{capital(handWords(hand))}</span>
                    <Badge tone={TONES[hand.state]}>{words.states[hand.state]}</Badge>
                    {isOpen(hand) && (
                        <button type="button" class="claimed-undo" aria-label={words.undoTitle(words.undoHand(handWords(hand), seatOf(hand)))}
                            onClick={() => (opened.value = { kind: "undo", done: { kind: "hand", hand: hand.hand } })}>
                            {words.undo}
                        </button>
                    )}
                </li>
            ))}
        </ul>
    );
}

export function Hands() {
    const table = tableSignal.value;
    if (!table) return null;
    const offers = handOffers(table);
    const chosen = selected.value;
    const asksFor = table.round.runs && chosen !== null && (chosen === 0 || table.round.dealt.includes(chosen)) ? chosen : null;
    let key = 0;
    return (
        <section class={table.round.runs ? "hands" : "hands hands-idle"} aria-label={words.hands}>
            <Claimed hands={table.hands} />
            <div class="hands-charts">
                {asksFor !== null && <p class="hands-for">{words.forSeat(seatWords(asksFor))}</p>}
                {offers.length === 0 && <p class="soft">{words.noHands}</p>}
                {offers.map((offer) => (
                    <div key={offer.offer} class="chart" role="group" aria-label={offer.title} style={{ "--rows": String(offer.chart.length) }}>
                        <h3>
                            {offer.title}
                            {offer["hands-are-of"] !== "a seat" && <span class="soft"> · {words.forEverybody}</span>}
                        </h3>
                        <div class="chart-buttons">
                            {offer.chart.map((row) => <HandButton key={row.row} offer={offer} row={row} key_={++key} />)}
                        </div>
                    </div>
                ))}
            </div>
        </section>
    );
}
