// The keys of the keypad. Enter and the space bar on something that has the focus stay what they are everywhere.
export type KeyAct =
    | { act: "seat" | "hand"; number: number }
    | { act: "start" | "fee" | "hands" | "end" | "undo" | "help" | "sit" | "bank" | "more" | "nothing" };

const LETTERS: Record<string, Exclude<KeyAct["act"], "seat" | "hand">> = {
    Enter: "start", f: "fee", h: "hands", e: "end", u: "undo", "?": "help", s: "sit", b: "bank", m: "more", Escape: "nothing",
};

export function keyAct(key: string, hands: boolean): KeyAct | null {
    if (/^[0-9]$/.test(key)) return { act: hands ? "hand" : "seat", number: key === "0" ? 10 : Number(key) };
    const act = LETTERS[key.length === 1 ? key.toLowerCase() : key];
    return act ? { act } : null;
}
