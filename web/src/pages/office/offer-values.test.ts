import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding, OfferField } from "../../kit/shapes";
import { applies, changedValues, fieldOfFinding, freeName, groupsOf, isOfferName, listOf, valueOf, valuesOfChanges } from "./offer-values";

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
