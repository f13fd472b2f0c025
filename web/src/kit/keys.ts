// What keys of the keyboard do to the things that are drawn elsewhere.

// The digits of a keypad after a key, or null if the key does nothing there.
export function digitsAfter(digits: string, key: string, most: number): string | null {
    if (/^[0-9]$/.test(key)) return digits.length < most ? digits + key : digits;
    if (key === "Backspace") return digits.slice(0, -1);
    if (key === "Delete" || key === "Escape") return "";
    return null;
}

// The tab that a key leads to, or null.
export function tabAfter(count: number, at: number, key: string): number | null {
    if (key === "ArrowRight") return (at + 1) % count;
    if (key === "ArrowLeft") return (at + count - 1) % count;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    return null;
}
