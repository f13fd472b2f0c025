import assert from "node:assert/strict";
import { test } from "node:test";
import { learnTitles } from "../../kit/titles";
import type { ReportColumn, ReportRow } from "../../kit/shapes";
import { cellWords, keyOf, settingsOf } from "./names";

const shown = (name: string, row: ReportRow, kind: ReportColumn["kind"] = "text"): string => cellWords({ name, title: name, kind }, row);

test("reports show titles and names, never keys", () => {
    learnTitles({ "bay101/blazing-7s": "Blazing 7s" });
    assert.equal(shown("offer", { offer: "Bonus Hand v1.1", offer_id: "bonus-hand" }), "Bonus Hand v1.1");
    assert.equal(shown("activity", { activity: "Bonus Hand v1.1", activity_id: "bay101/bonus-hand" }), "Bonus Hand v1.1");
    assert.equal(shown("activity", { activity: "bay101/blazing-7s" }), "Blazing 7s");
    assert.equal(shown("activity", { activity: "the house" }), "The house");
    assert.equal(shown("clause", { clause: "Bonus Hand v1.1, clause 20", clause_id: "bay101/bonus-hand#20" }), "Bonus Hand v1.1, clause 20");
    assert.equal(shown("clause", { clause: "20", clause_id: "bay101/blazing-7s#20" }), "20");
    assert.equal(shown("clause", { clause: "bay101/blazing-7s#20" }), "Blazing 7s, clause 20");
    assert.equal(shown("verified_by", { verified_by: "Sam Pike", verified_by_id: "sam" }), "Sam Pike");
    assert.equal(shown("state", { state: "payable" }), "Ready to pay");
    assert.equal(shown("state", { state: "reversed", state_id: "reversed" }), "Reversed");
    assert.equal(shown("words", { words: "bonus-hand won" }), "Bonus-hand won", "what people wrote stays");
    assert.equal(shown("pool", { pool: "prize pool" }), "Prize pool");
});

test("rows are joined by the key, which is the word itself where there is no other", () => {
    assert.equal(keyOf({ offer: "Bonus Hand", offer_id: "bonus-hand" }, "offer"), "bonus-hand");
    assert.equal(keyOf({ pool: "prize pool" }, "pool"), "prize pool");
    assert.equal(keyOf({ pool: null }, "pool"), "");
});

test("reports show money, days, hours and counts in the one format", () => {
    assert.equal(shown("net", { net: -123_450 }, "money"), "-$1,234.50");
    assert.equal(shown("day", { day: "2026-11-18" }, "date"), "Nov 18, 2026");
    assert.equal(shown("hour", { hour: "3:00 PM", hour_id: "15:00" }), "3:00 PM");
    assert.equal(shown("rounds", { rounds: 12_345 }, "count"), "12,345");
    assert.equal(shown("net", { net: null }, "money"), "");
});

test("the settings of a clause are lines with names, without the marks of the file", () => {
    assert.deepEqual(settingsOf("fee:\n  amount: $1\n  payer: player\n"), [
        { depth: 0, name: "Fee", value: "" }, { depth: 1, name: "Amount", value: "$1" }, { depth: 1, name: "Payer", value: "player" },
    ]);
    assert.deepEqual(settingsOf("posting:\n  shows: [games, hours]\n"), [{ depth: 0, name: "Posting", value: "" }, { depth: 1, name: "Shows", value: "games, hours" }]);
    assert.deepEqual(settingsOf("hours: \"daily 18:30 to 02:00\""), [{ depth: 0, name: "Hours", value: "daily 6:30 PM to 2:00 AM" }]);
    assert.deepEqual(settingsOf("rows:\n  - a pair: $5\n  - joker\n"), [
        { depth: 0, name: "Rows", value: "" }, { depth: 1, name: "A pair", value: "$5" }, { depth: 1, name: "", value: "joker" },
    ]);
});
