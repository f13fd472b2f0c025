// Cards as the program writes them: rank and suit, "As", "Td", and "joker".
import { strings } from "../strings";

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] as const;
export const SUITS = ["s", "h", "d", "c"] as const;
export const SUIT_SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const JOKER = "joker";

export const isRed = (card: string): boolean => card.endsWith("h") || card.endsWith("d");
export const rankFace = (card: string): string => (card[0] === "T" ? "10" : (card[0] ?? ""));

export function cardWords(card: string): string {
    if (card === JOKER) return strings.cards.joker;
    return strings.cards.card(strings.cards.ranks[card[0] ?? ""] ?? "", strings.cards.suits[card[1] ?? ""] ?? "");
}

// The cards after one is tapped: taken back if it was chosen, added if there is room. With several decks a card can be there
// as often as there are decks, so that a tap always adds.
export function cardsAfter(chosen: readonly string[], card: string, most: number, decks = 1): string[] {
    const there = chosen.filter((other) => other === card).length;
    if (decks === 1 && there > 0) return chosen.filter((other) => other !== card);
    return chosen.length < most && there < decks ? [...chosen, card] : [...chosen];
}

// Typing: a rank, then a suit. Answers the rank that waits for its suit, and the card once there is one.
export function typed(rank: string, key: string): { rank: string; card: string | null } {
    const upper = key.toUpperCase();
    if (rank !== "" && (SUITS as readonly string[]).includes(key.toLowerCase())) {
        return { rank: "", card: rank + key.toLowerCase() };
    }
    if (key === "1" || key === "0") return { rank: "T", card: null };
    if ((RANKS as readonly string[]).includes(upper)) return { rank: upper, card: null };
    return { rank, card: null };
}
