// What is drawn on the felt at one moment, and how each step of a round changes it. The table that is played at and a round
// that is looked at again are drawn from the same pictures.
//
// P1  A picture never shows more than the server has told: a card that lies face down is null.
// P2  The picture after all steps of an act says about cards, wagers and results what the table itself says.
import { strings } from "../../strings";
import type { PlayRound, PlaySeat, PlayTable, Step, Who } from "./shapes";

export interface SeatPicture {
    seat: number;
    name: string;
    who: Who;
    stack: number | null; // null: not told
    wagers: Record<string, number>;
    cards: (string | null)[];
    says: string;
    played: boolean;
    folded: boolean;
    results: Record<string, number>; // net by wager, once it is settled
    net: number | null;
}

export interface Picture {
    dealer: { cards: (string | null)[]; says: string };
    seats: SeatPicture[];
    words: string; // of the last step
    clause: string;
}

// What the table or the round knows besides its steps.
export interface Known { dealer: { says: string }; seats: readonly { seat: number; cards: string[]; says: string }[] }

const faceDown = (count: number): null[] => Array.from({ length: count }, () => null);

function resultsOf(table: PlayTable, seat: number): Record<string, number> {
    return Object.fromEntries(table.settlement.filter((line) => line.seat === seat).map((line) => [line.wager, line.net]));
}

function seatOf(table: PlayTable, seat: PlaySeat): SeatPicture {
    return {
        seat: seat.seat, name: seat.name, who: seat.who, stack: seat.stack, wagers: seat.wagers, says: seat.says,
        cards: [...seat.cards, ...faceDown(seat.hidden ?? 0)], played: seat.played, folded: seat.folded,
        results: resultsOf(table, seat.seat), net: table.stage === "settled" && seat["in-round"] ? (seat.net ?? 0) : null,
    };
}

// Of the dealer's cards it is the last one that lies open, if any does.
export function pictureOf(table: PlayTable): Picture {
    const last = table.steps[table.steps.length - 1];
    return {
        dealer: { cards: [...faceDown(table.dealer.hidden), ...table.dealer.cards], says: table.dealer.says },
        seats: table.seats.map((seat) => seatOf(table, seat)),
        words: last?.words ?? "", clause: last?.clause ?? "",
    };
}

// A round before anything happened in it.
export function emptyPicture(round: PlayRound): Picture {
    return {
        dealer: { cards: [], says: "" },
        seats: round.seats.map(({ seat, name, who }) => ({
            seat, name, who, stack: null, wagers: {}, cards: [], says: "", played: false, folded: false, results: {}, net: null,
        })),
        words: "", clause: "",
    };
}

function changeSeat(picture: Picture, number: number | undefined, change: (seat: SeatPicture) => Partial<SeatPicture>): Picture {
    return { ...picture, seats: picture.seats.map((seat) => (seat.seat === number ? { ...seat, ...change(seat) } : seat)) };
}

const cardOf = (step: Step): string | null => (step["face-down"] ? null : (step.card ?? null));

function withWager(seat: SeatPicture, wager: string, amount: number): Partial<SeatPicture> {
    const before = seat.wagers[wager] ?? 0;
    return { wagers: { ...seat.wagers, [wager]: amount }, stack: seat.stack === null ? null : seat.stack - (amount - before) };
}

function cardStep(picture: Picture, step: Step): Picture {
    if (!step.seat) return { ...picture, dealer: { ...picture.dealer, cards: [...picture.dealer.cards, cardOf(step)] } };
    return changeSeat(picture, step.seat, (seat) => ({ cards: [...seat.cards, cardOf(step)] }));
}

function settleStep(seat: SeatPicture, step: Step): Partial<SeatPicture> {
    const net = step.net ?? 0;
    return {
        results: { ...seat.results, [step.wager ?? ""]: net },
        net: (seat.net ?? 0) + net,
        stack: seat.stack === null ? null : seat.stack + (step.amount ?? 0),
    };
}

// With the dealer's cards, those of the players are turned, as far as they are known.
function revealStep(picture: Picture, step: Step, known: Known): Picture {
    const of = new Map(known.seats.map((seat) => [seat.seat, seat]));
    return {
        ...picture,
        dealer: { cards: step.cards ?? picture.dealer.cards, says: known.dealer.says },
        seats: picture.seats.map((seat) => {
            const told = of.get(seat.seat);
            return told && told.cards.length > 0 ? { ...seat, cards: told.cards, says: told.says } : seat;
        }),
    };
}

function changed(picture: Picture, step: Step, known: Known): Picture {
    const { wager, amount = 0 } = step;
    switch (step.step) {
        case "wager": return changeSeat(picture, step.seat, (seat) => withWager(seat, wager ?? "", amount));
        case "card": return cardStep(picture, step);
        case "play": return changeSeat(picture, step.seat, (seat) => ({ ...withWager(seat, "play", amount), played: true }));
        case "fold": return changeSeat(picture, step.seat, () => ({ folded: true }));
        case "reveal": return revealStep(picture, step, known);
        case "settle": return changeSeat(picture, step.seat, (seat) => settleStep(seat, step));
        case "next-round": return {
            ...picture,
            dealer: { cards: [], says: "" },
            seats: picture.seats.map((seat) => ({ ...seat, wagers: {}, cards: [], says: "", played: false, folded: false, results: {}, net: null })),
        };
        default: return picture;
    }
}

// What is said at a step: of a settlement also whose wager it is.
function saidOf(picture: Picture, step: Step): string {
    if (step.step !== "settle" || !step.wager) return step.words;
    const name = picture.seats.find((seat) => seat.seat === step.seat)?.name ?? "";
    return strings.play.settles(name, strings.play.nameOf(step.wager), step.words);
}

export function after(picture: Picture, step: Step, known: Known): Picture {
    return { ...changed(picture, step, known), words: saidOf(picture, step), clause: step.clause ?? "" };
}

export const afterAll = (picture: Picture, steps: readonly Step[], known: Known): Picture => steps.reduce((drawn, step) => after(drawn, step, known), picture);

// Every moment of a round, from before the first step to after the last.
export function framesOf(round: PlayRound): Picture[] {
    const frames = [emptyPicture(round)];
    for (const step of round.steps) frames.push(after(frames[frames.length - 1]!, step, round));
    return frames;
}
