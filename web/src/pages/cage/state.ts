// The prizes that wait and those that were paid, kept up to date by the feed: an event that concerns a prize has the lists
// fetched again, a moment later, so that a hand with nine winners is one question and not nine.
import { signal } from "@preact/signals";
import { get } from "../../kit/api";
import { follow, type Feed } from "../../kit/feed";
import type { HouseEvent, Payments, Prize, Staff } from "../../kit/shapes";
import { sayProblem } from "../../kit/toast";

export const prizes = signal<Prize[] | null>(null);
export const paid = signal<Payments | null>(null);
export const staff = signal<Staff["people"]>([]);
export const chosen = signal<number | null>(null);

const OPEN_MOST = 500;
const TRAY_DAYS = 7;
const TOGETHER_MS = 120;
const concerning = new Set(["awarded", "prize-identified", "prize-held", "prize-lapsed", "prize-forfeited", "prize-paid", "tray-reimbursed", "award-reversed", "patron-recorded", "day-began"]);

// The payments say of which event they are; the prizes are asked for afterwards, so they are not older.
export async function load(): Promise<number> {
    const payments = await get<Payments>("/api/payments", { days: TRAY_DAYS });
    const open = await get<{ prizes: Prize[] }>("/api/prizes", { state: "open", limit: OPEN_MOST });
    paid.value = payments;
    prizes.value = open.prizes;
    return payments.sequence;
}

let timer: ReturnType<typeof setTimeout> | undefined;
function loadSoon(): void {
    timer ??= setTimeout(() => {
        timer = undefined;
        load().catch(sayProblem);
    }, TOGETHER_MS);
}

export function followCage(): Feed {
    get<Staff>("/api/staff").then((answer) => (staff.value = answer.people.filter((person) => person.employed)), sayProblem);
    return follow({
        load,
        on: { event: (message: HouseEvent) => concerning.has(message.kind) && loadSoon() },
    });
}

export const personName = (person: string): string => staff.value.find((one) => one.person === person)?.name || person;
