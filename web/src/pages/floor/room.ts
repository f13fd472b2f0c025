// What the floor shows, worked out from what the server says. All of it is pure.
import { parseMoney } from "../../kit/money";
import type { Floor, FloorTable, Hand, HouseEvent, Meter, Prize } from "../../kit/shapes";

// ------------------------------------------------------------------------------------------ tables

export type Shown = "all" | "open" | "alarms";

export const needsAttention = (table: FloorTable): boolean => table.alarms.length > 0 || table["hands-waiting"] > 0;

function isShown(table: FloorTable, shown: Shown): boolean {
    if (shown === "open") return table.state !== "closed";
    return shown === "all" || needsAttention(table);
}

export interface Group { game: string; tables: FloorTable[] }

// The tables by their games, in the order of the house.
export function groupsOf(floor: Floor, shown: Shown): Group[] {
    const groups = new Map<string, FloorTable[]>();
    for (const table of floor.tables) {
        if (isShown(table, shown)) groups.set(table.game, [...(groups.get(table.game) ?? []), table]);
    }
    return [...groups].map(([game, tables]) => ({ game, tables }));
}

export interface Glance { open: number; rounds: number; players: number; hands: number; prizes: number; alarms: number }

export function glanceOf(floor: Floor): Glance {
    const count = (is: (table: FloorTable) => boolean): number => floor.tables.filter(is).length;
    return {
        open: count((table) => table.state !== "closed"),
        rounds: count((table) => table.state === "round"),
        players: floor.tables.reduce((sum, table) => sum + table.players, 0),
        hands: floor["hands-waiting"],
        prizes: floor["prizes-open"],
        alarms: count((table) => table.alarms.length > 0),
    };
}

// Tables that have called the floor and still wait for it.
export const openCalls = (floor: Floor | null): number => floor?.tables.filter((table) => table.calls).length ?? 0;

// ------------------------------------------------------------------------------------------ hands

// Whoever has waited longest comes first.
export function queueOf(hands: readonly Hand[]): Hand[] {
    return [...hands].sort((one, other) => one.hand - other.hand);
}

export const settledWith = (hand: Hand, hands: readonly Hand[]): Hand[] =>
    hands.filter((other) => other.offer === hand.offer && other.table === hand.table && other.round === hand.round && other.state === hand.state);

export interface Player { place: number; patron: string; name: string; points: number; hands: Hand[] }
export interface BoardNow { offer: string; title: string; ends: string; posted: Hand[]; beaten: Hand[]; unable: Hand[]; players: Player[] }

// Players by their points; equal ones have the same place.
function playersOf(hands: readonly Hand[]): Player[] {
    const players = new Map<string, Player>();
    for (const hand of hands) {
        const known = players.get(hand.patron) ?? { place: 1, patron: hand.patron, name: hand.name, points: 0, hands: [] };
        players.set(hand.patron, { ...known, points: known.points + (hand.points ?? 0), hands: [...known.hands, hand] });
    }
    const ranked = [...players.values()].sort((one, other) => other.points - one.points);
    return ranked.map((player) => ({ ...player, place: 1 + ranked.filter((other) => other.points > player.points).length }));
}

// The hands of running periods, by offer: those on the list from the first place down, those that were beaten, those that cannot win
// as things are, and players with their points.
export function boardsOf(standing: readonly Hand[]): BoardNow[] {
    const hands = [...standing].sort((one, other) => one.hand - other.hand);
    return [...new Set(hands.map((hand) => hand.offer))].map((offer) => {
        const own = hands.filter((hand) => hand.offer === offer);
        return {
            offer,
            title: own[0]!.title,
            ends: own[0]!["stands-until"] ?? "",
            posted: own.filter((hand) => hand.state === "posted").sort((one, other) => (one.place ?? 0) - (other.place ?? 0)),
            beaten: own.filter((hand) => hand.state === "beaten"),
            unable: own.filter((hand) => hand.state === "void"),
            players: playersOf(own.filter((hand) => hand.points && hand.state !== "void")),
        };
    });
}

// The last event of a kind about a hand.
export function eventOfHand(events: readonly HouseEvent[], kind: string, hand: number): Record<string, unknown> | null {
    const found = events.filter((told) => told.kind === kind && told.event["hand"] === hand);
    return found.reduce<HouseEvent | null>((last, told) => (last && last.sequence > told.sequence ? last : told), null)?.event ?? null;
}

export const cardsIn = (words: unknown): string[] =>
    typeof words === "string" ? words.split(/[\s/]+/).filter((card) => /^([AKQJT2-9][shdc]|joker)$/.test(card)) : [];

// ------------------------------------------------------------------------------------------ prizes

export interface PrizeNow { meter: Meter | null; cents: number | null }

// What a prize of the chart comes to at this moment: "$300", or a part of a pool whose meter is known. The award itself may
// round it as the document says.
export function prizeNow(prize: string, meters: readonly Meter[]): PrizeNow {
    const part = /^(\d{1,3})% of (?:the )?(.+)$/.exec(prize);
    if (!part) return { meter: null, cents: parseMoney(prize) };
    const meter = meters.find((known) => known.pool === part[2]) ?? null;
    return { meter, cents: meter ? Math.floor((meter.cents * Number(part[1])) / 100) : null };
}

export interface Award {
    award: number;
    at: string;
    offer: string;
    title: string;
    table: string;
    cents: number;
    prizes: Prize[];
    verifiedBy: string;
    authorisedBy: string;
}

// Prizes by the award that they came with, the newest first.
export function awardsOf(prizes: readonly Prize[]): Award[] {
    const awards = new Map<number, Award>();
    for (const prize of prizes) {
        const known = awards.get(prize.award);
        if (known) {
            known.prizes.push(prize);
            known.cents += prize.cents;
            continue;
        }
        awards.set(prize.award, {
            award: prize.award, at: prize["awarded-at"], offer: prize.offer, title: prize.title, table: prize.table, cents: prize.cents,
            prizes: [prize], verifiedBy: prize["verified-by"], authorisedBy: prize["authorised-by"],
        });
    }
    const sorted = [...awards.values()].sort((one, other) => other.award - one.award);
    for (const award of sorted) award.prizes.sort((one, other) => one.prize - other.prize);
    return sorted;
}

const SETTLED = ["paid", "lapsed", "forfeited"];
export const waits = (prize: Prize): boolean => !SETTLED.includes(prize.state) && prize.state !== "reversed";

// As a whole: some of it may have been reversed before.
export const canBeReversed = (award: Award): boolean => award.prizes.some(waits) && award.prizes.every((prize) => !SETTLED.includes(prize.state));

// The state of all prizes of an award, if it is one.
export function stateOf(award: Award): string {
    const states = new Set(award.prizes.map((prize) => prize.state));
    return states.size === 1 ? [...states][0]! : "";
}

// ------------------------------------------------------------------------------------------ events

export const INCIDENT_KINDS = ["irregularity-noted", "equipment-reported", "floor-called", "call-answered", "fees-returned", "hand-rejected", "hand-withdrawn", "prize-forfeited", "award-reversed", "adjusted"];
const EVENTS_KEPT = 500;

// The events with one more, the newest first, each once.
export function withEvent(events: readonly HouseEvent[], told: HouseEvent): HouseEvent[] {
    if (events.some((known) => known.sequence === told.sequence)) return [...events];
    return [told, ...events].sort((one, other) => other.sequence - one.sequence).slice(0, EVENTS_KEPT);
}
