// What a choice is worth, in Antes, as people read it. The server has counted it; nothing is computed here but digits.
import { strings } from "../../strings";
import type { Worth } from "./shapes";

const DIGITS = 4;

// "+0.8125", "−0.5781": so many digits that costs of a ten-thousandth of an Ante can be told apart.
export function worthWords(worth: Worth): string {
    const value = Number(worth.decimal);
    return `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(DIGITS)}`;
}

export const isFree = (cost: Worth): boolean => Number(cost.decimal) === 0;

// Without the sign: "0.0312", and "less than 0.0001" for what would be nothing at that many digits.
export function antesWords(worth: Worth): string {
    const size = Math.abs(Number(worth.decimal));
    const least = 10 ** -DIGITS;
    return size > 0 && size < least / 2 ? strings.play.lessThan(least.toFixed(DIGITS)) : size.toFixed(DIGITS);
}

// "423791 / 133386"; empty where the digits above it say it all.
export function fractionWords(worth: Worth): string {
    if (!worth.numerator || !worth.denominator || worth.denominator === "1") return "";
    return `${worth.numerator.replace("-", "−")} / ${worth.denominator}`;
}
