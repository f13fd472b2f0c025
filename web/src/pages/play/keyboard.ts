// The keys of the table. Letters are those of `cardroom play`; Enter and the space bar on something that has the focus stay
// what they are everywhere.

export type KeyAct =
    | { act: "chip" | "answer"; number: number }
    | { act: "spot"; wager: string; back: boolean }
    | { act: "play"; antes: number }
    | { act: "deal" | "fold" | "next" | "clear" | "again" | "double" | "hint" | "skip" | "help" | "left" | "right" };

export type Moment = "betting" | "deciding" | "settled" | "moving" | "task" | "other";

export const SPOT_KEYS: Record<string, string[]> = {
    a: ["ante"], u: ["queens-up", "aces-up"], p: ["progressive"], o: ["five-card-hand-bonus-own"], d: ["five-card-hand-bonus-dealer"], v: ["cover-all"],
};

export function keyOfSpot(wager: string): string {
    return Object.entries(SPOT_KEYS).find(([, wagers]) => wagers.includes(wager))?.[0] ?? "";
}

function bettingAct(key: string, wagers: readonly string[]): KeyAct | null {
    if (/^[1-5]$/.test(key)) return { act: "chip", number: Number(key) - 1 };
    const wager = SPOT_KEYS[key.toLowerCase()]?.find((known) => wagers.includes(known));
    if (wager) return { act: "spot", wager, back: key !== key.toLowerCase() };
    const acts: Record<string, KeyAct> = { Enter: { act: "deal" }, Backspace: { act: "clear" }, r: { act: "again" }, x: { act: "double" } };
    return acts[key] ?? null;
}

// What a key means at a moment; `wagers` are those on offer.
export function keyAct(key: string, moment: Moment, wagers: readonly string[]): KeyAct | null {
    if (key === "?") return { act: "help" };
    if (moment === "moving") return key === " " || key === "Enter" || key === "Escape" ? { act: "skip" } : null;
    if (key === "ArrowLeft") return { act: "left" };
    if (key === "ArrowRight") return { act: "right" };
    if (moment === "task") return /^[1-9]$/.test(key) ? { act: "answer", number: Number(key) - 1 } : null;
    if (moment === "betting") return bettingAct(key, wagers);
    if (moment === "settled") return key === "Enter" ? { act: "next" } : null;
    if (moment !== "deciding") return null;
    if (/^[1-3]$/.test(key)) return { act: "play", antes: Number(key) };
    if (key.toLowerCase() === "f") return { act: "fold" };
    return key.toLowerCase() === "h" ? { act: "hint" } : null;
}
