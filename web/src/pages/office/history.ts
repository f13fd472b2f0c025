// What a meter showed: from the daily readings, and from the feed since the page was opened.
import type { AccountHistory, Report } from "../../kit/shapes";
import { keyOf } from "./names";

export interface Reading { ms: number; cents: number }

const DAY_MS = 24 * 60 * 60_000;

export const meterKey = (offer: string, pool: string): string => `${offer}/${pool}`;

// The readings of every meter, the oldest first. `begins` is the moment at which the first day of the report began; the
// gaming days after it begin a day later each (an hour more or less, twice a year, is nothing in a chart of days).
export function readingsOf(report: Report & { begins: string }): Map<string, Reading[]> {
    const first = Date.parse(report.begins);
    const since = (day: string): number => first + (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${report.from}T00:00:00Z`));
    const all = new Map<string, Reading[]>();
    for (const row of report.rows) {
        const key = meterKey(keyOf(row, "offer"), keyOf(row, "pool"));
        const list = all.get(key) ?? [];
        all.set(key, list);
        const began = since(String(row["day"]));
        if (typeof row["begins"] === "number" && list.length === 0) list.push({ ms: began, cents: row["begins"] });
        if (typeof row["ends"] === "number") list.push({ ms: began + DAY_MS, cents: row["ends"] });
    }
    return all;
}

// The steps of an account, the oldest first.
export const stepsOf = (history: AccountHistory): Reading[] => history.steps.map(({ at, cents }) => ({ ms: Date.parse(at), cents }));

// Adds what the feed said, and forgets the oldest of too many; a reading that is no newer than the last replaces it.
export function withReading(trail: readonly Reading[], reading: Reading, most: number): Reading[] {
    const before = trail.filter((other) => other.ms < reading.ms);
    return [...before, reading].slice(-most);
}

// The line of a small drawing, in a box of the given size: "M0,20 L..."; empty if there is nothing to draw.
export function sparkline(readings: readonly Reading[], width: number, height: number): string {
    if (readings.length < 2) return "";
    const times = readings.map((reading) => reading.ms);
    const amounts = readings.map((reading) => reading.cents);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
    const x = (ms: number): number => (last === first ? 0 : ((ms - first) / (last - first)) * width);
    const y = (cents: number): number => (high === low ? height / 2 : height - 2 - ((cents - low) / (high - low)) * (height - 4));
    return readings.map((reading, at) => `${at === 0 ? "M" : "L"}${x(reading.ms).toFixed(1)},${y(reading.cents).toFixed(1)}`).join("");
}
