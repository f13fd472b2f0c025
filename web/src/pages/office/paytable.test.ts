import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, rowsIn, sameRows, searchOf, stepOf, wholePays, withHand } from "./paytable";

const rows = [{ hand: "four of a kind", pays: "50 to 1" }, { hand: "flush", pays: "4 to 1" }];

test("a number alone is completed as the table pays", () => {
    assert.equal(wholePays("45", "to"), "45 to 1");
    assert.equal(wholePays(" 1,000 ", "for"), "1000 for 1");
    assert.equal(wholePays("3  to 2", "to"), "3 to 2");
    assert.equal(wholePays("10% of meter", "for"), "10% of meter");
});

test("arrows count the first number, never below nothing", () => {
    assert.equal(counted("50 to 1", 1), "51 to 1");
    assert.equal(counted("0 to 1", -1), "0 to 1");
    assert.equal(counted("$995", 10), "$1,005");
    assert.equal(counted("$1,000", -1), "$999");
    assert.equal(counted("push", 1), "push");
    assert.equal(stepOf("ArrowUp", false), 1);
    assert.equal(stepOf("ArrowDown", true), -10);
    assert.equal(stepOf("Enter", false), 0);
});

test("an address gives the table back that it was made of", () => {
    const search = searchOf({ rows, words: { meter: "$25,000", players: "" }, readings: ["loss-returns-bonus"] });
    assert.deepEqual(rowsIn(search), rows);
    assert.equal(new URLSearchParams(search).get("meter"), "$25,000");
    assert.equal(new URLSearchParams(search).has("players"), false);
    assert.deepEqual(new URLSearchParams(search).getAll("reading"), ["loss-returns-bonus"]);
    assert.equal(rowsIn(""), null);
    assert.equal(searchOf({ rows: null, words: {}, readings: [] }), "");
});

test("tables are the same if hands and payouts are", () => {
    assert.ok(sameRows(rows, [...rows]));
    assert.ok(!sameRows(rows, rows.slice(1)));
    assert.ok(!sameRows(rows, [rows[0]!, { hand: "flush", pays: "5 to 1" }]));
});

test("another hand goes to its place by rank", () => {
    const bet = { bet: "b", wager: "b", kind: "side", editable: true, unit: "for" as const, hands: ["four of a kind", "straight flush", "flush", "pair"] };
    assert.deepEqual(withHand(rows, "straight flush", bet).map((row) => row.hand), ["four of a kind", "straight flush", "flush"]);
    assert.deepEqual(withHand(rows, "pair", bet)[2], { hand: "pair", pays: "1 for 1" });
});
