// A paytable that is edited: what was typed as the server reads it, keys that count up and down, and the address that shares it.
import { count } from "../../kit/money";
import type { OddsBet, PayRow } from "../../kit/shapes";

// "45" is short for 45 to 1, or 45 for 1 where the table says so.
export function wholePays(typed: string, unit: "to" | "for" | undefined): string {
    const words = typed.trim().replace(/\s+/g, " ");
    return /^\d[\d,]*$/.test(words) ? `${words.replaceAll(",", "")} ${unit ?? "to"} 1` : words;
}

// The first number of "45 to 1", "$1,500" or "10% of meter", so much more or less; never below 0.
export function counted(typed: string, step: number): string {
    return typed.replace(/\d[\d,]*/, (number) => {
        const next = Math.max(0, Number(number.replaceAll(",", "")) + step);
        return number.includes(",") || (typed.includes("$") && next >= 1_000) ? count(next) : String(next);
    });
}

// How far an arrow key counts: by ten with shift, by a hundred of what is in the thousands.
export function stepOf(key: string, shift: boolean): number {
    const step = shift ? 10 : 1;
    return key === "ArrowUp" ? step : key === "ArrowDown" ? -step : 0;
}

export const sameRows = (a: readonly PayRow[], b: readonly PayRow[]): boolean =>
    a.length === b.length && a.every((row, at) => row.hand === b[at]!.hand && row.pays === b[at]!.pays);

// A row for another hand goes where the hands that are better end.
export function withHand(rows: readonly PayRow[], hand: string, bet: OddsBet): PayRow[] {
    const order = bet.hands ?? [];
    const rank = order.indexOf(hand);
    const at = rows.findIndex((row) => order.indexOf(row.hand) > rank);
    const added = { hand, pays: `1 ${bet.unit ?? "to"} 1` };
    return at < 0 ? [...rows, added] : [...rows.slice(0, at), added, ...rows.slice(at)];
}

// The rows in an address: row=HAND_PAYS for each; none if the table is as approved.
export function rowsIn(search: string): PayRow[] | null {
    const rows = new URLSearchParams(search).getAll("row").map((row): PayRow => {
        const [hand = "", ...pays] = row.split("_");
        return { hand, pays: pays.join("_") };
    });
    return rows.length > 0 ? rows : null;
}

export interface Settings { rows: readonly PayRow[] | null; words: Record<string, string>; readings: readonly string[] }

export function searchOf({ rows, words, readings }: Settings): string {
    const search = new URLSearchParams();
    for (const [name, word] of Object.entries(words)) if (word !== "") search.set(name, word);
    for (const reading of readings) search.append("reading", reading);
    for (const row of rows ?? []) search.append("row", `${row.hand}_${row.pays}`);
    const text = search.toString();
    return text ? `?${text}` : "";
}
