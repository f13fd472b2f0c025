import assert from "node:assert/strict";
import { test } from "node:test";
import { centsTyped, typedAfter } from "./amount";
import { afterTap, again, doubled, tapped, total, without } from "./bets";
import { chipsDrawn, chipsOf } from "./chips";
import { keyAct, keyOfSpot } from "./keyboard";
import { after, afterAll, framesOf, pictureOf } from "./picture";
import type { PlayGame, PlayRound, PlaySeat, PlayTable, PlayWager, Step } from "./shapes";
import { antesWords, fractionWords, worthWords } from "./worth";

const wager = (name: string, more: Partial<PlayWager> = {}): PlayWager => ({ wager: name, label: name, brief: "", "with-ante": false, least: 500, most: 10_000, ...more });

const game: PlayGame = {
    game: "crazy-4-poker", title: "", document: "", paytables: [], choices: [], without: [],
    wagers: [wager("ante"), wager("super-bonus", { "with-ante": true }), wager("queens-up"), wager("progressive", { least: 100, most: 100 })],
};

const seat = (number: number, more: Partial<PlaySeat> = {}): PlaySeat => ({
    seat: number, name: `s${number}`, who: "person", stack: 50_000, wagers: {}, cards: [], says: "", "in-round": true, played: false, folded: false, ...more,
});

const table = (more: Partial<PlayTable> = {}): PlayTable => ({
    table: "t", version: 1, game: "crazy-4-poker", title: "", document: "", mode: "play", round: 1, stage: "betting", turn: 0,
    dealer: { cards: [], hidden: 0, says: "" }, seats: [seat(1)], meters: [], limits: {}, paytables: [], steps: [], settlement: [], allowed: [], ...more,
});

test("an amount lies there as few chips, the largest at the bottom", () => {
    assert.deepEqual(chipsOf(3_600), [2_500, 500, 500, 100]);
    assert.deepEqual(chipsOf(0), []);
    assert.deepEqual(chipsOf(150), [100, 0], "change is a chip of its own");
    assert.equal(chipsDrawn(99_900).length, 6, "a high stack is not drawn to its top");
});

test("a tap adds the chip, and what goes with the Ante follows it", () => {
    const once = afterTap(game, {}, "ante", 500, 50_000);
    assert.deepEqual(once, { ante: 500, "super-bonus": 500 });
    assert.deepEqual(afterTap(game, once, "super-bonus", 500, 50_000), { ante: 1_000, "super-bonus": 1_000 }, "also when its own spot is tapped");
    assert.deepEqual(without(game, once, "super-bonus"), {});
    assert.deepEqual(tapped(game).map((known) => known.wager), ["ante", "queens-up", "progressive"]);
});

test("a wager of one size takes it whatever the chip, and a second tap takes it back", () => {
    const once = afterTap(game, {}, "progressive", 2_500, 50_000);
    assert.deepEqual(once, { progressive: 100 });
    assert.deepEqual(afterTap(game, once, "progressive", 2_500, 50_000), {});
});

test("nobody puts down more than they have: at the stack, and one chip more", () => {
    assert.equal(total(afterTap(game, {}, "ante", 500, 1_000)), 1_000);
    const bets = { "queens-up": 500 };
    assert.equal(afterTap(game, bets, "ante", 500, 1_499), bets);
    assert.equal(total(afterTap(game, bets, "ante", 500, 1_500)), 1_500);
});

test("the wagers of the last round are placed again as far as the stack reaches", () => {
    const former = { ante: 500, "super-bonus": 500, "queens-up": 1_000, progressive: 100 };
    assert.deepEqual(again(game, former, 2_100), former);
    assert.deepEqual(again(game, former, 2_099), { ante: 500, "super-bonus": 500, "queens-up": 1_000 });
    assert.deepEqual(again(game, former, 1_100), { ante: 500, "super-bonus": 500, progressive: 100 });
});

test("doubling leaves a wager of one size, and stops at the most", () => {
    assert.deepEqual(doubled(game, { ante: 500, "super-bonus": 500, "queens-up": 6_000, progressive: 100 }, 50_000),
        { ante: 1_000, "super-bonus": 1_000, "queens-up": 10_000, progressive: 100 });
    const bets = { ante: 500, "super-bonus": 500 };
    assert.equal(doubled(game, bets, 1_999), bets);
});

test("an amount is typed digit by digit", () => {
    const type = (keys: string): string => [...keys].reduce((typed, key) => typedAfter(typed, key) ?? typed, "");
    assert.equal(type("12.505"), "12.50");
    assert.equal(type("."), "0.");
    assert.equal(type("007"), "7");
    assert.equal(typedAfter("12", "Backspace"), "1");
    assert.equal(typedAfter("12", "x"), null);
    assert.equal(centsTyped("12.5"), 1_250);
    assert.equal(centsTyped("0.07"), 7);
    assert.equal(centsTyped("3."), 300);
    assert.equal(centsTyped(""), null);
});

test("a key means what the moment makes of it", () => {
    const wagers = ["ante", "queens-up"];
    assert.deepEqual(keyAct("2", "betting", wagers), { act: "chip", number: 1 });
    assert.deepEqual(keyAct("2", "deciding", wagers), { act: "play", antes: 2 });
    assert.deepEqual(keyAct("2", "task", wagers), { act: "answer", number: 1 });
    assert.deepEqual(keyAct("u", "betting", wagers), { act: "spot", wager: "queens-up", back: false });
    assert.deepEqual(keyAct("U", "betting", wagers), { act: "spot", wager: "queens-up", back: true });
    assert.equal(keyAct("p", "betting", wagers), null, "what is not on offer has no key");
    assert.deepEqual(keyAct("u", "betting", ["aces-up"]), { act: "spot", wager: "aces-up", back: false });
    assert.deepEqual(keyAct("Enter", "betting", wagers), { act: "deal" });
    assert.deepEqual(keyAct("Enter", "settled", wagers), { act: "next" });
    assert.deepEqual(keyAct("Enter", "moving", wagers), { act: "skip" });
    assert.equal(keyAct("f", "betting", wagers), null);
    assert.equal(keyAct("4", "deciding", wagers), null);
    assert.equal(keyOfSpot("five-card-hand-bonus-dealer"), "d");
    assert.equal(keyOfSpot("play"), "");
});

const steps: Step[] = [
    { step: "wager", seat: 1, wager: "ante", amount: 500, words: "" },
    { step: "card", seat: 1, card: "As", words: "" },
    { step: "card", seat: 0, card: "Kd", "face-down": true, words: "" },
    { step: "play", seat: 1, amount: 1_500, words: "" },
    { step: "reveal", seat: 0, cards: ["Kd"], words: "king high", clause: "x#1" },
    { step: "settle", seat: 1, wager: "ante", stake: 500, amount: 1_000, net: 500, words: "" },
    { step: "settle", seat: 1, wager: "play", stake: 1_500, amount: 3_000, net: 1_500, words: "paid" },
];

test("a round is drawn step by step: chips, cards, the dealer's cards down and up, results", () => {
    const start = pictureOf(table());
    const known = { dealer: { says: "king high; qualifies" }, seats: [] };
    const dealt = afterAll(start, steps.slice(0, 3), known);
    assert.deepEqual(dealt.seats[0]?.wagers, { ante: 500 });
    assert.equal(dealt.seats[0]?.stack, 49_500);
    assert.deepEqual(dealt.dealer.cards, [null], "a card that lies face down is not shown");
    const over = afterAll(dealt, steps.slice(3), known);
    assert.deepEqual(over.dealer, { cards: ["Kd"], says: "king high; qualifies" });
    assert.deepEqual(over.seats[0]?.results, { ante: 500, play: 1_500 });
    assert.equal(over.seats[0]?.net, 2_000);
    assert.equal(over.seats[0]?.stack, 52_000);
    assert.equal(over.words, "s1, Play: paid");
    assert.deepEqual(after(over, { step: "next-round", words: "" }, known).seats[0]?.cards, []);
    assert.equal(after(over, { step: "something new", words: "said" }, known).words, "said", "a step that is not drawn is still said");
});

test("a round that is looked at again has a picture before the first step and one after every step", () => {
    const round: PlayRound = {
        round: 1, dealer: { cards: ["Kd"], says: "" }, seats: [seat(1)], meters: [], steps, settlement: [], decisions: [],
    };
    const frames = framesOf(round);
    assert.equal(frames.length, steps.length + 1);
    assert.deepEqual(frames[0]?.seats[0]?.cards, []);
    assert.equal(frames[0]?.seats[0]?.stack, null, "stacks of the past are not known");
});

test("when the dealer's cards are turned, those of the players are, too", () => {
    const hidden: Step[] = [{ step: "card", seat: 2, card: "9h", "face-down": true, words: "" }, { step: "reveal", seat: 0, cards: ["Kd"], words: "" }];
    const round: PlayRound = {
        round: 1, dealer: { cards: ["Kd"], says: "" }, seats: [seat(2, { who: "best", cards: ["9h"], says: "nine high" })], meters: [], steps: hidden, settlement: [], decisions: [],
    };
    assert.deepEqual(framesOf(round).map((frame) => frame.seats[0]?.cards), [[], [null], ["9h"]]);
    assert.equal(framesOf(round)[2]?.seats[0]?.says, "nine high");
});

test("the picture of a table shows results only of what is settled", () => {
    assert.equal(pictureOf(table()).seats[0]?.net, null);
    const settled = table({ stage: "settled", seats: [seat(1, { net: -500 })], settlement: [{ seat: 1, wager: "ante", label: "Ante", stake: 500, handed: 0, net: -500, clause: "x", words: "" }] });
    assert.equal(pictureOf(settled).seats[0]?.net, -500);
    assert.deepEqual(pictureOf(settled).seats[0]?.results, { ante: -500 });
    assert.deepEqual(pictureOf(table({ dealer: { cards: ["Kd"], hidden: 2, says: "" } })).dealer.cards, [null, null, "Kd"], "the card that lies open was dealt last");
});

test("what a choice is worth is read to a ten-thousandth of an Ante", () => {
    assert.equal(worthWords({ decimal: "-0.578125" }), "−0.5781");
    assert.equal(worthWords({ decimal: "1.2" }), "+1.2000");
    assert.equal(worthWords({ decimal: "0" }), "0.0000");
    assert.equal(antesWords({ decimal: "0.031200" }), "0.0312");
    assert.equal(antesWords({ decimal: "0.00005" }), "0.0001");
    assert.equal(antesWords({ decimal: "0.000049" }), "less than 0.0001");
    assert.equal(fractionWords({ decimal: "0.5", numerator: "-1", denominator: "2" }), "−1 / 2");
    assert.equal(fractionWords({ decimal: "-2", numerator: "-2", denominator: "1" }), "");
    assert.equal(fractionWords({ decimal: "0.5" }), "");
});
