import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clause } from "../../kit/shapes";
import { caseIn, clauseFits, hasState, liveIn, neighbour, partOfRange, sizeOf, splitReferences } from "./clause-list";

const clause = (number: number, more: Partial<Clause>): Clause => ({
    number, clause: `bay101/aces-cracked#${number}`, words: "", kinds: [], state: "bound", untested: false, readings: [], values: [], tests: [], ...more,
});
const players = clause(9, { words: "At least five players must be dealt in", kinds: ["eligibility"], data: "eligibility:\n  players: at least 5", readings: ["R7. No minimum pot."] });
const display = clause(2, { words: "All rules are on display", state: "duty", part: "display", kinds: ["posting"] });

test("a clause is found by words in any order, in its words, its data, its kinds and its readings", () => {
    assert.ok(clauseFits(players, { words: "dealt five", state: "" }));
    assert.ok(clauseFits(players, { words: "AT LEAST 5", state: "" }));
    assert.ok(clauseFits(players, { words: "minimum pot", state: "" }));
    assert.ok(!clauseFits(players, { words: "five display", state: "" }));
    assert.ok(clauseFits(display, { words: "posting", state: "duty" }));
});

test("a number alone is the clause of that number, not one that holds it", () => {
    assert.ok(clauseFits(players, { words: "9", state: "" }));
    assert.ok(clauseFits(players, { words: "#9", state: "" }));
    assert.ok(!clauseFits(players, { words: "5", state: "" }));
});

test("clauses are chosen by state, by what is untested, and by what the house has posted", () => {
    assert.ok(hasState(display, "duty"));
    assert.ok(!hasState(display, "bound"));
    assert.ok(hasState(clause(1, { untested: true }), "untested"));
    assert.ok(!hasState(players, "untested"));
    const value = { offer: "aces", field: "hours", label: "hours", kind: "hours" as const };
    assert.ok(!hasState(clause(8, { values: [value] }), "posted"));
    assert.ok(hasState(clause(8, { values: [{ ...value, value: "always" }] }), "posted"));
});

test("what points at a clause is set apart from the words around it", () => {
    assert.deepEqual(splitReferences("see #84 and bay101/match-play#3.", "bay101/aces-cracked"), [
        "see ", { document: "bay101/aces-cracked", number: 84, words: "#84" }, " and ",
        { document: "bay101/match-play", number: 3, words: "bay101/match-play#3" }, ".",
    ]);
    assert.deepEqual(splitReferences("no clause, a pot of $20", "a/b"), ["no clause, a pot of $20"]);
});

test("the arrows go through what is listed, and stop at its ends", () => {
    const listed = [display, players];
    assert.equal(neighbour(listed, 2, 1), players);
    assert.equal(neighbour(listed, 9, 1), undefined);
    assert.equal(neighbour(listed, 9, -1), display);
    assert.equal(neighbour(listed, 7, 1), display);
    assert.equal(neighbour(listed, 7, -1), players);
});

test("a posted value has its place in its range", () => {
    assert.equal(sizeOf("$1,000"), 1_000);
    assert.equal(sizeOf("12.5%"), 12.5);
    assert.equal(sizeOf("2 hours"), 7_200);
    assert.equal(sizeOf("always"), null);
    assert.equal(partOfRange({ value: "$10", least: "$5", most: "$25" }), 0.25);
    assert.equal(partOfRange({ value: "$30", least: "$5", most: "$20" }), 1);
    assert.equal(partOfRange({ value: "$4", least: "$5", most: "$20" }), 0);
    assert.equal(partOfRange({ value: "$10", least: "$5", most: undefined }), null);
    assert.equal(partOfRange({ value: "$5", least: "$5", most: "$5" }), null);
});

test("a clause of a pool or a fund has live amounts, a fee both, another none", () => {
    assert.deepEqual(liveIn(clause(1, { data: "pools:\n  prize pool:\n    seed: $5" })), { pools: true, funds: false });
    assert.deepEqual(liveIn(clause(1, { data: "funds:\n  reserve:\n    kind: reserve" })), { pools: false, funds: true });
    assert.deepEqual(liveIn(clause(1, { data: "fee:\n  amount: $1" })), { pools: true, funds: true });
    assert.deepEqual(liveIn(players), { pools: false, funds: false });
    assert.deepEqual(liveIn(clause(1, {})), { pools: false, funds: false });
});

test("one case of a file is from its first line to the next case", () => {
    const file = "case T1: first\nexpect: a\n\ncase T10: tenth\nexpect: b\n";
    assert.equal(caseIn(file, "T1"), "case T1: first\nexpect: a");
    assert.equal(caseIn(file, "T1: first"), "case T1: first\nexpect: a");
    assert.equal(caseIn(file, "T10"), "case T10: tenth\nexpect: b");
    assert.equal(caseIn(file, "T2"), file);
});
