// What can be taken back: until the round closes, the last thing first.
//
// U1  What changed nothing but the seats and devices is taken back by the opposite command.
// U2  A round whose fees were taken is taken back by returning them, and a claimed hand by rejecting it. Whose role does not
//     allow that asks the floor, with a note in the log of the round; nothing is taken back in silence.
// U3  What has happened since, at this keypad or elsewhere, decides: a hand that was judged, or a round that is over, is no
//     longer taken back here.
import type { Command, Hand, Table } from "../../kit/shapes";

export type Done =
    | { kind: "simple"; words: string; back: Command[] }
    | { kind: "round"; round: number; cents: number }
    | { kind: "hand"; hand: number };

export const isOpen = (hand: Hand): boolean => hand.state === "claimed" || hand.state === "verified";

export function stillUndoable(done: Done, table: Table): boolean {
    if (done.kind === "simple") return true;
    if (done.kind === "round") return table.round.runs && table.round.number === done.round && !table.round["fees-returned"];
    return table.hands.some((hand) => hand.hand === done.hand && isOpen(hand));
}

// The newest thing that can be taken back; also on a keypad that was not there when it was done.
export function lastUndoable(done: readonly Done[], table: Table): Done | null {
    const own = [...done].reverse().find((one) => stillUndoable(one, table));
    if (own) return own;
    const hand = table.hands.find(isOpen);
    if (hand) return { kind: "hand", hand: hand.hand };
    if (table.round.runs && !table.round["fees-returned"]) return { kind: "round", round: table.round.number, cents: roundHasFees(table) ? -1 : 0 };
    return null;
}

// Whether the round that runs may have taken fees, as far as a keypad can know that did not start it.
export function roundHasFees(table: Table): boolean {
    return table.round.fees.length + table.round.marked.length > 0
        || table.offers.some((offer) => offer["in-force"] && offer.payer !== "nobody" && offer["fee-is"] !== "optional");
}

// The commands that take it back; null: the role may not, and the floor is asked.
export function undoCommands(done: Done, table: Table, reason: string, may: (what: string) => boolean): Command[] | null {
    if (done.kind === "simple") return done.back;
    if (done.kind === "hand") return may("reject-hand") ? [{ do: "reject-hand", hand: done.hand, reason }] : null;
    const end: Command = { do: "end-round", table: table.table };
    if (done.cents === 0) return [end];
    return may("return-fees") ? [{ do: "return-fees", table: table.table, reason }, end] : null;
}

export function askFloor(table: string, note: string): Command {
    return { do: "irregularity", table, what: "other", note };
}
