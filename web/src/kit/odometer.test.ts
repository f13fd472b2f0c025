import assert from "node:assert/strict";
import { test } from "node:test";
import { rollTo, shownAt, wheelAt, wheelCount } from "./odometer";

test("O1: a roll never shows more than its goal, and never goes back", () => {
    for (const [from, to] of [[0, 1], [99, 100], [1_284_317, 1_285_428], [999_999, 1_000_000]] as const) {
        const roll = rollTo(from, to, 1_000);
        let last: number = from;
        for (let now = 900; now <= 3_000; now += 7) {
            const shown = shownAt(roll, now);
            assert.ok(shown >= last && shown <= to);
            last = shown;
        }
        assert.equal(last, to);
    }
});

test("O2: a smaller amount is shown at once", () => {
    assert.equal(shownAt(rollTo(1_284_317, 500_000, 1_000), 1_000), 500_000);
});

test("a goal that changes on the way is rolled to from where the wheels are", () => {
    const first = rollTo(100, 200, 0);
    const middle = shownAt(first, 300);
    const second = rollTo(middle, 250, 300);
    assert.equal(shownAt(second, 300), middle);
    assert.equal(shownAt(second, 10_000), 250);
});

test("wheels turn as in a car: each one only while all below it go from 9 to 0", () => {
    assert.equal(wheelAt(19, 1), 1);
    assert.equal(wheelAt(19.5, 1), 1.5);
    assert.equal(wheelAt(18.5, 1), 1);
    assert.equal(wheelAt(199.25, 2), 1.25);
    assert.equal(wheelAt(198.75, 2), 1);
    assert.equal(wheelAt(999.5, 2), 9.5);
});

test("at rest the wheels read the amount", () => {
    for (const cents of [0, 5, 99, 100, 1_284_317, 25_000_000]) {
        const places = wheelCount(cents);
        const read = Array.from({ length: places }, (_, at) => wheelAt(cents, places - 1 - at)).join("");
        assert.equal(Number(read), cents);
    }
});

test("on the way the wheels never read more than the amount", () => {
    for (let value = 90; value < 1_100; value += 0.37) {
        const places = wheelCount(value);
        const read = Number(Array.from({ length: places }, (_, at) => Math.floor(wheelAt(value, places - 1 - at)) % 10).join(""));
        assert.ok(read <= value, `${read} at ${value}`);
    }
});
