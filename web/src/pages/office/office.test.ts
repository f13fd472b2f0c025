import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Account, Funds, HouseEvent, Offer, Report } from "../../kit/shapes";
import { strings } from "../../strings";
import { diffLines, spanOfLine } from "./diff";
import { eventWords, fits, noFilter, movementWords, type LogFilter } from "./event-words";
import { readingsOf, sparkline, withReading } from "./history";
import { byActivity, knowsAccounts, sumOf, withEvents, withMeters } from "./ledger";

const account = (number: number, name: string, cents: number, activity = ""): Account => ({ account: number, kind: "fund", activity, name, cents });
const event = (sequence: number, kind: string, fields: Record<string, unknown>): HouseEvent => ({ sequence, kind, event: fields });

const funds: Funds = {
    sequence: 10,
    accounts: [account(0, "house", -500), account(1, "prize pool", 500, "bay101/x")],
    advances: [{ offer: "x", cents: 500 }],
};

test("a movement leaves one account and reaches another, once", () => {
    const fee = event(11, "increased", { movements: [[0, 1, 200, "increase", "bay101/x#4"]], advances: [[0, 200, "bay101/x#4"]] });
    const after = withEvents(funds, [fee]);
    assert.deepEqual(after.accounts.map((row) => row.cents), [-700, 700]);
    assert.equal(after.advances[0]?.cents, 700);
    assert.equal(sumOf(after.accounts), 0);
    assert.equal(withEvents(after, [fee]), after, "an event that is in the balances changes nothing");
    assert.equal(withEvents(funds, [event(10, "increased", fee.event)]), funds);
});

test("an account that is not known yet is noticed", () => {
    assert.ok(knowsAccounts(funds, event(11, "seeded", { movements: [[0, 1, 1, "seed", ""]] })));
    assert.ok(!knowsAccounts(funds, event(11, "seeded", { movements: [[0, 2, 1, "seed", ""]] })));
});

test("a meter shows what the feed said last", () => {
    const offer = { offer: "x", meters: [{ pool: "prize pool", cents: 1 }, { pool: "other", cents: 2 }] } as Offer;
    const [after] = withMeters([offer], [{ offer: "x", pool: "prize pool", cents: 5 }, { offer: "x", pool: "prize pool", cents: 6 }]);
    assert.deepEqual(after?.meters.map((meter) => meter.cents), [6, 2]);
});

test("the accounts of the house come first", () => {
    assert.deepEqual(byActivity([account(1, "a", 0, "z/z"), account(2, "b", 0), account(3, "c", 0, "z/z")]).map((group) => group.accounts.length), [1, 2]);
});

test("readings are in order, the day that runs has none, and the first day begins with its own", () => {
    const rows = [
        { day: "2026-11-02", offer: "Bonus Hand", offer_id: "x", pool: "p", begins: 100, ends: 110, change: 10 },
        { day: "2026-11-03", offer: "Bonus Hand", offer_id: "x", pool: "p", begins: 110, ends: 130, change: 20 },
        { day: "2026-11-04", offer: "Bonus Hand", offer_id: "x", pool: "p", begins: 130, ends: null, change: null },
    ];
    const report = { from: "2026-11-02", begins: "2026-11-02T14:00:00Z", rows } as unknown as Report & { begins: string };
    const list = readingsOf(report).get("x/p");
    assert.deepEqual(list?.map((reading) => reading.cents), [100, 110, 130]);
    assert.deepEqual(list?.map((reading) => new Date(reading.ms).toISOString().slice(0, 13)), ["2026-11-02T14", "2026-11-03T14", "2026-11-04T14"]);
});

test("a trail keeps the newest readings, and the last of one moment", () => {
    const trail = [1, 2, 3].reduce((list, ms) => withReading(list, { ms, cents: ms }, 2), [] as { ms: number; cents: number }[]);
    assert.deepEqual(trail.map((reading) => reading.ms), [2, 3]);
    assert.deepEqual(withReading(trail, { ms: 3, cents: 9 }, 2).map((reading) => reading.cents), [2, 9]);
});

test("a small drawing needs two readings and stays in its box", () => {
    assert.equal(sparkline([{ ms: 1, cents: 1 }], 100, 40), "");
    assert.equal(sparkline([{ ms: 0, cents: 0 }, { ms: 10, cents: 100 }], 100, 40), "M0.0,38.0L100.0,2.0");
    assert.equal(sparkline([{ ms: 0, cents: 7 }, { ms: 10, cents: 7 }], 100, 40), "M0.0,20.0L100.0,20.0");
});

test("a change of a text is told by its lines", () => {
    const lines = diffLines("a\nb\nc", "a\nB\nc\nd").map((line) => `${line.kind} ${line.line} ${line.words}`);
    assert.deepEqual(lines, ["same 1 a", "removed 2 b", "added 2 B", "same 3 c", "added 4 d"]);
    assert.ok(diffLines("same", "same").every((line) => line.kind === "same"));
});

test("the line that a refusal names is found", () => {
    assert.deepEqual(spanOfLine("ab\ncde\nf", 2), { from: 3, to: 6 });
    assert.deepEqual(spanOfLine("ab", 9), { from: 3, to: 3 });
});

const offers = [
    { offer: "aces", title: "Aces Cracked", activity: "bay101/aces", chart: [] as unknown[] },
    { offer: "sevens", title: "Blazing 7s", activity: "bay101/sevens", chart: [{ row: "B3", hand: "three sevens suited" }, { row: "B4", hand: "three sevens" }] },
] as Offer[];
const people: Record<string, string> = { sam: "Sam Pike", sue: "Sue Lindqvist" };
const names = { offers, personName: (person: string): string => people[person] ?? person };
const said = (kind: string, fields: Record<string, unknown>): string => eventWords(event(1, kind, fields), names);

test("every event is a sentence with titles and names, and the first offer has the number that is not written", () => {
    assert.equal(said("seeded", { pool: "prize pool" }), "Aces Cracked: prize pool seeded");
    assert.equal(said("raised", { offer: 1, pool: "meter" }), "Blazing 7s: meter raised");
    assert.equal(said("house-amended", { number: 2, changes: [["tables/C4-1/limits", "$5 to $50", "$10 to $100"], ["tables/A/B/pace", "", "40"], ["funds/picnic/minimum", "$10", ""], ["name", "a", "b"]] }),
        "Card room changed: Table C4-1, limits: $5 to $50 → $10 to $100; Table A/B, rounds an hour: 40; Fund picnic, least amount: $10 removed; and 1 more");
    assert.match(said("patron-recorded", { patron: "1001", name: "Ann Lee", changes: [{ field: "name", before: "Ann", after: "Ann Lee" }] }), /1001/);
    assert.equal(said("change-refused", { number: 3, clause: "house#table", reason: "table C4-1 is open" }), "Change 3 was not made: table C4-1 is open");
    assert.equal(said("round-started", { table: "C4-1", round: 3, fees: [1, 3] }), "C4-1: round 3 started, fees from seats 1, 3");
    assert.equal(
        said("voucher-redeemed", { prize: 2, for: "hotel night", count: 3, cost: 15000, cents: 30000, "winner-pays": [[15000, "x#39"]] }),
        "Prize 2: voucher paid $300.00 for 3 × hotel night. The winner pays $150.00",
    );
    assert.equal(said("voucher-redeemed", { prize: 2, for: "airfare", count: 1, cost: 42000, cents: 42000 }), "Prize 2: voucher paid $420.00 for airfare");
    assert.equal(said("something-new", {}), "Something new");
    assert.equal(said("day-began", { day: "2026-11-18" }), "Gaming day Nov 18, 2026 started");
    assert.equal(
        said("time-confirmed", { to: "2026-12-28T18:30:00Z", reason: "new battery", "authorised-by": "sue" }),
        "The time Dec 28, 2026, 6:30 PM was confirmed: new battery. Authorised by Sue Lindqvist",
    );
    const prizes = [{ prize: 1, share: "royal flush", cents: 45012, patron: "1001" }];
    assert.equal(
        said("awarded", { offer: 1, award: 2, table: "C4-1", "verified-by": "sam", "authorised-by": "sue", prizes }),
        "Blazing 7s: award 2 at C4-1, verified by Sam Pike, authorised by Sue Lindqvist: $450.12, royal flush, to patron 1001",
    );
});

test("a row of a chart is said by its hand, never by its code", () => {
    assert.equal(said("hand-claimed", { table: "BJ-1", seat: 2, hand: 7, offer: 1, row: "B4" }), "BJ-1: seat 2 has hand 7 for Blazing 7s: three sevens");
    assert.equal(said("hand-verified", { hand: 7, row: "B3 and B4", clause: "bay101/sevens#20", cards: "7s 7s" }), "Hand 7 verified: 7s 7s, three sevens suited and three sevens");
    assert.equal(said("hand-verified", { hand: 7, row: "Z9", clause: "bay101/unknown#20" }), "Hand 7 verified");
});

// The headings of a part of a document, such as the kinds of events.
function headings(document: string, from: string): string[] {
    const text = readFileSync(join(process.env["CARDROOM_WEB"] ?? "", "..", document), "utf8");
    const begin = text.indexOf(`\n${from}\n`);
    const next = text.indexOf("\n## ", begin + 1);
    assert.ok(begin >= 0, `${document} has the part ${from}`);
    return [...text.slice(begin, next < 0 ? undefined : next).matchAll(/^### (\S+)$/gm)].map((found) => found[1]!);
}

const lacking = (kinds: readonly string[], words: Record<string, unknown>): string => kinds.filter((kind) => !(kind in words)).join(", ");

test("every kind of event that the house can write has a name and a sentence", () => {
    const kinds = headings("docs/formats/events.md", "## Events");
    assert.ok(kinds.length > 40 && kinds.includes("hand-claimed"), "the kinds are found in the document");
    assert.equal(lacking(kinds, strings.office.events), "", "kinds without a sentence in strings.office.events");
    assert.equal(lacking(kinds, strings.office.eventNames), "", "kinds without a name in strings.office.eventNames");
    assert.equal(lacking(Object.keys(strings.office.events), Object.fromEntries(kinds.map((kind) => [kind, true]))), "", "sentences for events that do not exist");
    assert.equal(lacking(Object.keys(strings.office.eventNames), Object.fromEntries(kinds.map((kind) => [kind, true]))), "", "names for events that do not exist");
    assert.equal(lacking(Object.keys(strings.floor.incidentsTab.kinds), Object.fromEntries(kinds.map((kind) => [kind, true]))), "", "incidents that do not exist");
});

test("every kind of event at the door has a name and a sentence", () => {
    const kinds = headings("docs/formats/access.md", "## Events");
    assert.ok(kinds.includes("sign-in-refused"), "the kinds are found in the document");
    assert.equal(lacking(kinds, strings.office.door.events), "", "kinds without a sentence in strings.office.door.events");
    assert.equal(lacking(kinds, strings.office.door.names), "", "kinds without a name in strings.office.door.names");
});

test("movements have the names of their accounts", () => {
    assert.deepEqual(movementWords(event(1, "raised", { movements: [[0, 1, 1250, "adjustment", "c#1"]] }), funds.accounts),
        [{ from: "House", to: "Prize pool", amount: "$12.50", reason: "adjustment", rule: "C, clause 1" }]);
});

test("the feed is filtered as the log is", () => {
    const offers = [{ offer: "bonus-hand", activity: "bay101/bonus" }, { offer: "blazing-7s", activity: "bay101/blazing" }] as Offer[];
    const accounts = [{ account: 0, activity: "" }, { account: 1, activity: "bay101/bonus" }] as Account[];
    const chosen = (event: HouseEvent, filter: Partial<LogFilter>): boolean => fits(event, { ...noFilter, ...filter }, { offers, accounts, today: "2026-11-02" });
    const round = event(1, "round-started", { table: "C4-1", by: "dana", movements: [[0, 1, 100, "fee", "c#1"]] });
    assert.ok(chosen(round, {}));
    assert.ok(!chosen(event(1, "clock", {}), {}));
    assert.ok(chosen(event(1, "clock", {}), { clocks: true }));
    assert.ok(chosen(event(1, "clock", {}), { kind: "clock" }));
    assert.ok(!chosen(round, { table: "C4-2" }));
    assert.ok(!chosen(round, { by: "sam" }));
    assert.ok(chosen(round, { kind: "round-started", table: "C4-1", by: "dana" }));
    assert.ok(chosen(round, { offer: "bonus-hand" }), "its fees go there");
    assert.ok(!chosen(round, { offer: "blazing-7s" }));
    assert.ok(chosen(event(1, "hand-claimed", {}), { offer: "bonus-hand" }), "the first offer is not written");
    assert.ok(chosen(event(1, "hand-claimed", { offer: 1 }), { offer: "blazing-7s" }));
    assert.ok(chosen(event(1, "seated", { patron: "1001" }), { patron: "1001" }));
    assert.ok(chosen(event(1, "awarded", { prizes: [{ patron: "1001" }] }), { patron: "1001" }));
    assert.ok(!chosen(round, { patron: "1001" }));
    for (const [day, after, before] of [["2026-11-01", true, false], ["2026-11-02", true, true], ["2026-11-03", false, true]] as const) {
        assert.equal(chosen(round, { from: day }), after);
        assert.equal(chosen(round, { to: day }), before);
    }
});
