// What the first person enters of a hand, and the command that it makes. All of it is pure.
import { parseMoney } from "../../kit/money";
import type { Asks, Command } from "../../kit/shapes";

export type Part = "cards" | "board" | "banker" | "winner";

export interface Showing {
    byRow: boolean;
    row: string;
    reason: string;
    cards: Record<Part, string[]>;
    tiles: string;
    wasSet: boolean;
    wager: string;
    pot: string;
    outcome: string;
    folded: string;
    multiple: string;
    "beaten-by": number[];
    holders: number[];
    flags: string[];
}

export const emptyShowing = (asks: Asks): Showing => ({
    byRow: asks.most === 0, row: "", reason: "", cards: { cards: [], board: [], banker: [], winner: [] }, tiles: "", wasSet: asks.set, wager: "", pot: "",
    outcome: "", folded: "", multiple: "", "beaten-by": [], holders: [], flags: [],
});

const BOARD_CARDS = 5;
const BOARD_LEAST = 3; // a flop

export const mostOf = (asks: Asks, part: Part): number => (part === "board" ? BOARD_CARDS : asks.most);
const leastOf = (asks: Asks, part: Part): number => (part === "board" ? BOARD_LEAST : asks.least);

export function partsOf(asks: Asks): Part[] {
    const parts: Part[] = ["cards"];
    if (asks.board) parts.push("board");
    if (asks.winner) parts.push("winner");
    if (asks.banker) parts.push("banker");
    return parts;
}

// The part that is looked at after this one is full; itself if all are.
export function partAfter(asks: Asks, showing: Showing, part: Part): Part {
    if (showing.cards[part].length < mostOf(asks, part)) return part;
    const parts = partsOf(asks);
    const order = [...parts.slice(parts.indexOf(part) + 1), ...parts];
    return order.find((other) => showing.cards[other].length < mostOf(asks, other)) ?? part;
}

// The cards that other parts have.
export const takenBy = (showing: Showing, part: Part): string[] =>
    (Object.keys(showing.cards) as Part[]).filter((other) => other !== part).flatMap((other) => showing.cards[other]);

// The first part that the document cannot do without and that is not there yet.
export function missingPart(asks: Asks, showing: Showing): Part | null {
    if (showing.byRow || asks.tiles) return null;
    return partsOf(asks).find((part) => showing.cards[part].length < leastOf(asks, part)) ?? null;
}

// Without its cards, though its game has some: two persons sign that, with a reason.
export const isWithoutCards = (asks: Asks, showing: Showing): boolean => showing.byRow && asks.most > 0;

export const isAnswerable = (asks: Asks, showing: Showing): boolean =>
    showing.byRow ? showing.row !== "" && (asks.most === 0 || showing.reason.trim() !== "") : asks.tiles ? showing.tiles.trim() !== "" : missingPart(asks, showing) === null;

// How many cards go in front, in the middle and behind, by their number.
const PLACES: Record<number, number[]> = { 7: [2, 5], 13: [3, 5, 5] };

// "Ah Kd / 5c 5d 5h 2s 2c": as they were set, where that was said and all are there.
export function cardsText(cards: readonly string[], wasSet: boolean): string {
    const places = wasSet ? PLACES[cards.length] : undefined;
    if (!places) return cards.join(" ");
    let from = 0;
    return places.map((count) => cards.slice(from, (from += count)).join(" ")).join(" / ");
}

const amountFault = (typed: string): boolean => typed.trim() !== "" && parseMoney(typed) === null;
export const faultsOf = (showing: Showing): { wager: boolean; pot: boolean } => ({ wager: amountFault(showing.wager), pot: amountFault(showing.pot) });

// verify-hand with what was entered, and only with what the document asks for.
export function verifyCommand(hand: number, asks: Asks, showing: Showing): Command {
    const asked: Command = { do: "verify-hand", hand };
    const wants = (fact: string): boolean => asks.facts.includes(fact);
    if (isWithoutCards(asks, showing)) asked["reason"] = showing.reason.trim();
    if (showing.byRow) asked["row"] = showing.row;
    else if (asks.tiles) asked["cards"] = showing.tiles.trim();
    else for (const part of partsOf(asks)) {
        if (showing.cards[part].length > 0) asked[part] = cardsText(showing.cards[part], showing.wasSet);
    }
    for (const amount of ["wager", "pot"] as const) {
        const cents = parseMoney(showing[amount]);
        if (wants(amount) && cents !== null) asked[amount] = cents;
    }
    for (const word of ["outcome", "folded"] as const) if (wants(word) && showing[word] !== "") asked[word] = showing[word];
    for (const seats of ["beaten-by", "holders"] as const) if (wants(seats) && showing[seats].length > 0) asked[seats] = [...showing[seats]].sort((a, b) => a - b);
    for (const flag of showing.flags) if (wants(flag)) asked[flag] = true;
    if (wants("multiple") && showing.multiple !== "") asked["multiple"] = Number(showing.multiple);
    return asked;
}
