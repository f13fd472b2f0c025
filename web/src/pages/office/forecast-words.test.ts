import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, chanceWords, expectedWords, timeWords } from "./forecast-words";

test("times have the unit that people would use", () => {
    assert.equal(timeWords(0), "0 min");
    assert.equal(timeWords(89 / 1440), "89 min");
    assert.equal(timeWords(90 / 1440), "1.5 hours");
    assert.equal(timeWords(1.99), "48 hours");
    assert.equal(timeWords(2), "2 days");
    assert.equal(timeWords(8.25), "8.3 days");
    assert.equal(timeWords(38.02), "38 days");
    assert.equal(timeWords(729), "729 days");
    assert.equal(timeWords(730), "2.0 years");
    assert.equal(timeWords(365250), "1,000 years");
});

test("a chance is not rounded to nothing, nor to certainty", () => {
    assert.equal(chanceWords(0), "0%");
    assert.equal(chanceWords(0.00009), "< 0.01%");
    assert.equal(chanceWords(0.0001), "0.01%");
    assert.equal(chanceWords(0.0099), "0.99%");
    assert.equal(chanceWords(0.5464), "54.6%");
    assert.equal(chanceWords(0.999), "99.9%");
    assert.equal(chanceWords(0.99999), "> 99.9%");
    assert.equal(chanceWords(1), "100%");
});

test("hits that were to be expected keep two decimals while they are few", () => {
    assert.equal(expectedWords(0), "0");
    assert.equal(expectedWords(0.0026), "< 0.01");
    assert.equal(expectedWords(9.994), "9.99");
    assert.equal(expectedWords(237.6), "238");
    assert.equal(brief(240), "240");
    assert.equal(brief(1.06), "1.1");
});
