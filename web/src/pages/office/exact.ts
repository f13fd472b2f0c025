// Fractions as the server hands them over: whole numbers as texts of digits, so that nothing of them is lost. What is shown as a
// decimal is rounded here, once, from the exact number.
import type { Exact } from "../../kit/shapes";

export interface Fraction { above: bigint; below: bigint } // below is more than 0

export const ZERO: Fraction = { above: 0n, below: 1n };

function divisor(a: bigint, b: bigint): bigint {
    while (b !== 0n) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
}

function lowest(above: bigint, below: bigint): Fraction {
    const shared = divisor(above, below) || 1n;
    return { above: above / shared, below: below / shared };
}

export const fraction = (exact: Exact): Fraction => lowest(BigInt(exact.numerator), BigInt(exact.denominator));
export const plus = (a: Fraction, b: Fraction): Fraction => lowest(a.above * b.below + b.above * a.below, a.below * b.below);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { above: -b.above, below: b.below });
export const isZero = (a: Fraction): boolean => a.above === 0n;

// With so many digits after the point; half is rounded away from nothing.
export function decimal(a: Fraction, places: number): string {
    const size = a.above < 0n ? -a.above : a.above;
    const scaled = (2n * size * 10n ** BigInt(places) + a.below) / (2n * a.below);
    const digits = scaled.toString().padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    const sign = a.above < 0n && scaled !== 0n ? "−" : "";
    return sign + grouped(whole) + (places > 0 ? `.${digits.slice(-places)}` : "");
}

export const percent = (a: Fraction, places = 4): string => `${decimal({ above: a.above * 100n, below: a.below }, places)}%`;

// A difference of percentages, in points, with its sign.
export function points(a: Fraction, places = 4): string {
    const shown = decimal({ above: a.above * 100n, below: a.below }, places);
    return a.above > 0n && /[1-9]/.test(shown) ? `+${shown}` : shown;
}

export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

export function words(a: Fraction): string {
    const sign = a.above < 0n ? "−" : "";
    const size = grouped((a.above < 0n ? -a.above : a.above).toString());
    return a.below === 1n ? sign + size : `${sign}${size}/${grouped(a.below.toString())}`;
}

// For drawing only.
export const toNumber = (a: Fraction): number => Number((a.above * 1_000_000_000n) / a.below) / 1e9;
