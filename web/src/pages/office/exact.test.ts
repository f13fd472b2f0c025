import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, fraction, isZero, minus, percent, plus, points, toNumber, words } from "./exact";

const of = (numerator: string, denominator: string) => fraction({ numerator, denominator });

test("a fraction is kept in its lowest terms, however large", () => {
    assert.equal(words(of("-79544", "2598960")), "−9,943/324,870");
    assert.equal(words(of("4", "2")), "2");
    assert.equal(words(of("123456789012345678901234567890", "20")), "12,345,678,901,234,567,890,123,456,789/2");
});

test("differences are exact", () => {
    assert.ok(isZero(minus(of("1", "3"), of("2", "6"))));
    assert.equal(words(plus(of("1", "6"), of("1", "3"))), "1/2");
    assert.equal(words(minus(of("1", "3"), of("1", "2"))), "−1/6");
});

test("decimals are rounded once, half away from nothing", () => {
    assert.equal(percent(of("9943", "324870")), "3.0606%");
    assert.equal(decimal(of("1", "8"), 2), "0.13");
    assert.equal(decimal(of("-1", "8"), 2), "−0.13");
    assert.equal(decimal(of("124", "1000"), 2), "0.12");
    assert.equal(decimal(of("-1", "1000"), 2), "0.00");
    assert.equal(decimal(of("83695", "3"), 2), "27,898.33");
    assert.equal(decimal(of("5", "2"), 0), "3");
    assert.equal(percent(of("0", "1"), 1), "0.0%");
});

test("a difference shows its sign, unless it is too small to be seen", () => {
    assert.equal(points(of("1", "100")), "+1.0000");
    assert.equal(points(of("-1", "100")), "−1.0000");
    assert.equal(points(of("1", "100000000")), "0.0000");
});

test("for drawing a number is near enough", () => {
    assert.equal(toNumber(of("1", "4")), 0.25);
    assert.equal(toNumber(of("-3", "2")), -1.5);
});
