// Cents as people read them. No number here is ever a fraction.

// $1,234.56; without the cents where there are none and `whole` is asked for.
export function money(cents: number, style: "cents" | "whole" = "cents"): string {
    const sign = cents < 0 ? "-" : "";
    const size = Math.abs(Math.trunc(cents));
    const rest = size % 100;
    const dollars = String((size - rest) / 100).replace(/\B(?=(\d{3})+$)/g, ",");
    if (style === "whole" && rest === 0) return `${sign}$${dollars}`;
    return `${sign}$${dollars}.${String(rest).padStart(2, "0")}`;
}

// What somebody typed, in cents; null if it is not an amount of money.
export function parseMoney(typed: string): number | null {
    const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{2}))?\s*$/.exec(typed);
    if (!found) return null;
    return Number(found[1]!.replaceAll(",", "")) * 100 + Number(found[2] ?? "0");
}
