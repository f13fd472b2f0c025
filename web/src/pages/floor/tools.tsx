// Small things that several parts of the page use.
import type { Hand } from "../../kit/shapes";
import { untilWords, houseNow } from "../../kit/time";
import { strings } from "../../strings";

const words = strings.floor;

const LONG_MS = 5 * 60_000;

// How long a hand has waited, by the clock of the house.
export function WaitingClock({ since }: { since: string }) {
    const waited = houseNow.value.getTime() - Date.parse(since);
    return (
        <time class={waited > LONG_MS ? "floor-clock floor-clock-long" : "floor-clock"} dateTime={since} role="timer" aria-label={words.queue.waits}>
            {untilWords(Math.max(0, waited))}
        </time>
    );
}

export function holderWords(hand: Hand): string {
    if (hand.seat === 0) return words.everybody;
    return `${words.seat(hand.seat)} · ${hand.name || hand.patron || words.unknownPatron}`;
}

// The row that the dealer pressed; empty if none was.
export function claimedWords(hand: Hand): string {
    const named = hand["claimed-row"];
    return hand.chart.find((row) => row.row === named || row.hand === named)?.hand ?? named;
}

// Seats to choose some of.
export function SeatChoice(props: { label: string; hint?: string; seats: readonly number[]; chosen: readonly number[]; onChoose: (seats: number[]) => void }) {
    return (
        <fieldset class="floor-seat-choice">
            <legend>{props.label}</legend>
            <div class="row">
                {props.seats.map((seat) => {
                    const pressed = props.chosen.includes(seat);
                    return (
                        <button
                            key={seat}
                            type="button"
                            class="floor-seat-button"
                            aria-pressed={pressed}
                            aria-label={words.seat(seat)}
                            onClick={() => props.onChoose(pressed ? props.chosen.filter((other) => other !== seat) : [...props.chosen, seat])}
                        >
                            {seat}
                        </button>
                    );
                })}
            </div>
            {props.hint && <p class="field-hint">{props.hint}</p>}
        </fieldset>
    );
}
