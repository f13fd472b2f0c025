// What a sign knows, and how each message of the feed changes it. All of it is pure, and nothing in it grows.
//
// S1  A meter shows what the feed or /api/signs said last, and never a figure older than one it has shown: an answer of
//     /api/signs that was overtaken by the feed is dropped.
// S2  A win is celebrated once, by the number of its award, also if the feed tells it again.
// S3  A win is celebrated at once, unless a larger one is on the screen; then it waits its turn.
import type { FeedMessages, Signs, SignOffer, WinMessage } from "../../kit/shapes";

export const WINS_KEPT = 5;
export const CELEBRATIONS_MAX = 6;

export interface Verifying { offer: string; table: string; hands: number }

export interface SignState {
    signs: Signs | null;
    verifying: Verifying[];
    celebrations: WinMessage[]; // the first is on the screen
    celebrated: number; // the highest award that was
}

export const emptySign: SignState = { signs: null, verifying: [], celebrations: [], celebrated: 0 };

function changeOffer(signs: Signs, name: string, change: (offer: SignOffer) => SignOffer, sequence: number): Signs {
    const offers = signs.offers.map((offer) => (offer.offer === name ? change(offer) : offer));
    return { ...signs, offers, sequence: Math.max(signs.sequence, sequence) };
}

export function withSigns(state: SignState, signs: Signs): SignState {
    if (state.signs && signs.sequence < state.signs.sequence) return state;
    const verifying = signs.offers
        .filter((offer) => offer.pending > 0)
        .map((offer) => ({
            offer: offer.offer,
            table: state.verifying.find((known) => known.offer === offer.offer)?.table || offer["pending-table"],
            hands: offer.pending,
        }));
    const newest = Math.max(0, ...signs.offers.flatMap((offer) => offer.wins.map((win) => win.award)));
    // Wins from before the sign was switched on are history.
    const celebrated = state.signs ? state.celebrated : newest;
    return { ...state, signs, verifying, celebrated };
}

export function withMeters(state: SignState, message: FeedMessages["meters"]): SignState {
    if (!state.signs || message.sequence < state.signs.sequence) return state;
    let signs = state.signs;
    for (const { offer, pool, cents } of message.meters) {
        signs = changeOffer(signs, offer, (known) => ({
            ...known,
            meters: known.meters.map((meter) => (meter.pool === pool ? { ...meter, cents } : meter)),
        }), message.sequence);
    }
    return { ...state, signs };
}

export function withPending(state: SignState, message: FeedMessages["pending"]): SignState {
    const others = state.verifying.filter((known) => known.offer !== message.offer);
    const { offer, table, hands } = message;
    const verifying = hands > 0 ? [...others, { offer, table, hands }] : others;
    if (!state.signs) return { ...state, verifying };
    const signs = changeOffer(state.signs, offer, (known) => ({ ...known, pending: hands }), message.sequence);
    return { ...state, signs, verifying };
}

function inTurn(waiting: readonly WinMessage[], win: WinMessage): WinMessage[] {
    const first = waiting[0];
    if (!first || win.cents >= first.cents) return [win, ...waiting].slice(0, CELEBRATIONS_MAX);
    return [first, ...waiting.slice(1), win].slice(0, CELEBRATIONS_MAX);
}

// `here`: whether this sign is one of the win's offer; another sign only notes it.
export function withWin(state: SignState, win: WinMessage, here = true): SignState {
    if (!state.signs || win.award <= state.celebrated) return state;
    const { award, at, table, pool, cents } = win;
    const signs = changeOffer(state.signs, win.offer, (known) => ({
        ...known,
        wins: [{ award, at, table, pool, cents }, ...known.wins.filter((other) => other.award !== award)].slice(0, WINS_KEPT),
        meters: known.meters.map((meter) =>
            meter.pool === pool && win["base-cents"] !== undefined ? { ...meter, "base-cents": win["base-cents"] } : meter),
    }), win.sequence);
    const celebrations = here ? inTurn(state.celebrations, win) : state.celebrations;
    return { ...state, signs, celebrations, celebrated: award };
}

export function afterCelebration(state: SignState, award: number): SignState {
    return { ...state, celebrations: state.celebrations.filter((win) => win.award !== award) };
}
