// Times and chances of forecasts in words: as many digits as say something.
import { strings } from "../../strings";
import { decimals as rounded } from "../../kit/money";

const words = strings.office.forecast;
const DAY_MINUTES = 24 * 60;
const DAYS_SHOWN = 730;
const YEAR_DAYS = 365.25;

// A number with one decimal while it is small.
export const brief = (value: number): string => rounded(value, Math.abs(value) < 9.95 && !Number.isInteger(value) ? 1 : 0);

export function timeWords(days: number): string {
    const minutes = days * DAY_MINUTES;
    if (minutes < 90) return words.minutes(rounded(minutes, 0));
    if (days < 2) return words.hoursLong(brief(days * 24));
    if (days < DAYS_SHOWN) return words.daysLong(brief(days));
    return words.years(brief(days / YEAR_DAYS));
}

// What is possible is not rounded to nothing, nor to certainty.
export function chanceWords(chance: number): string {
    const percent = chance * 100;
    if (chance <= 0) return "0%";
    if (percent < 0.01) return words.less("0.01%");
    if (percent < 1) return `${rounded(percent, 2)}%`;
    if (chance === 1) return "100%";
    if (percent > 99.9) return words.more("99.9%");
    return `${rounded(percent, 1)}%`;
}

// How many hits were to be expected.
export function expectedWords(hits: number): string {
    if (hits === 0) return "0";
    if (hits < 0.01) return words.less("0.01");
    return rounded(hits, hits < 10 ? 2 : 0);
}
