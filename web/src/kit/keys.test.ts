import assert from "node:assert/strict";
import { test } from "node:test";
import { digitsAfter, tabAfter } from "./keys";

test("a keypad takes digits up to its most", () => {
    assert.equal(digitsAfter("12", "3", 4), "123");
    assert.equal(digitsAfter("1234", "5", 4), "1234");
    assert.equal(digitsAfter("12", "Backspace", 4), "1");
    assert.equal(digitsAfter("", "Backspace", 4), "");
    assert.equal(digitsAfter("12", "Escape", 4), "");
    assert.equal(digitsAfter("12", "a", 4), null);
});

test("arrows go round the tabs", () => {
    assert.equal(tabAfter(3, 2, "ArrowRight"), 0);
    assert.equal(tabAfter(3, 0, "ArrowLeft"), 2);
    assert.equal(tabAfter(3, 1, "Home"), 0);
    assert.equal(tabAfter(3, 1, "End"), 2);
    assert.equal(tabAfter(3, 1, "x"), null);
});
