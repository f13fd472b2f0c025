// The clock of the house and its time zone. The pages never show the time of the machine they are on: a sign in the
// wrong zone, or one whose clock is slow, would show another day than the ledger.
import { computed, signal } from "@preact/signals";

export const timeZone = signal("UTC");

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
    return Number.isNaN(date.getTime()) ? "" : format(zone, options).format(date).replace(/\u202f/g, " ");
}

// 2:05 PM
export function timeOfDay(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { hour: "numeric", minute: "2-digit" });
}

// 2:05:09 PM
export function timeToTheSecond(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { hour: "numeric", minute: "2-digit", second: "2-digit" });
}

// Mon, Nov 16
export function dayOf(when: string | Date, zone = timeZone.value): string {
    return shown(when, zone, { weekday: "short", month: "short", day: "numeric" });
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
