import assert from "node:assert/strict";
import { test } from "node:test";
import { dateAndTime, dayOf, timeOfDay, timeToTheSecond, untilWords } from "./time";

const zone = "America/Los_Angeles";

test("times are those of the house, also on the day that its clocks change", () => {
    assert.equal(timeOfDay("2026-11-17T04:05:09Z", zone), "8:05 PM");
    assert.equal(timeToTheSecond("2026-11-17T04:05:09Z", zone), "8:05:09 PM");
    assert.equal(dayOf("2026-11-17T04:05:09Z", zone), "Mon, Nov 16");
    assert.equal(dateAndTime("2026-11-17T04:05:09Z", zone), "Nov 16, 2026, 8:05 PM");
    assert.equal(timeOfDay("2026-11-01T08:59:00Z", zone), "1:59 AM");
    assert.equal(timeOfDay("2026-11-01T09:00:00Z", zone), "1:00 AM");
});

test("a time that is none is shown as nothing", () => {
    assert.equal(timeOfDay("", zone), "");
});

test("the time that is left is said in the unit that matters", () => {
    assert.equal(untilWords(-5), "0:00");
    assert.equal(untilWords(0), "0:00");
    assert.equal(untilWords(1), "0:01");
    assert.equal(untilWords(9_000), "0:09");
    assert.equal(untilWords(15 * 60_000), "15:00");
    assert.equal(untilWords(60 * 60_000 - 1_000), "59:59");
    assert.equal(untilWords(60 * 60_000), "1 h 00 min");
    assert.equal(untilWords(24 * 3_600_000 - 60_000), "23 h 59 min");
    assert.equal(untilWords(24 * 3_600_000), "1 d 0 h");
    assert.equal(untilWords(30 * 24 * 3_600_000), "30 d 0 h");
});
