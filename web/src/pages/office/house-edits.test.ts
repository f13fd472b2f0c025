import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsUnder, isGone, listIn, newIn, textOf, withEdit, withoutEdits, type Edits } from "./house-edits";

const limits = ["tables", "C4-1", "limits"];
const none: Edits = [];

test("an edit takes the place of the one before, and goes when it says what the house says", () => {
    const once = withEdit(none, limits, "$10 to $100", "$5 to $50");
    assert.deepEqual(once, [{ at: limits, to: "$10 to $100" }]);
    const twice = withEdit(once, limits, "$20 to $200", "$5 to $50");
    assert.equal(twice.length, 1);
    assert.equal(textOf(twice, limits, "$5 to $50"), "$20 to $200");
    assert.deepEqual(withEdit(twice, limits, "$5 to $50", "$5 to $50"), []);
});

test("an empty text leaves the place out; where nothing was said that changes nothing", () => {
    assert.deepEqual(withEdit(none, ["address"], "", "1 Lantern Street"), [{ at: ["address"], to: null }]);
    assert.deepEqual(withEdit(none, ["branding", "tagline"], "", ""), []);
    assert.equal(textOf([{ at: ["address"], to: null }], ["address"], "1 Lantern Street"), "");
});

test("lists are compared by what is in them", () => {
    const role = ["roles", "dealer"];
    const more = withEdit(none, role, ["read", "verify"], ["read"]);
    assert.deepEqual(listIn(more, role, ["read"]), ["read", "verify"]);
    assert.deepEqual(withEdit(more, role, ["read"], ["read"]), []);
});

test("what is new has a name; what goes is gone; the edits of a table go together", () => {
    const at = ["tables", "C4-9"];
    const edits: Edits = [{ at, to: {} }, { at: [...at, "seats"], to: "6" }, { at: ["funds", "north/south"], to: null }, { at: ["roles", "host"], to: ["read"] }];
    assert.deepEqual(newIn(edits, "tables", ["C4-1"]), ["C4-9"]);
    assert.deepEqual(newIn(edits, "roles", ["host"]), []);
    assert.ok(isGone(edits, ["funds", "north/south"]));
    assert.ok(!isGone(edits, at));
    assert.deepEqual(withoutEdits(edits, at).map((edit) => edit.at[0]), ["funds", "roles"]);
});

test("a finding belongs to its table, whatever its line", () => {
    const finding = { line: 3, column: 1, words: "", remedy: "", at: limits };
    assert.deepEqual(findingsUnder([finding, { ...finding, at: ["name"] }], ["tables", "C4-1"]), [finding]);
    assert.deepEqual(findingsUnder([{ line: 1, column: 1, words: "", remedy: "" }], []), []);
});
