// Amounts as chips: which ones lie on each other, and how many of them are drawn.

export const CHIPS = [100, 500, 2_500, 10_000, 50_000] as const; // cents, as in the tray
const DRAWN_MAX = 6;

// The chips of an amount, the largest first; what is less than the smallest chip is change and makes one chip more (0).
export function chipsOf(cents: number): number[] {
    const list: number[] = [];
    let rest = cents;
    for (const chip of [...CHIPS].reverse()) {
        for (; rest >= chip; rest -= chip) list.push(chip);
        if (list.length > 60) break;
    }
    if (rest > 0 && rest < CHIPS[0]) list.push(0);
    return list;
}

// What is drawn of them: the top of a high stack, from the lowest chip on.
export function chipsDrawn(cents: number): number[] {
    return chipsOf(cents).slice(0, DRAWN_MAX);
}
