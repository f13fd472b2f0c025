import assert from "node:assert/strict";
import { test } from "node:test";
import { count, decimals, money, moneyChange, parseMoney } from "./money";

test("cents are shown as dollars with commas", () => {
    assert.equal(money(0), "$0.00");
    assert.equal(money(5), "$0.05");
    assert.equal(money(99), "$0.99");
    assert.equal(money(100), "$1.00");
    assert.equal(money(99_999), "$999.99");
    assert.equal(money(100_000), "$1,000.00");
    assert.equal(money(123_450), "$1,234.50");
    assert.equal(money(99_999_999), "$999,999.99");
    assert.equal(money(100_000_000), "$1,000,000.00");
});

test("what is below zero has its sign before the dollar, and nothing has none", () => {
    assert.equal(money(-1), "-$0.01");
    assert.equal(money(-123_456), "-$1,234.56");
    assert.equal(money(-0), "$0.00");
    assert.equal(money(-0.4), "$0.00");
    assert.equal(money(-30_000, "whole"), "-$300");
    assert.equal(moneyChange(500), "+$5.00");
    assert.equal(moneyChange(-500), "-$5.00");
    assert.equal(moneyChange(0), "$0.00");
});

test("whole dollars lose their cents only where there are none", () => {
    assert.equal(money(30_000, "whole"), "$300");
    assert.equal(money(30_001, "whole"), "$300.01");
    assert.equal(money(0, "whole"), "$0");
});

test("the largest amount that the house can hold exactly is shown exactly", () => {
    assert.equal(money(Number.MAX_SAFE_INTEGER), "$90,071,992,547,409.91");
    assert.equal(money(Number.MIN_SAFE_INTEGER), "-$90,071,992,547,409.91");
});

test("what is typed is read as cents, or not at all", () => {
    assert.equal(parseMoney("12"), 1_200);
    assert.equal(parseMoney(" $1,234.56 "), 123_456);
    assert.equal(parseMoney("0.05"), 5);
    assert.equal(parseMoney("1.5"), 150);
    assert.equal(parseMoney("$1,000,000"), 100_000_000);
    for (const wrong of ["", "abc", "1.", "1.505", "-5", "1,23", "12,3456", "$", "1e3", "99999999999999"]) assert.equal(parseMoney(wrong), null, wrong);
});

test("every amount that is shown is read as the same amount", () => {
    for (const cents of [0, 1, 99, 100, 101, 99_999, 100_000, 123_450, 100_000_000, 999_999_999_999]) {
        assert.equal(parseMoney(money(cents)), cents);
        assert.equal(parseMoney(money(cents, "whole")), cents);
    }
});

test("counts and decimals have the same commas", () => {
    assert.equal(count(0), "0");
    assert.equal(count(999), "999");
    assert.equal(count(1_234_567), "1,234,567");
    assert.equal(count(-1_234), "-1,234");
    assert.equal(decimals(1234.5, 2), "1,234.50");
    assert.equal(decimals(1234.5, 2, true), "1,234.5");
    assert.equal(decimals(10, 1, true), "10");
    assert.equal(decimals(-0.001, 2), "0.00");
    assert.equal(decimals(-2.5, 1), "-2.5");
});
