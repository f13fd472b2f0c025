import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormDue, Prize } from "../../kit/shapes";
import { deadlineOf, fits, groupOf, inOrder, lawAsksWho, needsIdentification, netOf, toWithhold, traysOwed } from "./claims";

const prize = (about: Partial<Prize>): Prize => ({
    prize: 1, award: 1, offer: "no-limit-bad-beat", title: "No Limit Bad Beat", table: "NL-1", seat: 1, patron: "1001", name: "Ann Lee",
    share: "losing hand", cents: 80_000, thing: "", things: 0, clause: "bay101/no-limit-bad-beat#1", state: "awarded", tray: "",
    "awarded-at": "2026-11-16T20:00:00Z", "identify-by": "2026-11-16T20:15:00Z", "lapses-at": "2026-12-17T08:00:00Z", "verified-by": "sam",
    "authorised-by": "sue", identification: true, identified: false, ...about,
});

test("an award has minutes to be identified, what is held has days, what is payable has none", () => {
    assert.equal(deadlineOf(prize({}))?.kind, "identify");
    assert.equal(deadlineOf(prize({ state: "held" }))?.kind, "lapse");
    assert.equal(deadlineOf(prize({ "identify-by": "" }))?.kind, "lapse");
    assert.equal(deadlineOf(prize({ state: "payable" })), null);
    assert.equal(deadlineOf(prize({ "identify-by": "", "lapses-at": "" })), null);
});

test("a prize is ready when nobody needs to be identified any more", () => {
    assert.equal(groupOf(prize({})), "waiting");
    assert.equal(groupOf(prize({ state: "held" })), "held");
    assert.equal(groupOf(prize({ state: "payable" })), "ready");
    assert.equal(groupOf(prize({ identification: false })), "ready");
    assert.equal(needsIdentification(prize({ state: "payable" })), false);
});

test("whose time runs out first stands first, and who waits longest among those without a deadline", () => {
    const rows = [prize({ prize: 4, state: "payable" }), prize({ prize: 3, state: "payable" }), prize({ prize: 2, state: "held" }), prize({ prize: 1 })];
    assert.deepEqual(inOrder(rows).map((row) => row.prize), [1, 2, 3, 4]);
});

test("a prize is found by name, club number, table or its own number", () => {
    const one = prize({ prize: 12 });
    for (const words of ["ann", "LEE nl-1", "1001", "100", "12", "#12", "bad beat", ""]) assert.ok(fits(one, words), words);
    for (const words of ["bob", "ann bob", "2", "001", "#1", "nl-2"]) assert.ok(!fits(one, words), words);
});

test("each tray is owed the prizes that were paid from it", () => {
    const owed = [prize({ prize: 7, table: "TC-2", cents: 10000 }), prize({ prize: 9, table: "FP-1", cents: 20000 }), prize({ prize: 12, table: "TC-2", cents: 5000 })];
    assert.deepEqual(traysOwed(owed).map((tray) => [tray.table, tray.prizes.map((one) => one.prize), tray.cents]), [["FP-1", [9], 20000], ["TC-2", [7, 12], 15000]]);
    assert.deepEqual(traysOwed([]), []);
});


const form = (name: string, withhold?: number): FormDue => ({ form: name, clause: "us-federal/information-returns#1", words: "", ...(withhold ? { withhold } : {}) });

test("what the laws hold back is not handed over", () => {
    const won = prize({ cents: 4_875_022 });
    assert.equal(toWithhold([form("W-2G"), form("regular gambling withholding", 1_169_981)]), 1_169_981);
    assert.equal(toWithhold([]), 0);
    assert.equal(netOf(won, 1_169_981), 3_705_041);
    assert.equal(netOf(won, 0), 4_875_022);
    assert.equal(netOf(prize({ cents: 100 }), 200), 0);
});

test("a law asks who the winner is, whatever the rules of the offer say, until he has shown it", () => {
    const payable = prize({ state: "payable", identification: false, clause: "bay101/bonus-hand-progressive-v1-1#29" });
    const law = "us-federal/information-returns#23";
    assert.ok(lawAsksWho(payable, law));
    assert.ok(!lawAsksWho({ ...payable, identified: true }, law));
    assert.ok(!lawAsksWho(payable, null));
    assert.ok(!lawAsksWho(payable, "bay101/bonus-hand-progressive-v1-1#50"), "somebody known is refused for another reason");
    assert.ok(!lawAsksWho(payable, "bay101/bonus-hand-progressive-v1-1"));
    assert.ok(!lawAsksWho(payable, "house#permission"));
});

test("of somebody unknown no report is made: he is asked for once the house refuses", () => {
    const unknown = prize({ state: "payable", identification: false, patron: "", name: "" });
    assert.ok(!lawAsksWho(unknown, null));
    assert.ok(lawAsksWho(unknown, "us-federal/information-returns#10"));
    assert.ok(lawAsksWho(unknown, "house#table"));
});
