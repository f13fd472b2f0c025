import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hand, Seat, Table, TableOffer } from "../../kit/shapes";
import { keyAct } from "./keyboard";
import {
    dealtSeats, feeCount, feesTaken, handOffers, noStakes, readStakes, stakesOfRound, startCommand, withAllFees, withFee, withoutSeat, type Stakes,
} from "./stakes";
import { lastUndoable, undoingOf, type Done, type Hands } from "./undo";

const offer = (name: string, more: Partial<TableOffer> = {}): TableOffer => ({
    offer: name, title: name, "in-force": true, "takes-hands": true, suspended: false, payer: "player", "fee-cents": 100, "fee-is": "optional", backline: false,
    "dealer-space": false, "hands-are-of": "a seat", meters: [], chart: [{ row: "A1", hand: "royal flush", prize: "$1" }], ...more,
});

const seats = (count: number, ...taken: number[]): Seat[] =>
    Array.from({ length: count }, (_, at) => ({ seat: at + 1, taken: taken.includes(at + 1) }));

const table = (more: Partial<Table> = {}): Table => ({
    sequence: 1, now: "", table: "BJ-1", game: "", limits: "", open: true, poker: false, "free-play": false, bank: 0, seats: seats(6, 1, 2, 4),
    devices: {}, "called-at": "", call: "", round: { number: 0, runs: false, dealt: [], fees: [], marked: [], "fees-returned": false, misdeal: false },
    offers: [offer("sevens")], hands: [], ...more,
});

const lit = (fees: Record<string, number[]>): Stakes => ({ ...noStakes, fees });
const running = (more: Partial<Table["round"]> = {}): Table["round"] => ({
    number: 3, runs: true, dealt: [1, 2, 4], fees: [1], marked: [], "fees-returned": false, misdeal: false, ...more,
});
const hand = (number: number, state: Hand["state"]): Hand => ({ hand: number, state, seat: 2, offer: "sevens", rows: [] as Hand["rows"] }) as Hand;

test("a start names who is dealt in and whose fee is lit", () => {
    assert.deepEqual(startCommand(table(), lit({ sevens: [1, 4] })), { do: "start-round", table: "BJ-1", dealt: [1, 2, 4], fees: [1, 4] });
});

test("a seat that nobody has, or that holds, is neither dealt in nor pays", () => {
    const now = table();
    now.seats[3]!["hold-button"] = true;
    assert.deepEqual(dealtSeats(now), [1, 2]);
    assert.deepEqual(startCommand(now, lit({ sevens: [1, 3, 4] }))["fees"], [1]);
    assert.equal(feeCount(now, lit({ sevens: [1, 3, 4] })), 1);
});

test("where the sensor fails the fee is marked, and everywhere when the reader fails", () => {
    const now = table();
    now.seats[1]!["sensor-fails"] = true;
    const one = startCommand(now, lit({ sevens: [1, 2] }));
    assert.deepEqual([one["fees"], one["marked"]], [[1], [2]]);
    const all = startCommand({ ...now, devices: { "reader-fails": true } }, lit({ sevens: [1, 2] }));
    assert.deepEqual([all["fees"], all["marked"]], [undefined, [1, 2]]);
});

test("an offer that is not in force, or suspended, gets no fee", () => {
    for (const about of [{ "in-force": false }, { suspended: true }]) {
        assert.equal(startCommand(table({ offers: [offer("sevens", about)] }), lit({ sevens: [1] }))["fees"], undefined);
    }
});

test("a hand that was dealt within the hours can be claimed when they are over", () => {
    const over = { "in-force": false };
    assert.equal(handOffers(table({ offers: [offer("sevens", over)] })).length, 1);
    assert.equal(handOffers(table({ offers: [offer("sevens", { ...over, "takes-hands": false })] })).length, 0);
});

test("with two fees each offer says who paid it, also if nobody did", () => {
    const now = table({ offers: [offer("a"), offer("b", { payer: "player-dealer", "fee-is": "due with players" })], bank: 4 });
    assert.deepEqual(startCommand(now, lit({ a: [1] }))["payers"], [{ offer: "a", seats: [1] }, { offer: "b", seats: [] }]);
    assert.deepEqual(startCommand(now, lit({ a: [1], b: [0] }))["payers"], [{ offer: "a", seats: [1] }, { offer: "b", seats: [4] }]);
});

test("a player-dealer beside the seats pays as seat 0", () => {
    const now = table({ offers: [offer("line", { payer: "player-dealer" })] });
    assert.deepEqual(startCommand(now, lit({ line: [0] }))["fees"], [0]);
});

test("in a tournament and at a free table no fee is sent, and only free players name prizes", () => {
    const stakes: Stakes = { ...lit({ sevens: [1] }), dealerFees: [1], chosen: { "2": "A1", "5": "A1" }, bets: [{ seat: 1, patron: "", wager: 500, fee: true, dealerFee: true }] };
    const offers = [offer("sevens", { backline: true, "dealer-space": true })];
    const tournament = startCommand(table({ offers }), { ...stakes, tournament: true });
    assert.deepEqual([tournament["fees"], tournament["dealer-fees"], tournament["chosen"], tournament["tournament"]], [undefined, undefined, undefined, true]);
    assert.deepEqual(tournament["backline"], [{ seat: 1, wager: 500 }]);
    const free = startCommand(table({ offers, "free-play": true }), stakes);
    assert.deepEqual([free["fees"], free["chosen"]], [undefined, [{ seat: 2, row: "A1" }]]);
    const paid = startCommand(table({ offers }), stakes);
    assert.deepEqual(paid["backline"], [{ seat: 1, wager: 500, fee: true, "dealer-fee": true }]);
    assert.equal(feeCount(table({ offers }), stakes), 4);
});

test("all fees lights every seat that is dealt in, and then none", () => {
    const all = withAllFees(table(), lit({ sevens: [2] }));
    assert.deepEqual(all.fees["sevens"], [1, 2, 4]);
    assert.deepEqual(withAllFees(table(), all).fees["sevens"], []);
    assert.deepEqual(withFee(all, "sevens", 2).fees["sevens"], [1, 4]);
});

test("who leaves leaves nothing on the table", () => {
    const stakes: Stakes = { fees: { a: [1, 2] }, dealerFees: [2], playedBehind: [2], bets: [{ seat: 2, patron: "", wager: 0, fee: false, dealerFee: false }], chosen: { "2": "A1" }, tournament: false };
    assert.deepEqual(withoutSeat(stakes, 2), { ...noStakes, fees: { a: [1] } });
});

test("a keypad that was not there lights what the last round had", () => {
    assert.deepEqual(stakesOfRound(table({ round: running({ fees: [0, 1], marked: [4] }) })).fees, { sevens: [1, 4] });
});

test("what was kept is read, and nonsense is not", () => {
    assert.deepEqual(readStakes(JSON.stringify(lit({ a: [1] }))), lit({ a: [1] }));
    assert.deepEqual([readStakes(null), readStakes("{"), readStakes("7")], [noStakes, noStakes, noStakes]);
});

test("the money of a start is that of its fees alone", () => {
    const movements = [[0, 4, 300, "fee", "x"], [4, 5, 33, "contribution", "x"], [4, 6, 267, "contribution", "x"]];
    assert.equal(feesTaken([{ kind: "round-started", event: { movements } }, { kind: "round-ended", event: {} }]), 300);
    assert.equal(feesTaken([{ kind: "round-started", event: {} }]), 0);
});

test("the last thing is taken back first, if it still can be", () => {
    const done: Done[] = [{ kind: "round", round: 3, cents: 100 }, { kind: "hand", hand: 7 }, { kind: "hand", hand: 8 }];
    const now = table({ round: running(), hands: [hand(8, "rejected"), hand(7, "claimed")] });
    assert.deepEqual(lastUndoable(done, now), { kind: "hand", hand: 7 });
    assert.deepEqual(lastUndoable(done, { ...now, hands: [] }), { kind: "round", round: 3, cents: 100 });
    assert.equal(lastUndoable(done, table()), null);
});

test("a keypad that was not there takes back the claimed hand, then the round", () => {
    const now = table({ round: running(), hands: [hand(7, "claimed")] });
    assert.deepEqual(lastUndoable([], now), { kind: "hand", hand: 7 });
    assert.equal(lastUndoable([], { ...now, hands: [hand(7, "awarded")] })?.kind, "round");
    assert.equal(lastUndoable([], table({ round: running({ "fees-returned": true }) })), null);
});

const atKeypad = (...may: string[]): Hands => ({ person: "dana", may: (what) => may.includes(what), maySigned: (what) => what !== "withdraw-hand" });
const noHands: Hands = { person: "dana", may: () => false, maySigned: () => false };

test("who may returns the fees; for who may not a second person signs, or the floor is asked", () => {
    const now = table({ round: running() });
    const start: Done = { kind: "round", round: 3, cents: 100 };
    assert.deepEqual(undoingOf(start, now, "mistake", atKeypad("return-fees"))?.commands.map((one) => one.do), ["return-fees", "end-round"]);
    assert.equal(undoingOf(start, now, "mistake", atKeypad("return-fees"))?.signed, "return-fees");
    assert.equal(undoingOf(start, now, "mistake", atKeypad())?.signed, "return-fees");
    assert.equal(undoingOf(start, now, "mistake", noHands), null);
    assert.deepEqual(undoingOf({ ...start, cents: 0 }, now, "", noHands), { commands: [{ do: "end-round", table: "BJ-1" }], signed: null });
});

test("a round that is taken back while a jackpot is stopped is noted as a misdeal, so that all fees go back", () => {
    const now = table({ round: running(), offers: [offer("sevens", { suspended: true }), offer("flash")] });
    const start: Done = { kind: "round", round: 3, cents: 100 };
    const undoing = undoingOf(start, now, "mistake", atKeypad());
    assert.deepEqual(undoing?.commands.map((one) => one.do), ["irregularity", "return-fees", "end-round"]);
    assert.equal(undoing?.signed, "return-fees");
    assert.equal(undoingOf(start, now, "mistake", noHands), null);
});

test("a claim is withdrawn by who made it until it is verified; after that, or by others, the hand is rejected", () => {
    const claimed = { ...hand(7, "claimed"), "claimed-by": "dana" };
    const undoing = (one: Hand, hands: Hands) => undoingOf({ kind: "hand", hand: 7 }, table({ round: running(), hands: [one] }), "mistake", hands);
    assert.deepEqual(undoing(claimed, atKeypad("withdraw-hand")), { commands: [{ do: "withdraw-hand", hand: 7, reason: "mistake" }], signed: null });
    assert.equal(undoing({ ...claimed, "claimed-by": "dora" }, atKeypad("withdraw-hand"))?.signed, "reject-hand");
    assert.equal(undoing({ ...claimed, state: "verified" }, atKeypad("withdraw-hand"))?.signed, "reject-hand");
    assert.equal(undoing({ ...claimed, state: "verified" }, atKeypad("reject-hand"))?.signed, null);
    assert.equal(undoing({ ...claimed, state: "verified" }, noHands), null);
});

test("digits are seats, or hands after h; the other keys are what the list says", () => {
    assert.deepEqual(keyAct("3", false), { act: "seat", number: 3 });
    assert.deepEqual(keyAct("0", false), { act: "seat", number: 10 });
    assert.deepEqual(keyAct("3", true), { act: "hand", number: 3 });
    assert.deepEqual(keyAct("Enter", false), { act: "start" });
    assert.deepEqual(keyAct("F", false), { act: "fee" });
    assert.equal(keyAct("x", false), null);
    assert.equal(keyAct("Tab", false), null);
});
