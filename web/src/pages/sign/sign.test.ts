import assert from "node:assert/strict";
import { test } from "node:test";
import type { SignOffer, Signs, WinMessage } from "../../kit/shapes";
import { offerInPath, paged, scenesFor, topPrize } from "./scenes";
import { afterCelebration, CELEBRATIONS_MAX, emptySign, withMeters, withPending, withSigns, withWin, WINS_KEPT } from "./state";

const offer = (name: string, more: Partial<SignOffer> = {}): SignOffer => ({
    offer: name, title: name, activity: `a/${name}`, hours: "", tables: ["C4-1"], "fee-cents": 100, "no-purchase-necessary": "",
    meters: [{ pool: "prize pool", cents: 1_000 }], chart: [{ row: "A1", hand: "royal flush", prize: "100%" }], pending: 0, "pending-table": "", wins: [], ...more,
});
const signs = (sequence: number, ...offers: SignOffer[]): Signs => ({ sequence, house: "demo", now: "", offers });
const win = (award: number, sequence = 20): WinMessage => ({
    sequence, award, offer: "a", table: "C4-1", pool: "prize pool", cents: 1_000, "base-cents": 500, at: "", prizes: [],
});
const start = withSigns(emptySign, signs(10, offer("a"), offer("b")));
const cents = (state: typeof start, at = 0) => state.signs!.offers[at]!.meters[0]!.cents;

test("a meter follows the feed", () => {
    const after = withMeters(start, { sequence: 11, meters: [{ offer: "b", pool: "prize pool", cents: 1_011 }] });
    assert.equal(cents(after, 0), 1_000);
    assert.equal(cents(after, 1), 1_011);
});

test("S1: an answer that the feed has overtaken is dropped, and so is a message that an answer has overtaken", () => {
    const after = withMeters(start, { sequence: 12, meters: [{ offer: "a", pool: "prize pool", cents: 1_100 }] });
    assert.equal(cents(withSigns(after, signs(11, offer("a")))), 1_100);
    assert.equal(cents(withMeters(after, { sequence: 11, meters: [{ offer: "a", pool: "prize pool", cents: 1_050 }] })), 1_100);
    assert.equal(cents(withSigns(after, signs(12, offer("a")))), 1_000);
});

test("S2: a win is celebrated once, and those before the sign was switched on are not", () => {
    const once = withWin(start, win(5));
    assert.equal(once.celebrations.length, 1);
    assert.equal(withWin(once, win(5)).celebrations.length, 1);
    const late = withSigns(emptySign, signs(10, offer("a", { wins: [{ award: 5, at: "", table: "", pool: "", cents: 1 }] })));
    assert.equal(withWin(late, win(5)).celebrations.length, 0);
    assert.equal(withWin(late, win(6)).celebrations.length, 1);
    assert.equal(afterCelebration(once, 5).celebrations.length, 0);
    assert.equal(withWin(start, win(5), false).celebrations.length, 0);
});

test("S3: the largest win is on the screen, and the others wait their turn", () => {
    const of = (award: number, cents: number) => ({ ...win(award), cents });
    const order = (state: typeof start) => state.celebrations.map((one) => one.award);
    const large = withWin(withWin(start, of(1, 4_000)), of(2, 900_000));
    assert.deepEqual(order(large), [2, 1]);
    const small = withWin(large, of(3, 3_000));
    assert.deepEqual(order(small), [2, 1, 3]);
    assert.deepEqual(order(afterCelebration(small, 2)), [1, 3]);
});

test("nothing grows, however many wins there are", () => {
    let state = start;
    for (let award = 1; award <= 1_000; award++) state = withWin(state, win(award, 10 + award));
    assert.equal(state.celebrations.length, CELEBRATIONS_MAX);
    assert.equal(state.signs!.offers[0]!.wins.length, WINS_KEPT);
    assert.equal(state.signs!.offers[0]!.wins[0]!.award, 1_000);
});

test("a hand that is verified is known by its table until it is judged", () => {
    const waiting = withPending(start, { sequence: 11, offer: "a", table: "C4-2", hands: 1 });
    assert.deepEqual(waiting.verifying, [{ offer: "a", table: "C4-2", hands: 1 }]);
    assert.equal(withSigns(waiting, signs(12, offer("a", { pending: 1 }))).verifying[0]!.table, "C4-2");
    const reloaded = withSigns(emptySign, signs(12, offer("a", { pending: 1, "pending-table": "C4-3" })));
    assert.equal(reloaded.verifying[0]!.table, "C4-3", "also on a sign that was not there when it was claimed");
    assert.deepEqual(withPending(waiting, { sequence: 12, offer: "a", table: "C4-2", hands: 0 }).verifying, []);
});

test("pages are of nearly equal length", () => {
    const lengths = (count: number) => paged(Array.from({ length: count }), 6).map((page) => page.length);
    assert.deepEqual(lengths(0), []);
    assert.deepEqual(lengths(6), [6]);
    assert.deepEqual(lengths(7), [4, 3]);
    assert.deepEqual(lengths(13).reduce((sum, one) => sum + one, 0), 13);
});

test("the room's sign begins with all meters, and one offer's sign shows only that offer", () => {
    const offers = [offer("a"), offer("b", { meters: [] })];
    assert.deepEqual(scenesFor(offers, null).map((scene) => scene.key), ["board 0", "a chart 0", "b chart 0"]);
    assert.deepEqual(scenesFor(offers, "b").map((scene) => scene.key), ["b chart 0", "b posting"]);
    assert.deepEqual(scenesFor(offers, "c"), []);
});

test("the address names the offer", () => {
    assert.equal(offerInPath("/sign"), null);
    assert.equal(offerInPath("/sign/"), null);
    assert.equal(offerInPath("/sign/bonus-hand"), "bonus-hand");
    assert.equal(offerInPath("/sign/bonus-hand/"), "bonus-hand");
});

test("a prize is printed large only if it is an amount", () => {
    assert.equal(topPrize(offer("a", { chart: [{ row: "1", hand: "", prize: "$1,500 a table" }] })), "$1,500");
    assert.equal(topPrize(offer("a")), "");
    assert.equal(topPrize(offer("a", { chart: [] })), "");
});
