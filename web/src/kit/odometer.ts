// The arithmetic of a mechanical odometer that shows cents.
//
// O1  What it shows is never more than the amount it was handed last.
// O2  A larger amount is reached by rolling up; a smaller one, after a win, is shown at once, since every step of a
//     way down would be more than the ledger has.

export interface Roll { from: number; to: number; began: number; lasts: number }

export const ROLL_MS = 1_400;

// `shown` is what is on the screen at the moment `now`.
export function rollTo(shown: number, to: number, now: number, lasts = ROLL_MS): Roll {
    if (to <= shown) return { from: to, to, began: now, lasts: 0 };
    return { from: shown, to, began: now, lasts };
}

// What is on the screen at a moment of a roll: between from and to, fractions being wheels on their way.
export function shownAt(roll: Roll, now: number): number {
    if (roll.lasts <= 0) return roll.to;
    const part = Math.min(1, Math.max(0, (now - roll.began) / roll.lasts));
    if (part >= 1) return roll.to;
    const eased = 1 - (1 - part) ** 3;
    return Math.min(roll.to, roll.from + (roll.to - roll.from) * eased);
}

// Where the wheel of 10^place stands, from 0 up to 10. The lowest wheel turns steadily; each other one turns only while
// all below it go from 9 to 0, as in a car.
export function wheelAt(value: number, place: number): number {
    if (place === 0) return value % 10;
    const unit = 10 ** place;
    const digit = Math.floor(value / unit) % 10;
    const below = value % unit;
    return below > unit - 1 ? digit + (below - (unit - 1)) : digit;
}

// The digits that an amount needs, at least those of $0.00.
export function wheelCount(cents: number): number {
    return Math.max(3, String(Math.floor(Math.abs(cents))).length);
}
