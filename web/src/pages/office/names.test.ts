import assert from "node:assert/strict";
import { test } from "node:test";
import { learnTitles } from "../../kit/titles";
import { cellWords, settingsOf, sumWords, type Known } from "./names";

const known: Known = {
    offerTitle: (offer) => (offer === "bonus-hand" ? "Bonus Hand" : offer),
    personName: (person) => (person === "sam" ? "Sam Pike" : person),
};
const column = (name: string, kind: "text" | "count" | "money" | "date" | "time" = "text") => ({ name, title: name, kind });

test("reports show titles and names, never identities", () => {
    learnTitles({ "bay101/blazing-7s": "Blazing 7s" });
    assert.equal(cellWords(column("offer"), "bonus-hand", known), "Bonus Hand");
    assert.equal(cellWords(column("activity"), "bay101/blazing-7s", known), "Blazing 7s");
    assert.equal(cellWords(column("activity"), "", known), "House");
    assert.equal(cellWords(column("clause"), "bay101/blazing-7s#20", known), "Blazing 7s, clause 20");
    assert.equal(cellWords(column("verified_by"), "sam", known), "Sam Pike");
    assert.equal(cellWords(column("state"), "payable", known), "Ready to pay");
    assert.equal(cellWords(column("note"), "bonus-hand", known), "bonus-hand", "what people wrote stays");
    assert.equal(sumWords("Offer bonus-hand", known), "Bonus Hand");
    assert.equal(sumWords("Table BJ-1", known), "Table BJ-1");
});

test("reports show money, days, hours and counts in the one format", () => {
    assert.equal(cellWords(column("net", "money"), -123_450, known), "-$1,234.50");
    assert.equal(cellWords(column("day", "date"), "2026-11-18", known), "Nov 18, 2026");
    assert.equal(cellWords(column("hour"), "15:00", known), "3:00 PM");
    assert.equal(cellWords(column("rounds", "count"), 12_345, known), "12,345");
    assert.equal(cellWords(column("net", "money"), null, known), "");
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
