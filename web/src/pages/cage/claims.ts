// What the cage sees of prizes: which deadline runs, in which order they wait, what the trays are owed. Arithmetic only.
import type { FormDue, Prize } from "../../kit/shapes";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// The deadline that runs for a prize, and when it begins to be pressing.
export interface Deadline { kind: "identify" | "lapse"; until: string; soonMs: number }

export function deadlineOf(prize: Prize): Deadline | null {
    if (prize.state === "awarded" && prize["identify-by"] !== "") {
        return { kind: "identify", until: prize["identify-by"], soonMs: 5 * MINUTE };
    }
    if ((prize.state === "awarded" || prize.state === "held") && prize["lapses-at"] !== "") {
        return { kind: "lapse", until: prize["lapses-at"], soonMs: 3 * DAY };
    }
    return null;
}

export type Group = "ready" | "waiting" | "held";
export const groups: readonly Group[] = ["ready", "waiting", "held"];

export function groupOf(prize: Prize): Group {
    return prize.state === "payable" || !needsIdentification(prize) ? "ready" : prize.state === "held" ? "held" : "waiting";
}

export function needsIdentification(prize: Prize): boolean {
    return prize.identification && (prize.state === "awarded" || prize.state === "held");
}

// What the laws have held back of a payment, from the cage alone: a tray pays whole prizes.
export const toWithhold = (forms: readonly FormDue[]): number => forms.reduce((sum, form) => sum + (form.withhold ?? 0), 0);

// What is left to hand over of a prize.
export const netOf = (prize: { cents: number }, withheld: number): number => Math.max(0, prize.cents - withheld);

// What is neither a rule of the house nor a clause of the document that the prize was won by is a clause of a law.
const isOfLaw = (prize: Prize, clause: string): boolean => !clause.startsWith("house#") && clause.split("#")[0] !== prize.clause.split("#")[0];

// Whether the winner must show who he is before it is paid, though the rules of the offer do not ask: a law may, and of somebody
// unknown no report can be made. `refusedBy`: the clause by which the house would not pay it like this; null if it would.
export function lawAsksWho(prize: Prize, refusedBy: string | null): boolean {
    if (refusedBy === null) return false;
    return prize.patron === "" || (!prize.identified && isOfLaw(prize, refusedBy));
}

// Those whose time runs out first stand first; without a deadline, the older first.
export function inOrder(prizes: readonly Prize[]): Prize[] {
    const until = (prize: Prize): number => Date.parse(deadlineOf(prize)?.until ?? "") || Number.MAX_SAFE_INTEGER;
    return [...prizes].sort((one, other) => until(one) - until(other) || one.prize - other.prize);
}

// Every word must be part of what is known of the prize; a number is its own, or the club number of its winner; #12 its own.
export function fits(prize: Prize, words: string): boolean {
    const text = [prize.name, prize.table, prize.title, prize.offer, prize.share].join(" ").toLowerCase();
    return words.toLowerCase().split(/\s+/).filter(Boolean).every((word) => {
        if (word.startsWith("#")) return word === `#${prize.prize}`;
        return word === String(prize.prize) || (/^\d+$/.test(word) && prize.patron.startsWith(word)) || text.includes(word);
    });
}

// What each tray is owed, the prizes in their order, the tables by name.
export function traysOwed(owed: readonly Prize[]): { table: string; prizes: Prize[]; cents: number }[] {
    const tables = [...new Set(owed.map((prize) => prize.table))].sort((one, other) => one.localeCompare(other));
    return tables.map((table) => {
        const prizes = owed.filter((prize) => prize.table === table);
        return { table, prizes, cents: sumOf(prizes) };
    });
}

export const sumOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, row) => sum + row.cents, 0);
