// What lies on the table before the deal: fees, bets behind seats, prizes that free players name. It belongs to this keypad
// until the round starts; then it is the default of the next round, so that a normal round is one press. All of it is pure.
//
// D1  Nothing is sent for a seat that is not dealt in, for an offer that takes no fee now, or for a space that no offer has.
// D2  A fee is marked by button exactly where its sensor, or the reader of the table, fails.
// D3  Where several offers take a fee that is put down, each says who paid it; so nobody pays a fee of another offer.
import type { Command, Table, TableOffer } from "../../kit/shapes";

export interface Bet { seat: number; patron: string; wager: number; fee: boolean; dealerFee: boolean }

export interface Stakes {
    fees: Record<string, number[]>; // by offer; where one pays for all, a 0 says that it is paid
    dealerFees: number[];
    playedBehind: number[];
    bets: Bet[];
    chosen: Record<string, string>; // by seat
    tournament: boolean;
}

export const noStakes: Stakes = { fees: {}, dealerFees: [], playedBehind: [], bets: [], chosen: {}, tournament: false };

const inOrder = (seats: Iterable<number>): number[] => [...new Set(seats)].sort((a, b) => a - b);
export const toggled = (seats: readonly number[], seat: number): number[] =>
    seats.includes(seat) ? seats.filter((other) => other !== seat) : inOrder([...seats, seat]);

export function dealtSeats(table: Table): number[] {
    return table.seats.filter((seat) => seat.taken && !seat["hold-button"]).map((seat) => seat.seat);
}

// Whether a round with these stakes takes fees at all.
export const isFree = (table: Table, stakes: Stakes): boolean => table["free-play"] || stakes.tournament;

// Offers whose fee somebody decides to put down.
export function feeOffers(table: Table): TableOffer[] {
    return table.offers.filter((offer) => offer["in-force"] && !offer.suspended && offer.payer !== "nobody" && offer["fee-is"] !== "due");
}

// Of these, the ones with a sensor at each seat, and the ones where one pays for all.
export const seatOffers = (table: Table): TableOffer[] => feeOffers(table).filter((offer) => offer.payer === "player");
export const tableOffers = (table: Table): TableOffer[] => feeOffers(table).filter((offer) => offer.payer !== "player");

// Offers that take their fee by themselves when the round starts.
export function dueOffers(table: Table): TableOffer[] {
    return table.offers.filter((offer) => offer["in-force"] && !offer.suspended && offer.payer !== "nobody" && offer["fee-is"] === "due");
}

export const hasDealerSpace = (table: Table): boolean => feeOffers(table).some((offer) => offer["dealer-space"]);
export const hasBackline = (table: Table): boolean => !table.poker && handOffers(table).length > 0;
export const takesBacklineFees = (table: Table): boolean => feeOffers(table).some((offer) => offer.backline);

// Hands that can be claimed here now, the shortest chart first: one hand is mostly the one that wins most. A hand that was dealt
// within the hours of an offer can be claimed when they are over.
export function handOffers(table: Table): TableOffer[] {
    return table.offers.filter((offer) => offer["takes-hands"] && !offer.suspended && offer.chart.length > 0)
        .sort((a, b) => a.chart.length - b.chart.length);
}

export const isLit = (stakes: Stakes, offer: string, seat: number): boolean => stakes.fees[offer]?.includes(seat) ?? false;

export function withFee(stakes: Stakes, offer: string, seat: number): Stakes {
    return { ...stakes, fees: { ...stakes.fees, [offer]: toggled(stakes.fees[offer] ?? [], seat) } };
}

// Every seat that is dealt in, or none if they all are.
export function withAllFees(table: Table, stakes: Stakes): Stakes {
    const dealt = dealtSeats(table);
    const offers = seatOffers(table).map((offer) => offer.offer);
    const all = offers.every((offer) => dealt.every((seat) => isLit(stakes, offer, seat)));
    const fees = { ...stakes.fees };
    for (const offer of offers) fees[offer] = all ? [] : dealt;
    return { ...stakes, fees };
}

// When somebody leaves, nothing of theirs stays on the table.
export function withoutSeat(stakes: Stakes, seat: number): Stakes {
    const { [String(seat)]: named, ...chosen } = stakes.chosen;
    void named;
    return {
        ...stakes,
        fees: Object.fromEntries(Object.entries(stakes.fees).map(([offer, seats]) => [offer, seats.filter((other) => other !== seat)])),
        dealerFees: stakes.dealerFees.filter((other) => other !== seat),
        playedBehind: stakes.playedBehind.filter((other) => other !== seat),
        bets: stakes.bets.filter((bet) => bet.seat !== seat),
        chosen,
    };
}

// What the last round was started with, for a keypad that was not there: its sensors, for all offers alike.
export function stakesOfRound(table: Table): Stakes {
    const lit = inOrder([...table.round.fees, ...table.round.marked]);
    const fees: Record<string, number[]> = {};
    for (const offer of seatOffers(table)) fees[offer.offer] = lit.filter((seat) => seat > 0);
    return { ...noStakes, fees };
}

function payerSeat(table: Table, offer: TableOffer, dealt: number[]): number {
    return offer.payer === "player-dealer" ? table.bank : (dealt[0] ?? 0);
}

interface Paid { offer: string; seats: number[] }

function paidFees(table: Table, stakes: Stakes, dealt: number[]): Paid[] {
    return feeOffers(table).map((offer) => {
        const lit = stakes.fees[offer.offer] ?? [];
        const seats = offer.payer === "player" ? lit.filter((seat) => dealt.includes(seat)) : lit.length > 0 ? [payerSeat(table, offer, dealt)] : [];
        return { offer: offer.offer, seats };
    });
}

function betsOf(table: Table, stakes: Stakes, dealt: number[]): Record<string, unknown>[] {
    const fees = !isFree(table, stakes);
    return stakes.bets.filter((bet) => dealt.includes(bet.seat)).map((bet) => ({
        seat: bet.seat,
        ...(bet.patron ? { patron: bet.patron } : {}),
        ...(bet.wager > 0 ? { wager: bet.wager } : {}),
        ...(bet.fee && fees && takesBacklineFees(table) ? { fee: true } : {}),
        ...(bet.dealerFee && fees && hasDealerSpace(table) ? { "dealer-fee": true } : {}),
    }));
}

// The command that starts the round.
export function startCommand(table: Table, stakes: Stakes): Command {
    const dealt = dealtSeats(table);
    const asked: Command = { do: "start-round", table: table.table, dealt };
    if (!isFree(table, stakes)) {
        const paid = paidFees(table, stakes, dealt);
        const lit = inOrder(paid.flatMap((one) => one.seats));
        const fails = (seat: number): boolean =>
            seat > 0 && (Boolean(table.devices["reader-fails"]) || Boolean(table.seats[seat - 1]?.["sensor-fails"]));
        const marked = lit.filter(fails);
        const fees = lit.filter((seat) => !fails(seat));
        const dealerFees = hasDealerSpace(table) ? stakes.dealerFees.filter((seat) => dealt.includes(seat)) : [];
        if (fees.length > 0) asked["fees"] = fees;
        if (marked.length > 0) asked["marked"] = marked;
        if (paid.length > 1 && lit.length > 0) asked["payers"] = paid;
        if (dealerFees.length > 0) asked["dealer-fees"] = dealerFees;
    }
    const behind = stakes.playedBehind.filter((seat) => dealt.includes(seat));
    if (behind.length > 0) asked["played-behind"] = behind;
    const backline = betsOf(table, stakes, dealt);
    if (backline.length > 0) asked["backline"] = backline;
    const chosen = Object.entries(stakes.chosen).filter(([seat]) => dealt.includes(Number(seat)));
    if (table["free-play"] && chosen.length > 0) asked["chosen"] = chosen.map(([seat, row]) => ({ seat: Number(seat), row }));
    if (stakes.tournament) asked["tournament"] = true;
    return asked;
}

// How many fees are put down, of seats that are dealt in.
export function feeCount(table: Table, stakes: Stakes): number {
    if (isFree(table, stakes)) return 0;
    const dealt = dealtSeats(table);
    const seats = paidFees(table, stakes, dealt).reduce((count, one) => count + one.seats.length, 0);
    const behind = stakes.bets.filter((bet) => dealt.includes(bet.seat));
    const bets = behind.filter((bet) => bet.fee && takesBacklineFees(table)).length;
    const onDealer = hasDealerSpace(table)
        ? stakes.dealerFees.filter((seat) => dealt.includes(seat)).length + behind.filter((bet) => bet.dealerFee).length
        : 0;
    return seats + bets + onDealer;
}

// The money of fees in what the house answers to start-round: movements are [from, to, cents, reason, clause].
export function feesTaken(events: { kind: string; event: Record<string, unknown> }[]): number {
    let cents = 0;
    for (const { kind, event } of events) {
        if (kind !== "round-started" || !Array.isArray(event["movements"])) continue;
        for (const row of event["movements"] as unknown[][]) if (row[3] === "fee") cents += Number(row[2]);
    }
    return cents;
}

// What was kept on this keypad; whatever is not as it should be is left out.
export function readStakes(text: string | null): Stakes {
    try {
        const kept = JSON.parse(text ?? "null") as Partial<Stakes> | null;
        if (typeof kept !== "object" || kept === null) return noStakes;
        return { ...noStakes, ...kept };
    } catch {
        return noStakes;
    }
}
