// Which clauses of a document are looked for, and the references to other clauses in their words.
import type { Clause } from "../../kit/shapes";

export interface Sought { words: string; state: string } // a state, "untested", "posted" or "" for all

// "posted": the house has a value for it in an offer.
export function hasState(clause: Clause, state: string): boolean {
    if (state === "") return true;
    if (state === "untested") return clause.untested;
    if (state === "posted") return clause.values.some((value) => value.value !== undefined);
    return clause.state === state;
}

// Every word that is sought is in the clause, in any order; "#9" or "9" alone is the clause of that number.
export function clauseFits(clause: Clause, sought: Sought): boolean {
    if (!hasState(clause, sought.state)) return false;
    const words = sought.words.trim().toLowerCase();
    if (words === "") return true;
    if (/^#?\d+$/.test(words)) return String(clause.number) === words.replace("#", "");
    const text = [clause.clause, clause.words, clause.kinds.join(" "), clause.part ?? "", clause.data ?? "", ...clause.readings].join(" ").toLowerCase();
    return words.split(/\s+/).every((word) => text.includes(word));
}

// Whether the data of a clause is of a pool or of a fund; a fee goes into both.
export function liveIn(clause: Clause): { pools: boolean; funds: boolean } {
    const has = (key: RegExp): boolean => key.test(clause.data ?? "");
    const fee = has(/^fee:/m);
    return { pools: fee || has(/^pools:/m), funds: fee || has(/^(funds|funding):/m) };
}

// One case of a file: from its first line to the next case; the whole file if it has none of that name.
export function caseIn(file: string, name: string): string {
    const lines = file.split("\n");
    const first = lines.findIndex((line) => line === `case ${name}` || line.startsWith(`case ${name}:`) || line.startsWith(`case ${name} `));
    if (first < 0) return file;
    const next = lines.findIndex((line, at) => at > first && line.startsWith("case "));
    return lines.slice(first, next < 0 ? undefined : next).join("\n").trimEnd();
}

export interface Reference { document: string; number: number; words: string }

// The words with what points at a clause set apart: "#84" is a clause of the document itself, "bay101/match-play#3" of another.
export function splitReferences(words: string, document: string): (string | Reference)[] {
    const pieces: (string | Reference)[] = [];
    let from = 0;
    for (const found of words.matchAll(/([a-z0-9-]+\/[a-z0-9-]+)?#(\d+)/g)) {
        if (found.index > from) pieces.push(words.slice(from, found.index));
        pieces.push({ document: found[1] ?? document, number: Number(found[2]), words: found[0] });
        from = found.index + found[0].length;
    }
    if (from < words.length) pieces.push(words.slice(from));
    return pieces;
}

// The clause after or before the one that is shown, among those that are listed.
export function neighbour(listed: readonly Clause[], number: number, step: 1 | -1): Clause | undefined {
    const at = listed.findIndex((clause) => clause.number === number);
    if (at < 0) return step > 0 ? listed[0] : listed[listed.length - 1];
    return listed[at + step];
}

const UNITS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800, year: 31_536_000 };

// The size of an amount, count, percentage, multiple or length of time as offers write it; null for other words.
export function sizeOf(text: string): number | null {
    const found = /^\$?([\d,]+(?:\.\d+)?)(%|x| (second|minute|hour|day|week|year)s?)?$/.exec(text.trim());
    if (!found) return null;
    return Number(found[1]!.replaceAll(",", "")) * (UNITS[found[3] ?? ""] ?? 1);
}

// Where a posted value lies in its range, 0 the least to 1 the most; null if the range has no two ends or the value is no number.
export function partOfRange({ value, least, most }: { value: string | undefined; least: string | undefined; most: string | undefined }): number | null {
    const [at, low, high] = [value, least, most].map((text) => (text === undefined ? null : sizeOf(text)));
    if (at == null || low == null || high == null || high <= low) return null;
    return Math.min(1, Math.max(0, (at - low) / (high - low)));
}
