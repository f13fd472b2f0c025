import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding, OfferField } from "../../kit/shapes";
import { applies, changedValues, fieldOfFinding, freeName, groupsOf, isOfferName, listOf, postedValue, valueOf, valuesOfChanges } from "./offer-values";

const field = (path: string, more: Partial<OfferField> = {}): OfferField => ({ path, name: path, label: path, kind: "money", required: false, ...more });
const fee = field("administration/fee", { value: "$10", group: "administration" });
const tables = field("tables", { kind: "list", value: ["HE-1", "HE-2"], group: "offer" });
const cap = field("pools/prize pool/cap", { group: "pools" });
const fields = [tables, fee, cap];
const finding = (path: string): Finding => ({ line: 1, column: 1, level: "error", words: "no", field: path });

test("only what differs from the posted offer is sent, and what is emptied is left out", () => {
    assert.deepEqual(changedValues(fields, {}), {});
    assert.deepEqual(changedValues(fields, { "administration/fee": "$10", tables: ["HE-1", "HE-2"], "pools/prize pool/cap": "" }), {});
    assert.deepEqual(changedValues(fields, { "administration/fee": "$12", tables: [] }), { "administration/fee": "$12", tables: null });
    assert.deepEqual(changedValues(fields, { tables: "HE-1, HE-2," }), {});
    assert.deepEqual(changedValues(fields, { "pools/prize pool/cap": "$5,000" }), { "pools/prize pool/cap": "$5,000" });
});

test("a field shows what was typed, else what is posted, else nothing", () => {
    assert.equal(valueOf(fee, {}), "$10");
    assert.equal(valueOf(fee, { "administration/fee": "" }), "");
    assert.equal(valueOf(cap, {}), "");
    assert.deepEqual(listOf("[HE-1, NL-2]"), ["HE-1", "NL-2"]);
    assert.deepEqual(listOf("HE-1,  NL-2,"), ["HE-1", "NL-2"]);
});

test("what a text changes goes into the form", () => {
    const typed = valuesOfChanges(fields, [
        { field: "administration/fee", from: "$10", to: "$12" },
        { field: "tables", from: "HE-1, HE-2", to: "HE-1" },
        { field: "pools/prize pool/cap", from: "$5", to: null },
        { field: "no such field", from: null, to: "x" },
    ]);
    assert.deepEqual(typed, { "administration/fee": "$12", tables: ["HE-1"], "pools/prize pool/cap": "" });
});

test("a finding belongs to its field, to the one it is a part of, or to the first below it", () => {
    assert.equal(fieldOfFinding(fields, finding("administration/fee")), fee);
    assert.equal(fieldOfFinding(fields, finding("tables/0")), tables);
    assert.equal(fieldOfFinding(fields, finding("pools")), cap);
    assert.equal(fieldOfFinding(fields, finding("elsewhere")), undefined);
    assert.equal(fieldOfFinding(fields, { line: 0, column: 0, level: "error", words: "no" }), undefined);
});

test("fields stand in the groups of the document, prizes only of a chart that is chosen", () => {
    assert.deepEqual(groupsOf(fields).map((group) => group.name), ["offer", "administration", "pools"]);
    const prize = field("prizes/flush", { chart: "B" });
    assert.ok(applies(prize, ["A", "B"]));
    assert.ok(!applies(prize, ["A"]));
    assert.ok(applies(prize, undefined));
    assert.ok(applies(fee, ["A"]));
});

test("a new offer gets a name that is free", () => {
    assert.equal(freeName("bay101/aces-cracked", []), "aces-cracked");
    assert.equal(freeName("bay101/aces-cracked", ["aces-cracked", "aces-cracked-2"]), "aces-cracked-3");
    assert.ok(isOfferName("aces-cracked-2"));
    for (const wrong of ["", "Aces", "aces cracked", "-aces", "aces-"]) assert.ok(!isOfferName(wrong), wrong);
});

const valued = (kind: OfferField["kind"], value: string): OfferField => field("f", { kind, value });

test("times, days and amounts of the form are in the one format, and are sent as offers write them", () => {
    assert.equal(postedValue(valued("hours", "daily 10:00 to 02:00")), "daily 10:00 AM to 2:00 AM");
    assert.equal(postedValue(valued("date", "2026-11-01")), "Nov 1, 2026");
    assert.equal(postedValue(valued("time", "06:00")), "6:00 AM");
    assert.equal(postedValue(valued("money", "$1000")), "$1,000");
    assert.equal(postedValue(valued("text", "18:30")), "18:30", "words are words");
    assert.deepEqual(changedValues([valued("hours", "daily 10:00 to 02:00")], { f: "daily 10:00 AM to 2:00 AM" }), {}, "the same time is no change");
    assert.deepEqual(changedValues([valued("hours", "daily 10:00 to 02:00")], { f: "daily 11 am to 12:00 AM" }), { f: "daily 11:00 to 00:00" });
    assert.deepEqual(changedValues([valued("date", "2026-11-01")], { f: "11/30/2026" }), { f: "2026-11-30" });
    assert.deepEqual(changedValues([valued("date", "2026-11-01")], { f: "" }), { f: null });
});
