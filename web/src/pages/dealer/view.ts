// What is open on the screen, and what a tap on a seat or a hand does: the seat first and then the hand, or the other way
// round. A hand button that is pressed again for the same seat is taken back.
import { batch, signal } from "@preact/signals";
import type { ChartRow, Hand, TableOffer } from "../../kit/shapes";
import { armed, claim, isPlain, selected, sit, stakes, table, takeBack, undoable } from "./desk";
import { isOpen, type Done } from "./undo";

export type Open =
    | { kind: "club" | "behind" | "prize"; seat: number }
    | { kind: "undo"; done: Done }
    | { kind: "whose"; offer: TableOffer; row: ChartRow; seat: number }
    | { kind: "more" | "pot" | "help" };

export const opened = signal<Open | null>(null);
export const handKeys = signal(false); // digits choose hands, not seats
export const close = (): void => void (opened.value = null);

export function chooseNothing(): void {
    batch(() => {
        selected.value = null;
        armed.value = null;
        handKeys.value = false;
    });
}

export function openHand(offer: string, seat: number): Hand | undefined {
    return table.value?.hands.find((hand) => hand.offer === offer && hand.seat === seat && isOpen(hand));
}

// Whether the hand that comes now has no seat.
export function isEverybodys(offer: TableOffer): boolean {
    if (offer["hands-are-of"] === "everybody") return true;
    const first = table.value?.hands.some((hand) => hand.offer === offer.offer && hand.seat === 0 && hand.state !== "rejected");
    return offer["hands-are-of"] === "everybody, then a seat" && !first;
}

function claimAt(offer: TableOffer, row: ChartRow, seat: number): void {
    const known = openHand(offer.offer, seat);
    if (known) opened.value = { kind: "undo", done: { kind: "hand", hand: known.hand } };
    else if (stakes.value.bets.some((bet) => bet.seat === seat && bet.patron)) opened.value = { kind: "whose", offer, row, seat };
    else void claim(offer, row.row, seat);
}

export function tapHand(offer: TableOffer, row: ChartRow): void {
    if (!table.value?.round.runs) return;
    handKeys.value = false;
    if (isEverybodys(offer)) claimAt(offer, row, 0);
    else if (selected.value !== null) claimAt(offer, row, selected.value);
    else if (armed.value?.offer.offer === offer.offer && armed.value.row === row.row) armed.value = null;
    else armed.value = { offer, row: row.row, hand: row.hand };
}

export function tapSeat(seat: number, mayTakeSeat: boolean): void {
    const waits = armed.value;
    const row = waits?.offer.chart.find((known) => known.row === waits.row);
    if (waits && row && (seat === 0 || table.value?.round.dealt.includes(seat))) {
        armed.value = null;
        claimAt(waits.offer, row, seat);
        return;
    }
    if (mayTakeSeat && seat > 0 && !table.value?.seats[seat - 1]?.taken) {
        void sit(seat).then((done) => {
            if (done) selected.value = seat;
        });
        return;
    }
    selected.value = selected.value === seat ? null : seat;
}

export function undo(): void {
    const last = undoable.value;
    if (!last) return;
    if (isPlain(last)) void takeBack(last, "");
    else opened.value = { kind: "undo", done: last };
}
