import assert from "node:assert/strict";
import { test } from "node:test";
import { accountWords, documentTitle, learnTitles, nameWords, plainWords, ruleWords } from "./titles";

test("a clause is shown by the title of its document and its number", () => {
    learnTitles({ "bay101/blazing-7s": "Blazing 7s Progressive Jackpot" });
    assert.equal(ruleWords("bay101/blazing-7s#20"), "Blazing 7s Progressive Jackpot, clause 20");
    assert.equal(ruleWords("bay101/blazing-7s#R4"), "Blazing 7s Progressive Jackpot, reading 4");
    assert.equal(ruleWords("bay101/blazing-7s"), "Blazing 7s Progressive Jackpot");
    assert.equal(ruleWords("bay101/blazing-7s#7, the last sentence"), "Blazing 7s Progressive Jackpot, clause 7");
    assert.equal(ruleWords("#7"), "Clause 7");
});

test("a document whose title is not known is shown by its words, never by its path", () => {
    assert.equal(documentTitle("south-dakota/four-card-poker"), "Four card poker");
    assert.equal(ruleWords("south-dakota/four-card-poker#3"), "Four card poker, clause 3");
    assert.equal(nameWords("bay101"), "Bay 101");
});

test("rules of every house have names", () => {
    assert.equal(ruleWords("house#two-persons"), "House rule: two people must sign");
    assert.equal(ruleWords("house#something-new"), "House rule");
});

test("accounts have names that people know", () => {
    assert.equal(accountWords("fee box"), "Fee box");
    assert.equal(accountWords("held"), "Prizes to pay");
});

test("words of the server lose their backquotes and paths", () => {
    learnTitles({ "bay101/blazing-7s": "Blazing 7s" });
    assert.equal(plainWords("`hours` is not posted (bay101/blazing-7s#9)"), "hours is not posted (Blazing 7s, clause 9)");
    assert.equal(plainWords("bay101/blazing-7s reserve"), "Blazing 7s reserve");
    assert.equal(plainWords("Tournament games are not eligible. (#21)"), "Tournament games are not eligible. (clause 21)");
    assert.equal(plainWords("seat 4 has no fee, and/or chips"), "seat 4 has no fee, and/or chips");
});
