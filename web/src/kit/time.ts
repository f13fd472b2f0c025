// The clock of the house and its time zone, and the one format in which pages show and read dates and times:
//
//   Nov 18, 2026     6:30 PM     6:30:09 PM     Nov 18, 2026, 6:30 PM
//
// The pages never show the time of the machine they are on: a sign in the wrong zone, or one whose clock is slow, would show
// another day than the ledger. No other file of the pages formats a date or a time.
import { computed, signal } from "@preact/signals";

export const timeZone = signal("UTC");

// How far the clocks of the house are ahead of UTC, and from which moment on: what the books go by. The zone may be a rule that
// browsers do not know. Before the first and without any, the browser says what holds in the zone.
type Offset = readonly [fromMs: number, minutes: number];
const offsets = signal<{ zone: string; list: readonly Offset[] }>({ zone: "", list: [] });

export function setZone(zone: string, known: readonly (readonly [string, number])[] = []): void {
    timeZone.value = zone;
    offsets.value = { zone, list: known.map(([from, minutes]) => [Date.parse(from), minutes]) };
}

function offsetAt(ms: number, zone: string): number | null {
    const list = offsets.value.zone === zone ? offsets.value.list : [];
    let found: number | null = null;
    for (const [from, minutes] of list) if (from <= ms) found = minutes;
    return found;
}

const isKnown = (zone: string): boolean => {
    try {
        new Intl.DateTimeFormat("en-US", { timeZone: zone });
        return true;
    } catch {
        return false;
    }
};

// A date whose UTC fields show what the clocks of the house show, and null where only the browser can tell.
function shifted(date: Date, zone: string): Date | null {
    const minutes = offsetAt(date.getTime(), zone) ?? (isKnown(zone) ? null : (offsets.value.list[0]?.[1] ?? 0));
    return minutes === null ? null : new Date(date.getTime() + minutes * 60_000);
}

// A date whose fields in the zone of this machine show what the clocks of the house show, for a chart that draws such fields.
export function drawnTime(ms: number, drawn: (date: Date, zone: string) => Date): Date {
    const date = new Date(ms);
    const moved = shifted(date, timeZone.value);
    return moved ? new Date(moved.getUTCFullYear(), moved.getUTCMonth(), moved.getUTCDate(), moved.getUTCHours(), moved.getUTCMinutes(), moved.getUTCSeconds()) : drawn(date, timeZone.value);
}

// The moment at which the clocks of the house show a day and a time ("2026-12-01", "06:00"), as the server writes it; null if they skip
// it, or if it is not known what they show.
export function momentOf(day: string, time: string): string | null {
    const wanted = Date.parse(`${day}T${time.padStart(5, "0")}:00Z`);
    if (Number.isNaN(wanted)) return null;
    const minutes = [...new Set(offsets.value.list.map(([, minute]) => minute))];
    const fits = minutes.map((minute) => wanted - minute * 60_000).filter((ms) => {
        const moved = shifted(new Date(ms), timeZone.value);
        return moved?.getTime() === wanted;
    });
    return fits.length > 0 ? new Date(Math.min(...fits)).toISOString().replace(".000Z", "Z") : null;
}

// What the house's clock showed, and when, by a clock of this machine that never jumps.
const reading = signal({ houseMs: Date.now(), machineMs: performance.now() });
const tick = signal(0);
export const houseNow = computed(() => {
    tick.value;
    return new Date(reading.value.houseMs + (performance.now() - reading.value.machineMs));
});

export function setHouseNow(iso: string): void {
    const houseMs = Date.parse(iso);
    if (!Number.isNaN(houseMs)) reading.value = { houseMs, machineMs: performance.now() };
}

let timer: ReturnType<typeof setInterval> | undefined;
// Lets houseNow move by the second; without it, it moves when it is set.
export function startClock(): void {
    timer ??= setInterval(() => (tick.value += 1), 1000);
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = zone + JSON.stringify(options);
    let found = formats.get(key);
    if (!found) formats.set(key, (found = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone })));
    return found;
}

const asDate = (when: string | Date): Date => (typeof when === "string" ? new Date(when) : when);

function shown(when: string | Date, zone: string, options: Intl.DateTimeFormatOptions): string {
    const date = asDate(when);
    if (Number.isNaN(date.getTime())) return "";
    const moved = shifted(date, zone);
    return format(moved ? "UTC" : zone, options).format(moved ?? date).replace(/\u202f/g, " ");
}

// 2:05 PM
export function timeOfDay(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { hour: "numeric", minute: "2-digit" });
}

// 2:05:09 PM
export function timeToTheSecond(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { hour: "numeric", minute: "2-digit", second: "2-digit" });
}

// Nov 16, 2026: the day of the house at a moment.
export function dayOf(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { year: "numeric", month: "short", day: "numeric" });
}

// Nov 16, 2026, 2:05 PM
export function dateAndTime(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

// How long until a moment: 0:09, 14:59, 2 h 05 min, 29 d 4 h. Nothing left is 0:00.
export function untilWords(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

// ------------------------------------------------------------------------------------------ days of the calendar
//
// The server writes a day without a time, such as a birthday or a gaming day, as 2026-11-18. Such a day has no zone.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// 2026-11-18, if there is such a day; null otherwise.
function dayIn(year: number, month: number, day: number): string | null {
    const at = new Date(Date.UTC(year, month - 1, day));
    at.setUTCFullYear(year, month - 1, day); // Date.UTC takes the years 0 to 99 for 1900 to 1999
    if (year < 1 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
    return at.toISOString().slice(0, 10);
}

// Nov 18, 2026; words that are no day stay as they are.
export function dayWords(day: string): string {
    const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
    if (!found || dayIn(Number(found[1]), Number(found[2]), Number(found[3])) === null) return day;
    return `${MONTHS[Number(found[2]) - 1]} ${Number(found[3])}, ${found[1]}`;
}

// The day that somebody typed, as 2026-11-18; null if it is none. Read are Nov 18, 2026 and 11/18/2026, and 2026-11-18.
export function parseDay(typed: string): string | null {
    const text = typed.trim();
    const named = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:\s*,\s*|\s+)(\d{4})$/i.exec(text);
    if (named) return dayIn(Number(named[3]), 1 + MONTHS.findIndex((month) => isMonth(named[1]!, month)), Number(named[2]));
    const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
    if (slashed) return dayIn(Number(slashed[3]), Number(slashed[1]), Number(slashed[2]));
    const stored = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    return stored && dayIn(Number(stored[1]), Number(stored[2]), Number(stored[3]));
}

const WHOLE_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

// "Nov", "Sept" or "november": the first letters of the month, three at least.
const isMonth = (typed: string, month: string): boolean => WHOLE_MONTHS[MONTHS.indexOf(month)]!.startsWith(typed.toLowerCase());

// So many days later: 2026-11-18 and 1 are 2026-11-19.
export function dayPlus(day: string, days: number): string {
    const [year, month, date] = day.split("-").map(Number);
    return new Date(Date.UTC(year!, month! - 1, date! + days)).toISOString().slice(0, 10);
}

// The day of the house at a moment, as the server writes it: 2026-11-18.
export function storedDay(when: string | Date, zone = timeZone.value): string {
    return parseDay(dayOf(when, zone)) ?? "";
}

// ------------------------------------------------------------------------------------------ times in the words of an offer
//
// Documents and offers write "daily 18:30 to 02:00" and "2026-11-18". Pages show and read the same words with times and days in
// the one format: "daily 6:30 PM to 2:00 AM", "Nov 18, 2026".

const twelve = (hour: number, minute: string): string => `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour % 24 < 12 ? "AM" : "PM"}`;

// 24:00 is the midnight at the end of a day, which is 12:00 AM as well.
export function timesShown(words: string): string {
    return words
        .replace(/(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?![\d:]|\s*[ap]m\b)/gi, (_, hour: string, minute: string) => twelve(Number(hour), minute))
        .replace(/(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g, dayWords);
}

// The opposite. What is written as offers have it stays; "6 PM" is read as 18:00.
export function timesStored(words: string): string {
    const hours = (typed: string, half: string): number => (Number(typed) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
    return words
        .replace(/(?<![\d:])(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\b\.?/gi, (_, hour: string, minute: string | undefined, half: string) =>
            `${String(hours(hour, half)).padStart(2, "0")}:${minute ?? "00"}`)
        .replace(/\b[a-z]{3,9}\.? \d{1,2}, \d{4}\b/gi, (day) => parseDay(day) ?? day);
}
