// An event as a sentence and its movements as words.
import { strings, type EventWords } from "../../strings";
import { money } from "../../kit/money";
import type { Account, HouseEvent, Offer } from "../../kit/shapes";
import { dateAndTime, dayWords } from "../../kit/time";
import { accountWords, capital, documentTitle, nameWords, ruleWords } from "../../kit/titles";
import { changesWords, type ChangeRow } from "./house-changes";
import { movementsOf } from "./ledger";

const NAMES: Record<string, keyof EventWords> = {
    house: "house", activity: "activity", offer: "offer", day: "day", pool: "pool", table: "table", name: "name", person: "person",
    role: "role", patron: "patron", excluded: "excluded", reason: "reason", seat: "seat", device: "device", works: "works",
    words: "words", round: "round", fees: "fees", marked: "marked", what: "what", note: "note", pot: "pot", hand: "hand", row: "row",
    cards: "cards", why: "why", award: "award", "verified-by": "verifiedBy", "authorised-by": "authorisedBy", prizes: "prizes",
    prize: "prize", document: "document", in: "in", from: "from", to: "to", points: "points",
    version: "version", for: "cost", count: "count", cents: "cents", "winner-pays": "winnerPays",
    number: "number", changes: "changes", issuer: "issuer",
};

interface PrizeField { share?: string; cents?: number; thing?: string; things?: number; patron?: string }

// Also a row [prize, cents].
function prizeWords(prize: PrizeField | [number, number]): string {
    if (Array.isArray(prize)) return strings.office.prizeNumbered(prize[0], money(prize[1]));
    const amount = prize.cents ? money(prize.cents) : strings.office.patrons.things(prize.things ?? 1, prize.thing ?? "");
    return strings.office.prizeWords(amount, prize.share ?? "", prize.patron ?? "");
}

// What the office knows beside the event: offers in the order of their numbers, and people.
export interface Names { offers: readonly Offer[]; personName: (person: string) => string }

const DEVICES = strings.dealer.devices;
const OF_THE_HOUSE = new Set(["house-amended", "amendment-filed"]);
const PERSONS = new Set(["person", "verified-by", "authorised-by"]);

// A row of a chart by its hand; several that were won together are joined by "and".
function handOf(row: string, event: HouseEvent, offers: readonly Offer[]): string {
    const activity = String(event.event["clause"] ?? "").split("#")[0];
    const chart = (offerOf(event, offers) ?? offers.find((offer) => offer.activity === activity))?.chart ?? [];
    return row.split(" and ").map((code) => chart.find((known) => known.row === code || known.hand === code)?.hand).filter(Boolean).join(" and ");
}

function inWords(field: string, value: unknown, event: HouseEvent, names: Names): string {
    if (value === undefined || value === null || value === false) return "";
    if (field === "offer") return offerOf(event, names.offers)?.title ?? nameWords(String(value));
    if (field === "activity") return documentTitle(String(value));
    if (field === "issuer") return nameWords(String(value));
    if (field === "row") return handOf(String(value), event, names.offers);
    if (field === "why") return capital(String(value));
    if (field === "role") return strings.roles[String(value)] ?? capital(String(value));
    if (field === "device") return DEVICES[String(value)] ?? capital(String(value));
    if (field === "what") return strings.dealer.irregular[String(value)] ?? capital(String(value));
    if (field === "in") return (strings.cage.forms[String(value)] ?? strings.cage.otherForms[String(value)] ?? String(value)).toLowerCase();
    // A patron who was changed has changes too, of another form.
    if (field === "changes") return OF_THE_HOUSE.has(event.kind) ? changesWords(value as ChangeRow[]) : "";
    if (field === "from" && event.kind === "amendment-filed") return dayWords(String(value));
    if (field === "day") return dayWords(String(value));
    if (field === "from" && event.kind === "offer-filed") return dateAndTime(String(value));
    if (field === "to") return dateAndTime(String(value));
    if (PERSONS.has(field)) return names.personName(String(value));
    if ((field === "pot" || field === "cents") && typeof value === "number") return money(value);
    if (field === "winner-pays" && Array.isArray(value)) return money((value as [number, string][]).reduce((sum, [cents]) => sum + cents, 0));
    if (field === "prizes" && Array.isArray(value)) return (value as (PrizeField | [number, number])[]).map(prizeWords).join("; ");
    return Array.isArray(value) ? value.join(", ") : String(value);
}

export function eventWords(event: HouseEvent, names: Names): string {
    const sentence = strings.office.events[event.kind];
    if (!sentence) return nameWords(event.kind);
    const fields = {} as EventWords;
    for (const [field, name] of Object.entries(NAMES)) {
        // The first offer has the number 0, which is empty and so is not written.
        const value = event.event[field] ?? (field === "offer" && isOfAnOffer(event.kind) ? 0 : undefined);
        fields[name] = inWords(field, value, event, names);
    }
    return sentence(fields);
}

const OF_AN_OFFER = new Set(["administration-taken", "offer-withdrawn", "seeded", "increased", "hand-claimed", "hand-on-board", "awarded", "period-closed", "adjusted", "raised", "voucher-redeemed"]);
const isOfAnOffer = (kind: string): boolean => OF_AN_OFFER.has(kind);

export interface MovementWords { from: string; to: string; amount: string; reason: string; rule: string }

export function movementWords(event: HouseEvent, accounts: readonly Account[]): MovementWords[] {
    const name = (number: number): string => accountWords(accounts[number]?.name ?? String(number));
    return movementsOf(event).map(([from, to, cents, reason, clause]) => ({ from: name(from), to: name(to), amount: money(cents), reason, rule: ruleWords(clause) }));
}

export interface LogFilter { kind: string; table: string; by: string; offer: string; patron: string; from: string; to: string; clocks: boolean }
export const noFilter: LogFilter = { kind: "", table: "", by: "", offer: "", patron: "", from: "", to: "", clocks: false };

interface Books { offers: readonly Offer[]; accounts: readonly Account[]; today: string }

// The number of the offer that an event names; undefined if it names none.
export function offerOf(event: HouseEvent, offers: readonly Offer[]): Offer | undefined {
    const said = event.event["offer"] ?? (isOfAnOffer(event.kind) ? 0 : undefined);
    return typeof said === "number" ? offers[said] : offers.find((offer) => offer.offer === said);
}

// By its name, by its number, or because money of its accounts moves.
function isOf(event: HouseEvent, name: string, { offers, accounts }: Books): boolean {
    const said = offerOf(event, offers);
    if (said) return said.offer === name;
    const activity = offers.find((offer) => offer.offer === name)?.activity;
    return movementsOf(event).some(([from, to]) => [from, to].some((account) => accounts[account]?.activity === activity));
}

const isOfPatron = (event: HouseEvent, patron: string): boolean =>
    event.event["patron"] === patron || ((event.event["prizes"] ?? []) as PrizeField[]).some((prize) => prize.patron === patron);

// Whether an event of the feed, which happens today, belongs into the log that is shown; the server decides the same for what is stored.
export function fits(event: HouseEvent, filter: LogFilter, books: Books): boolean {
    return (
        (filter.kind === "" ? filter.clocks || event.kind !== "clock" : event.kind === filter.kind) &&
        (filter.table === "" || event.event["table"] === filter.table) &&
        (filter.by === "" || event.event["by"] === filter.by) &&
        (filter.offer === "" || isOf(event, filter.offer, books)) &&
        (filter.patron === "" || isOfPatron(event, filter.patron)) &&
        (filter.from === "" || filter.from <= books.today) &&
        (filter.to === "" || filter.to >= books.today)
    );
}
