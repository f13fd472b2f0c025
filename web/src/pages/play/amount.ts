// An amount of money as it is typed on a pad of digits: "7", "7.", "7.5", "7.50".

const DOLLARS_MAX = 7;

// What is typed after a key, or null if the key does nothing there.
export function typedAfter(typed: string, key: string): string | null {
    if (key === "Backspace") return typed.slice(0, -1);
    if (key === "Delete" || key === "Escape") return "";
    if (key === "." || key === ",") return typed.includes(".") ? typed : `${typed === "" ? "0" : typed}.`;
    if (!/^[0-9]$/.test(key)) return null;
    const [dollars = "", cents] = typed.split(".");
    if (cents !== undefined) return cents.length < 2 ? typed + key : typed;
    if (dollars === "0") return key;
    return dollars.length < DOLLARS_MAX ? typed + key : typed;
}

// In cents; null where nothing is typed.
export function centsTyped(typed: string): number | null {
    if (typed === "") return null;
    const [dollars = "0", cents = ""] = typed.split(".");
    return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}
