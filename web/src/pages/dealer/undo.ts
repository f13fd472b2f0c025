// What can be taken back: until the round closes, the last thing first.
//
// U1  What changed nothing but the seats and devices is taken back by the opposite command.
// U2  A claimed hand is withdrawn by who claimed it, as long as nobody verified it. A hand that was verified, or that somebody
//     else claimed, is rejected, and a round whose fees were taken is taken back by returning them: who may does it, for who may not
//     a supervisor signs at the keypad, or the floor is called, with words in the log. Nothing is taken back in silence.
// U3  What has happened since, at this keypad or elsewhere, decides: a hand that was awarded, or a round that is over, is no
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

// Who stands at the keypad.
export interface Hands {
    person: string;
    may: (what: string) => boolean;
    maySigned: (what: string) => boolean; // with the signature of a second person
}

// The commands that take it back; the one that a second person must sign.
export interface Undoing { commands: Command[]; signed: string | null }

// Null: only the floor can.
export function undoingOf(done: Done, table: Table, reason: string, hands: Hands): Undoing | null {
    if (done.kind === "simple") return { commands: done.back, signed: null };
    if (done.kind === "hand") {
        const hand = table.hands.find((one) => one.hand === done.hand);
        if (hand?.state === "claimed" && hand["claimed-by"] === hands.person && hands.may("withdraw-hand")) {
            return { commands: [{ do: "withdraw-hand", hand: done.hand, reason }], signed: null };
        }
        return authorised([{ do: "reject-hand", hand: done.hand, reason }], hands);
    }
    const end: Command = { do: "end-round", table: table.table };
    if (done.cents === 0) return { commands: [end], signed: null };
    return voided(authorised([{ do: "return-fees", table: table.table, reason }, end], hands), table, reason);
}

// Where a device has stopped a jackpot, fees go back of that one alone unless the deal is void, as one that is taken back is.
function voided(undoing: Undoing | null, table: Table, reason: string): Undoing | null {
    if (!undoing || !table.offers.some((offer) => offer.suspended)) return undoing;
    return { ...undoing, commands: [{ do: "irregularity", table: table.table, what: "misdeal", note: reason }, ...undoing.commands] };
}

const SIGNED_BY_TWO = "return-fees"; // whoever asks

// The first of the commands is what the role may not allow.
function authorised(commands: Command[], hands: Hands): Undoing | null {
    const first = commands[0]?.do ?? "";
    if (hands.may(first)) return { commands, signed: first === SIGNED_BY_TWO ? first : null };
    return hands.maySigned(first) ? { commands, signed: first } : null;
}

export function askFloor(table: string, note: string): Command {
    return { do: "call-floor", table, ...(note ? { note } : {}) };
}
