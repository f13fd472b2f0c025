import assert from "node:assert/strict";
import { test } from "node:test";
import { money, parseMoney } from "./money";

test("cents are shown as dollars with commas", () => {
    assert.equal(money(0), "$0.00");
    assert.equal(money(5), "$0.05");
    assert.equal(money(99_999), "$999.99");
    assert.equal(money(100_000), "$1,000.00");
    assert.equal(money(123_456), "$1,234.56");
    assert.equal(money(100_000_000), "$1,000,000.00");
    assert.equal(money(-123_456), "-$1,234.56");
});

test("whole dollars lose their cents only where there are none", () => {
    assert.equal(money(30_000, "whole"), "$300");
    assert.equal(money(30_001, "whole"), "$300.01");
});

test("the largest amount that the house can hold exactly is shown exactly", () => {
    assert.equal(money(Number.MAX_SAFE_INTEGER), "$90,071,992,547,409.91");
});

test("what is typed is read as cents, or not at all", () => {
    assert.equal(parseMoney("12"), 1_200);
    assert.equal(parseMoney(" $1,234.56 "), 123_456);
    assert.equal(parseMoney("0.05"), 5);
    for (const wrong of ["", "abc", "1.5", "1.505", "-5", "1,23", "12,3456", "$", "1e3"]) assert.equal(parseMoney(wrong), null, wrong);
});
