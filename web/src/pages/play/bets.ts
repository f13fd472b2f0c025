// Chips that lie on the spots and that the dealer has not seen yet: what each seat will have wagered when the cards are dealt.
//
// B1  Nothing here decides whether a wager is allowed: that is the game's, when it is handed over.
// B2  A wager that belongs to the Ante follows it, in the same amount.
import type { PlayGame, PlayWager } from "./shapes";

export type Bets = Record<string, number>; // by wager, cents
export type Drafts = Record<number, Bets>; // by seat

export const total = (bets: Bets): number => Object.values(bets).reduce((sum, cents) => sum + cents, 0);

// Spots that one puts chips on; a wager that goes with the Ante has none of its own to tap.
export const tapped = (game: PlayGame): PlayWager[] => game.wagers.filter((wager) => !wager["with-ante"]);

function withAnte(game: PlayGame, bets: Bets): Bets {
    const ante = bets["ante"] ?? 0;
    const all: Bets = {};
    for (const { wager, "with-ante": follows } of game.wagers) {
        const cents = follows ? ante : (bets[wager] ?? 0);
        if (cents > 0) all[wager] = cents;
    }
    return all;
}

// A spot whose wager has one size takes that, whatever the chip; a second tap takes it back.
export function afterTap(game: PlayGame, bets: Bets, wager: string, chip: number, stack: number): Bets {
    const spot = game.wagers.find((known) => known.wager === wager);
    if (!spot) return bets;
    const name = spot["with-ante"] ? "ante" : wager;
    const before = bets[name] ?? 0;
    const fixed = spot.least > 0 && spot.least === spot.most;
    const after = fixed ? (before > 0 ? 0 : spot.least) : before + chip;
    const changed = withAnte(game, { ...bets, [name]: after });
    return total(changed) <= stack ? changed : bets;
}

export function without(game: PlayGame, bets: Bets, wager: string): Bets {
    const spot = game.wagers.find((known) => known.wager === wager);
    return withAnte(game, { ...bets, [spot?.["with-ante"] ? "ante" : wager]: 0 });
}

// The wagers of a former round, as far as the stack reaches: in the order of the game, the Ante first.
export function again(game: PlayGame, former: Bets, stack: number): Bets {
    let bets: Bets = {};
    for (const { wager } of tapped(game)) {
        const cents = former[wager] ?? 0;
        const more = withAnte(game, { ...bets, [wager]: cents });
        if (cents > 0 && total(more) <= stack) bets = more;
    }
    return bets;
}

export function doubled(game: PlayGame, bets: Bets, stack: number): Bets {
    const twice: Bets = {};
    for (const { wager, least, most } of game.wagers) {
        const cents = (bets[wager] ?? 0) * 2;
        twice[wager] = least === most && least > 0 ? cents / 2 : most > 0 ? Math.min(most, cents) : cents;
    }
    const changed = withAnte(game, twice);
    return total(changed) <= stack ? changed : bets;
}
