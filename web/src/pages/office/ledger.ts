// The accounts as the feed moves them. All of it is pure.
//
// L1  Every event is applied once, in its order: one that the balances already include changes nothing.
// L2  What leaves one account reaches another, so the sum of all accounts stays what it was.
import type { Account, Funds, HouseEvent, Offer } from "../../kit/shapes";

// [from, to, cents, reason, clause], as in docs/formats/events.md.
export type Movement = [number, number, number, string, string];
type AdvanceRow = [number, number, string];

export const movementsOf = (event: HouseEvent): Movement[] => (event.event["movements"] ?? []) as Movement[];
const advancesOf = (event: HouseEvent): AdvanceRow[] => (event.event["advances"] ?? []) as AdvanceRow[];

export function withEvents(funds: Funds, events: readonly HouseEvent[]): Funds {
    const news = events.filter((event) => event.sequence > funds.sequence);
    if (news.length === 0) return funds;
    const cents = new Map<number, number>();
    const advanced = new Map<number, number>();
    const add = (sums: Map<number, number>, key: number, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
    for (const event of news) {
        for (const [from, to, amount] of movementsOf(event)) {
            add(cents, from, -amount);
            add(cents, to, amount);
        }
        for (const [offer, amount] of advancesOf(event)) add(advanced, offer, amount);
    }
    return {
        sequence: news[news.length - 1]!.sequence,
        accounts: funds.accounts.map((account) => {
            const moved = cents.get(account.account);
            return moved ? { ...account, cents: account.cents + moved } : account;
        }),
        // Offers are numbered in the order of the list.
        advances: funds.advances.map((advance, number) => {
            const moved = advanced.get(number);
            return moved ? { ...advance, cents: advance.cents + moved } : advance;
        }),
    };
}

// Whether the balances of a movement are all known: an offer that was posted meanwhile opens accounts.
export const knowsAccounts = (funds: Funds, event: HouseEvent): boolean =>
    movementsOf(event).every(([from, to]) => Math.max(from, to) < funds.accounts.length);

export interface MeterChange { offer: string; pool: string; cents: number }

export function withMeters(offers: Offer[], changes: readonly MeterChange[]): Offer[] {
    return offers.map((offer) => {
        const own = changes.filter((change) => change.offer === offer.offer);
        if (own.length === 0) return offer;
        const meters = offer.meters.map((meter) => {
            const change = own.filter((other) => other.pool === meter.pool).at(-1);
            return change ? { ...meter, cents: change.cents } : meter;
        });
        return { ...offer, meters };
    });
}

export const sumOf = (accounts: readonly { cents: number }[]): number => accounts.reduce((sum, { cents }) => sum + cents, 0);

// The accounts of one activity together, those of the house first.
export function byActivity(accounts: readonly Account[]): { activity: string; accounts: Account[] }[] {
    const groups = new Map<string, Account[]>();
    for (const account of accounts) groups.set(account.activity, [...(groups.get(account.activity) ?? []), account]);
    return [...groups].map(([activity, list]) => ({ activity, accounts: list }))
        .sort((a, b) => (a.activity < b.activity ? -1 : 1));
}
