// What the office knows: offers with their meters, accounts, people; kept up to date by the feed.
import { signal } from "@preact/signals";
import { get } from "../../kit/api";
import { follow, type Feed } from "../../kit/feed";
import { amendmentsHeard } from "../../kit/frame";
import type { Documents, Funds, House, HouseEvent, HouseFile, Offer, Staff } from "../../kit/shapes";
import { houseNow } from "../../kit/time";
import { learnTitles } from "../../kit/titles";
import { sayProblem } from "../../kit/toast";
import { meterKey, withReading, type Reading } from "./history";
import { knowsAccounts, withEvents, withMeters, type MeterChange } from "./ledger";

export const offers = signal<Offer[]>([]);
export const funds = signal<Funds | null>(null);
export const staff = signal<Staff | null>(null);
export const houseFile = signal<HouseFile | null>(null); // the house as it runs, and the changes that wait
export const day = signal(""); // the gaming day that runs
export const trails = signal<ReadonlyMap<string, Reading[]>>(new Map()); // of the meters, since the page was opened

const TRAIL_MAX = 2_000;
const SETTLE_MS = 120; // a busy room is drawn a few times a second, not at every fee

// After these an offer has other wins, parameters or accounts than before.
const CHANGES_OFFERS = new Set(["awarded", "award-reversed", "offer-posted", "offer-withdrawn", "raised", "seeded", "day-began", "period-closed"]);
const CHANGES_HOUSE = new Set(["house-amended", "amendment-filed", "offer-filed", "offer-posted", "change-withdrawn", "change-refused", "appointed", "dismissed", "table-opened", "table-closed", "day-began"]);
const CHANGES_STAFF = new Set(["appointed", "dismissed"]);

const listeners = new Set<(events: HouseEvent[]) => void>();
export function onEvents(listener: (events: HouseEvent[]) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

let heardEvents: HouseEvent[] = [];
let heardMeters: MeterChange[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function settle(): void {
    timer = undefined;
    const events = heardEvents;
    const meters = heardMeters;
    heardEvents = [];
    heardMeters = [];
    if (meters.length > 0) {
        offers.value = withMeters(offers.value, meters);
        noteMeters(meters);
    }
    if (events.length === 0) return;
    const known = funds.value !== null && events.every((event) => knowsAccounts(funds.value!, event));
    if (funds.value && known) funds.value = withEvents(funds.value, events);
    if (!known || events.some((event) => CHANGES_OFFERS.has(event.kind))) loadBooks().catch(sayProblem);
    if (events.some((event) => CHANGES_STAFF.has(event.kind))) loadStaff().catch(sayProblem);
    if (events.some((event) => CHANGES_HOUSE.has(event.kind))) loadHouseFile().catch(sayProblem);
    if (events.some((event) => event.kind === "house-amended")) amendmentsHeard.value += 1;
    for (const event of events) if (event.kind === "day-began") day.value = String(event.event["day"]);
    for (const listener of listeners) listener(events);
}

function soon(): void {
    timer ??= setTimeout(settle, SETTLE_MS);
}

function noteMeters(meters: readonly MeterChange[]): void {
    const ms = houseNow.value.getTime();
    const next = new Map(trails.value);
    for (const { offer, pool, cents } of meters) {
        const key = meterKey(offer, pool);
        next.set(key, withReading(next.get(key) ?? [], { ms, cents }, TRAIL_MAX));
    }
    trails.value = next;
}

export async function loadStaff(): Promise<void> {
    staff.value = await get<Staff>("/api/staff");
}

export async function loadHouseFile(): Promise<void> {
    const asked = await get<HouseFile>("/api/house-file");
    // Two questions may be answered in the other order.
    if (!houseFile.value || asked.sequence >= houseFile.value.sequence) houseFile.value = asked;
}

async function loadBooks(): Promise<number> {
    const asked = await get<{ offers: Offer[] }>("/api/offers");
    const account = await get<Funds>("/api/funds");
    offers.value = asked.offers;
    // Events that came while the question was on its way are in the answer, or come after its sequence.
    if (!funds.value || account.sequence >= funds.value.sequence) funds.value = account;
    return account.sequence;
}

export function followBooks(): Feed {
    get<House>("/api/house").then((house) => (day.value = house.day ?? ""), sayProblem);
    // The house tells the titles of the documents that it has filed; the office also shows the others.
    get<Documents>("/api/documents").then(({ documents }) => learnTitles(Object.fromEntries(documents.map((entry) => [entry.document, entry.title]))), sayProblem);
    loadStaff().catch(sayProblem);
    loadHouseFile().catch(sayProblem);
    return follow({
        load: async () => {
            funds.value = null;
            const sequence = await loadBooks();
            noteMeters(offers.value.flatMap((offer) => offer.meters.map(({ pool, cents }) => ({ offer: offer.offer, pool, cents }))));
            return sequence;
        },
        on: {
            event: (event) => {
                heardEvents.push(event);
                soon();
            },
            meters: ({ meters }) => {
                heardMeters.push(...meters);
                soon();
            },
        },
    });
}

export const offerByName = (name: string): Offer | undefined => offers.value.find((offer) => offer.offer === name);
export const offerOfActivity = (activity: string): Offer | undefined => offers.value.find((offer) => offer.activity === activity);
export const personName = (person: string): string => staff.value?.people.find((known) => known.person === person)?.name || person;
export const titleOf = (name: string): string => offerByName(name)?.title ?? name;
