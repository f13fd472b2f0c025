// What the page knows, and how it stays true: the floor, the hands that wait, the meters and the events that matter, fetched
// once and then again whenever the feed tells of something that touches them.
import { signal } from "@preact/signals";
import { get } from "../../kit/api";
import { follow } from "../../kit/feed";
import { may, session } from "../../kit/session";
import type { Floor, Hand, HouseEvent, Meter, Prize, Signs, Staff } from "../../kit/shapes";
import { sayProblem } from "../../kit/toast";
import { INCIDENT_KINDS, withEvent } from "./room";

export const floor = signal<Floor | null>(null);
export const hands = signal<Hand[]>([]);
export const standing = signal<Hand[]>([]); // of periods that run
export const prizes = signal<Prize[]>([]);
export const events = signal<HouseEvent[]>([]);
export const signs = signal<Signs | null>(null);
export const people = signal<Staff["people"]>([]);
export const changed = signal<{ table: string; sequence: number }>({ table: "", sequence: 0 });

export const mayDo = (command: string): boolean => may(session.value, command);

export function personName(person: string): string {
    return people.value.find((known) => known.person === person)?.name || person;
}

export const metersOf = (offer: string): Meter[] => signs.value?.offers.find((known) => known.offer === offer)?.meters ?? [];

// ------------------------------------------------------------------------------------------ fetching

const EVENT_KINDS = [...INCIDENT_KINDS, "hand-claimed", "hand-verified"];

async function loadFloor(): Promise<number> {
    const answer = await get<Floor>("/api/floor");
    if (!floor.value || answer.sequence >= floor.value.sequence) floor.value = answer;
    return answer.sequence;
}

async function loadHands(): Promise<void> {
    const [open, onBoards] = await Promise.all([
        get<{ hands: Hand[] }>("/api/hands", { state: "open", limit: 200 }),
        get<{ hands: Hand[] }>("/api/hands", { state: "standing", limit: 500 }),
    ]);
    hands.value = open.hands;
    standing.value = onBoards.hands;
}

async function loadPrizes(): Promise<void> {
    if (mayDo("read patrons")) prizes.value = (await get<{ prizes: Prize[] }>("/api/prizes", { limit: 300 })).prizes;
}

async function loadEvents(): Promise<void> {
    const told = (await get<{ events: HouseEvent[] }>("/api/events", { limit: 500 })).events;
    events.value = told.reduce<HouseEvent[]>((all, one) => withEvent(all, one), events.value);
}

async function loadSigns(): Promise<void> {
    signs.value = await get<Signs>("/api/signs");
}

async function loadPeople(): Promise<void> {
    people.value = (await get<Staff>("/api/staff")).people;
}

async function load(): Promise<number> {
    const sequence = await loadFloor();
    await Promise.all([loadHands(), loadPrizes(), loadEvents(), loadSigns(), loadPeople()]);
    return sequence;
}

// Many events come together; what they touch is fetched once, a moment later.
const GATHER_MS = 150;
function gathered(fetchAnew: () => Promise<unknown>): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
        timer ??= setTimeout(() => {
            timer = undefined;
            fetchAnew().catch(sayProblem);
        }, GATHER_MS);
    };
}

const floorAnew = gathered(loadFloor);
const handsAnew = gathered(loadHands);
const prizesAnew = gathered(loadPrizes);
const peopleAnew = gathered(loadPeople);

// ------------------------------------------------------------------------------------------ the feed

const HAND_EVENTS = ["hand-claimed", "hand-verified", "hand-rejected", "hand-withdrawn", "hand-on-board", "awarded", "period-closed", "award-reversed", "patron-recorded", "irregularity-noted"];
const PRIZE_EVENTS = ["awarded", "award-reversed", "prize-paid", "prize-lapsed", "prize-forfeited", "prize-identified", "prize-held"];
const QUIET_EVENTS = ["clock"]; // nothing on the floor changes with it

function tableIn(told: HouseEvent): string {
    const table = told.event["table"];
    if (typeof table === "string") return table;
    return hands.value.find((hand) => hand.hand === told.event["hand"])?.table ?? "";
}

function happened(told: HouseEvent): void {
    if (QUIET_EVENTS.includes(told.kind)) return;
    floorAnew();
    if (EVENT_KINDS.includes(told.kind)) events.value = withEvent(events.value, told);
    if (HAND_EVENTS.includes(told.kind)) handsAnew();
    if (PRIZE_EVENTS.includes(told.kind)) prizesAnew();
    if (told.kind === "appointed" || told.kind === "dismissed") peopleAnew();
    changed.value = { table: tableIn(told), sequence: told.sequence };
}

function metersChanged(meters: { offer: string; pool: string; cents: number }[]): void {
    if (!signs.value) return;
    const offers = signs.value.offers.map((offer) => ({
        ...offer,
        meters: offer.meters.map((meter) => {
            const news = meters.find((changedMeter) => changedMeter.offer === offer.offer && changedMeter.pool === meter.pool);
            return news ? { ...meter, cents: news.cents } : meter;
        }),
    }));
    signs.value = { ...signs.value, offers };
}

export const feed = follow({
    load,
    on: { event: happened, meters: (message) => metersChanged(message.meters) },
});

// Somebody else has signed in, and may see and do other things.
export async function personChanged(): Promise<void> {
    await load();
}
