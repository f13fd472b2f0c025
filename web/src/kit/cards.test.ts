import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsAfter, cardWords, typed } from "./cards";

test("a tapped card is taken, tapped again it is given back, and there are never too many", () => {
    assert.deepEqual(cardsAfter([], "As", 2), ["As"]);
    assert.deepEqual(cardsAfter(["As"], "As", 2), []);
    assert.deepEqual(cardsAfter(["As", "Kd"], "2c", 2), ["As", "Kd"]);
    assert.deepEqual(cardsAfter(["As", "Kd"], "As", 2), ["Kd"]);
});

test("a rank and then a suit type a card; ten is typed as t, 1 or 0", () => {
    assert.deepEqual(typed("", "a"), { rank: "A", card: null });
    assert.deepEqual(typed("A", "s"), { rank: "", card: "As" });
    assert.deepEqual(typed("T", "D"), { rank: "", card: "Td" });
    assert.deepEqual(typed("", "1"), { rank: "T", card: null });
    assert.deepEqual(typed("T", "0"), { rank: "T", card: null });
    assert.deepEqual(typed("", "s"), { rank: "", card: null });
    assert.deepEqual(typed("K", "q"), { rank: "Q", card: null });
});

test("cards have names", () => {
    assert.equal(cardWords("Td"), "ten of diamonds");
    assert.equal(cardWords("joker"), "joker");
});

test("of several decks a card is taken as often as there are decks", () => {
    assert.deepEqual(cardsAfter(["7h"], "7h", 3, 8), ["7h", "7h"]);
    assert.deepEqual(cardsAfter(["7h", "7h"], "7h", 3, 2), ["7h", "7h"]);
    assert.deepEqual(cardsAfter(["7h", "7h", "7h"], "7h", 3, 8), ["7h", "7h", "7h"]);
});
