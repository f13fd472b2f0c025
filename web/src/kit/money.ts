// Cents as people read and type them, and whole numbers with their commas. No number here is ever a fraction of a cent, and no
// other file of the pages formats an amount.

// $1,234.50. `whole` leaves the cents of whole dollars away: for chips, for the fee on a button, for the axis of a chart, and
// for prizes, which notices print in the same way.
export function money(cents: number, style: "cents" | "whole" = "cents"): string {
    const sign = Math.trunc(cents) < 0 ? "-" : "";
    const size = Math.abs(Math.trunc(cents));
    const rest = size % 100;
    const dollars = count((size - rest) / 100);
    if (style === "whole" && rest === 0) return `${sign}$${dollars}`;
    return `${sign}$${dollars}.${String(rest).padStart(2, "0")}`;
}

// With its sign: +$5.00, -$5.00; nothing is $0.00.
export function moneyChange(cents: number, style: "cents" | "whole" = "cents"): string {
    return `${cents > 0 ? "+" : ""}${money(cents, style)}`;
}

// 1,234,567
export function count(whole: number): string {
    return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

// 1,234.5 with so many digits behind the point, or at most so many if the rest are zeros and `atMost` is asked for.
export function decimals(value: number, digits: number, atMost = false): string {
    const [whole, part] = Math.abs(value).toFixed(digits).split(".") as [string, string | undefined];
    const rest = atMost ? (part ?? "").replace(/0+$/, "") : (part ?? "");
    const isZero = /^0*$/.test(whole + rest);
    return `${value < 0 && !isZero ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest && `.${rest}`}`;
}

const DOLLARS_MOST = 9e13; // more cents than this are not counted exactly

// What somebody typed, in cents; null if it is not an amount of money. $1,234.50 is read, and so are 1234.5 and 1234.
export function parseMoney(typed: string): number | null {
    const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,14})(?:\.(\d{1,2}))?\s*$/.exec(typed);
    if (!found) return null;
    const dollars = Number(found[1]!.replaceAll(",", ""));
    return dollars > DOLLARS_MOST ? null : dollars * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
