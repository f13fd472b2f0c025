import assert from "node:assert/strict";
import { test } from "node:test";
import { waitBefore } from "./feed";

test("the wait before a new line doubles up to a quarter of a minute, and chance spreads it", () => {
    assert.equal(waitBefore(0, 1), 500);
    assert.equal(waitBefore(0, 0), 250);
    assert.equal(waitBefore(1, 1), 1_000);
    assert.equal(waitBefore(4, 1), 8_000);
    assert.equal(waitBefore(5, 1), 15_000);
    assert.equal(waitBefore(1_000_000, 0), 7_500);
});
