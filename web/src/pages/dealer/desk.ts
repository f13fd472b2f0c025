// What this keypad knows and does: the table as the house has it, what lies on it for the coming round, and the commands on
// their way. The pieces on the screen read the signals and call the verbs.
//
// K1  One press is on its way at a time, the next ones wait in line; the same button again is the same press. A command has
//     its id before it leaves. When no answer comes it is held, with its id, until somebody tries again or lets it be:
//     asking twice is harmless, losing a press is not.
// K2  The table is what the server said last, by its sequence; an answer that was overtaken is dropped.
// K3  Fees stay lit after the start. What lies on the table survives a reload of the page.
import { batch, computed, effect, signal } from "@preact/signals";
import { strings } from "../../strings";
import { command, dryRun, get, newId } from "../../kit/api";
import { follow, type Feed } from "../../kit/feed";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { may, mayCountersigned, session } from "../../kit/session";
import type { Command, Credentials, FeedMessages, Hand, HouseEvent, Reply, Table, TableOffer, WinMessage } from "../../kit/shapes";
import { setHouseNow } from "../../kit/time";
import { say } from "../../kit/toast";
import { dealtSeats, feesTaken, noStakes, readStakes, startCommand, stakesOfRound, withoutSeat, type Stakes } from "./stakes";
import { askFloor, isOpen, lastUndoable, undoingOf, type Done, type Hands } from "./undo";

const words = strings.dealer;
const REFRESH_MS = 60_000; // hours begin and end without a message
const PREVIEW_MS = 150;
const SLOW_MS = 1_500;

export interface Held { commands: Command[]; words: string; then: (replies: Reply[]) => void }
export interface Preview { cents: number; refusal: Problem | null }

export const name = decodeURIComponent(/^\/dealer\/([^/]+)/.exec(location.pathname)?.[1] ?? "");
export const table = signal<Table | null>(null);
export const missing = signal<Problem | null>(null);
export const stakes = signal<Stakes>(noStakes);
export const selected = signal<number | null>(null); // a seat; 0 is the player-dealer beside the seats
export const armed = signal<{ offer: TableOffer; row: string; hand: string } | null>(null); // a hand that waits for its seat
export const busy = signal("");
export const slow = signal(false);
export const held = signal<Held | null>(null);
export const refusal = signal<{ problem: Problem; asked: string } | null>(null);
export const preview = signal<Preview | null>(null);
export const win = signal<WinMessage | null>(null);
const done = signal<Done[]>([]);
let doneRound = 0;

const keepUnder = `cardroom-dealer-${name}`;
const allowed = (what: string): boolean => may(session.value, what);
export const undoable = computed(() => (table.value ? lastUndoable(done.value, table.value) : null));
export const isIdle = (): boolean => busy.value === "" && held.value === null && selected.value === null && armed.value === null;
export const seatWords = (seat: number): string => (seat > 0 ? words.seat(seat) : words.playerDealer);

// ------------------------------------------------------------------------------------------ the table

function take(next: Table): void {
    const before = table.value;
    if (before && next.sequence < before.sequence) return;
    batch(() => {
        if (!before) stakes.value = { ...kept(), ...firstLit(next) };
        else for (const seat of before.seats) if (seat.taken && !next.seats[seat.seat - 1]?.taken) stakes.value = withoutSeat(stakes.value, seat.seat);
        if (next.round.number !== doneRound) done.value = [];
        doneRound = next.round.number;
        table.value = next;
        if (!next.round.runs) armed.value = null;
    });
}

function kept(): Stakes {
    try {
        return readStakes(localStorage.getItem(keepUnder));
    } catch {
        return noStakes; // Storage may be forbidden here.
    }
}

// The fees of the last round, unless this keypad knows better.
function firstLit(next: Table): Partial<Stakes> {
    return Object.values(kept().fees).some((seats) => seats.length > 0) ? {} : { fees: stakesOfRound(next).fees };
}

let asking = false;
let askAgain = false;
export async function refresh(): Promise<number> {
    if (asking) {
        askAgain = true;
        return table.value?.sequence ?? 0;
    }
    asking = true;
    try {
        do {
            askAgain = false;
            const next = await get<Table>(`/api/tables/${encodeURIComponent(name)}`);
            setHouseNow(next.now);
            missing.value = null;
            take(next);
        } while (askAgain);
    } catch (thrown) {
        const problem = asProblem(thrown);
        if (problem.status === 404) missing.value = problem;
        throw problem;
    } finally {
        asking = false;
    }
    return table.value?.sequence ?? 0;
}

const look = (): void => void refresh().catch(() => undefined);

function isOurs({ event }: HouseEvent): boolean {
    if (typeof event["table"] === "string") return event["table"] === name;
    if (typeof event["hand"] === "number") return table.value?.hands.some((hand) => hand.hand === event["hand"]) ?? false;
    return typeof event["offer"] !== "undefined" && event["cents"] === undefined;
}

function heardEvent(message: HouseEvent): void {
    if (message.sequence > (table.value?.sequence ?? 0) && isOurs(message)) look();
}

function heardMeters(message: FeedMessages["meters"]): void {
    const known = table.value;
    if (!known || message.sequence < known.sequence) return;
    if (!message.meters.some((one) => known.offers.some((offer) => offer.offer === one.offer))) return;
    const offers = known.offers.map((offer) => ({
        ...offer,
        meters: offer.meters.map((meter) => {
            const told = message.meters.find((one) => one.offer === offer.offer && one.pool === meter.pool);
            return told ? { ...meter, cents: told.cents } : meter;
        }),
    }));
    table.value = { ...known, offers };
}

function heardWin(message: WinMessage): void {
    if (message.table !== name) return;
    win.value = message;
    look();
}

export function open(): Feed {
    const feed = follow({ load: refresh, on: { event: heardEvent, meters: heardMeters, win: heardWin } });
    setInterval(look, REFRESH_MS);
    effect(() => {
        const text = JSON.stringify(stakes.value);
        try {
            if (table.value) localStorage.setItem(keepUnder, text);
        } catch {
            // Then it holds until the page is left.
        }
    });
    followPreview();
    return feed;
}

// What START would do, asked before it is pressed: the exact money, or why the house would refuse. Asked again when
// anything has changed that the answer hangs on; meters do so many times a second and are not of it.
function followPreview(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const question = computed(() => {
        const now = table.value;
        if (!now?.open || dealtSeats(now).length === 0 || !allowed("start-round")) return "";
        return JSON.stringify([startCommand(now, stakes.value), now.round.number, now.round.runs, now.hands.filter(isOpen).length, now.bank]);
    });
    effect(() => {
        const text = question.value;
        const turn = ++latest;
        clearTimeout(timer);
        preview.value = null; // An amount that may be wrong is not shown.
        if (text === "") return;
        const [asked] = JSON.parse(text) as [Command];
        timer = setTimeout(() => {
            dryRun(asked).then(
                (reply) => ({ cents: feesTaken(reply.events ?? []), refusal: null }),
                (thrown) => ({ cents: 0, refusal: asProblem(thrown) }),
            ).then((next) => {
                if (turn === latest) preview.value = next.refusal?.kind === "unreachable" ? null : next;
            });
        }, PREVIEW_MS);
    });
}

// ------------------------------------------------------------------------------------------ asking

const isLost = (problem: Problem): boolean => problem.kind === "unreachable" || problem.status === 503;

async function askAll(asked: Held, key: string): Promise<boolean> {
    batch(() => {
        busy.value = key;
        refusal.value = null;
        held.value = null;
    });
    const warn = setTimeout(() => (slow.value = true), SLOW_MS);
    const replies: Reply[] = [];
    try {
        for (const one of asked.commands) replies.push(await command(one));
        asked.then(replies);
        await refresh().catch(() => undefined);
        return true;
    } catch (thrown) {
        const problem = asProblem(thrown);
        if (isLost(problem)) held.value = { ...asked, commands: asked.commands.slice(replies.length) };
        else refusal.value = { problem, asked: key };
        if (replies.length > 0 || !isLost(problem)) look();
        return false;
    } finally {
        clearTimeout(warn);
        batch(() => {
            busy.value = "";
            slow.value = false;
        });
    }
}

const inLine = new Set<string>();
let last: Promise<unknown> = Promise.resolve();

// `make` when its turn comes, so that it is of the table as it then is.
function ask(key: string, saying: string, make: () => Command[], then: (replies: Reply[]) => void = () => undefined): Promise<boolean> {
    if (inLine.has(key)) return Promise.resolve(false);
    inLine.add(key);
    const turn = last.then(() => {
        if (held.value) return false;
        return askAll({ words: saying, commands: make().map((one) => ({ ...one, id: newId() })), then }, key);
    }).finally(() => inLine.delete(key));
    last = turn.catch(() => undefined);
    return turn;
}

export function tryAgain(): void {
    const wait = held.value;
    if (wait && busy.value === "") void askAll(wait, "again");
}

export function letBe(): void {
    held.value = null;
    look();
}

const remember = (one: Done): void => void (done.value = [...done.value, one]);
const remembering = (one: Done) => () => remember(one);

// ------------------------------------------------------------------------------------------ verbs

export function startRound(): Promise<boolean> {
    return ask("start", words.startOf, () => (table.value ? [startCommand(table.value, stakes.value)] : []), ([reply]) => {
        const number = Number(reply?.events?.find((event) => event.kind === "round-started")?.event["round"] ?? 0);
        batch(() => {
            selected.value = null;
            armed.value = null;
            win.value = null;
            if (number > 0) {
                doneRound = number;
                done.value = [{ kind: "round", round: number, cents: feesTaken(reply?.events ?? []) }];
            }
        });
    });
}

export function endRound(pot = 0): Promise<boolean> {
    return ask("end", words.endOf, () => [{ do: "end-round", table: name, ...(pot > 0 ? { pot } : {}) }], () => (done.value = []));
}

// The house waits for no hand: those of the old round are judged while the new one is played.
export async function endAndStart(): Promise<void> {
    if (await endRound()) await startRound();
}

export function sit(seat: number, patron = "", hold = false): Promise<boolean> {
    const asked: Command = { do: "sit", table: name, seat, ...(patron ? { patron } : {}), ...(hold ? { "hold-button": true } : {}) };
    return ask(`seat-${seat}`, words.sits(seat), () => [asked], remembering({ kind: "simple", words: words.sits(seat), back: [{ do: "leave", table: name, seat }] }));
}

function again(seat: number): Command {
    const now = table.value?.seats[seat - 1];
    return { do: "sit", table: name, seat, ...(now?.patron ? { patron: now.patron } : {}), ...(now?.["hold-button"] ? { "hold-button": true } : {}) };
}

export function leave(seat: number): Promise<boolean> {
    return ask(`seat-${seat}`, words.leaves(seat), () => [{ do: "leave", table: name, seat }],
        remembering({ kind: "simple", words: words.leaves(seat), back: [again(seat)] }));
}

// Who sits there is said anew: with a club number, or with a hold button.
export function sitAgain(seat: number, patron: string, hold: boolean): Promise<boolean> {
    const stay: Command = { do: "sit", table: name, seat, ...(patron ? { patron } : {}), ...(hold ? { "hold-button": true } : {}) };
    const out: Command = { do: "leave", table: name, seat };
    const bank: Command[] = table.value?.bank === seat && !table.value.round.runs ? [{ do: "bank", table: name, seat }] : [];
    const lying = stakes.value;
    return ask(`seat-${seat}`, words.changes(seat), () => [out, stay, ...bank], () => {
        stakes.value = lying;
        remember({ kind: "simple", words: words.changes(seat), back: [out, again(seat), ...bank] });
    });
}

export function bank(seat: number): Promise<boolean> {
    const before = table.value?.bank ?? 0;
    const to = (where: number): Command => ({ do: "bank", table: name, ...(where > 0 ? { seat: where } : {}) });
    return ask("bank", words.banks(seat), () => [to(seat)], remembering({ kind: "simple", words: words.banks(seat), back: [to(before)] }));
}

export function report(device: string, works: boolean, seat = 0): Promise<boolean> {
    const asked = (well: boolean): Command => ({ do: "equipment", table: name, device, ...(seat > 0 ? { seat } : {}), ...(well ? { works: true } : {}) });
    const saying = words.reports(words.devices[device] ?? device, works);
    return ask(`device-${device}-${seat}`, saying, () => [asked(works)], ([reply]) => {
        const told = reply?.events?.find((event) => event.kind === "equipment-reported")?.event;
        if (told?.["words"]) say(`${saying}: ${String(told["words"])}`, "plain", String(told["clause"] ?? ""));
        remember({ kind: "simple", words: saying, back: [asked(!works)] });
    });
}

export function note(what: string, text: string): Promise<boolean> {
    return ask("note", words.irregular[what] ?? what, () => [{ do: "irregularity", table: name, what, ...(text ? { note: text } : {}) }],
        () => say(words.noted(words.irregular[what] ?? what), "good"));
}

export function callFloor(note: string): Promise<boolean> {
    return ask("note", words.callFloor, () => [askFloor(name, note)], () => say(words.floorAsked, "good"));
}

export function claim(offer: TableOffer, row: string, seat: number | null, patron = ""): Promise<boolean> {
    const asked: Command = {
        do: "claim-hand", table: name, offer: offer.offer, row, ...(seat ? { seat } : {}), ...(patron ? { patron } : {}),
    };
    return ask(`claim-${offer.offer}-${row}`, words.claims(seat ? seatWords(seat) : words.everybody), () => [asked], ([reply]) => {
        const hand = Number(reply?.events?.find((event) => event.kind === "hand-claimed")?.event["hand"] ?? 0);
        batch(() => {
            selected.value = null;
            armed.value = null;
            if (hand > 0) remember({ kind: "hand", hand });
        });
    });
}

// ------------------------------------------------------------------------------------------ taking back

export function undoWords(one: Done): string {
    if (one.kind === "simple") return one.words;
    if (one.kind === "round") return words.undoRound(one.round);
    const hand = table.value?.hands.find((known) => known.hand === one.hand);
    return hand ? words.undoHand(handWords(hand), seatOf(hand)) : words.undo;
}

const atKeypad = (): Hands => ({
    person: session.value?.person ?? "",
    may: allowed,
    maySigned: (what) => mayCountersigned(session.value, what),
});

// How it is taken back here: by whoever stands at the keypad, with a second person's signature, or only by the floor.
export function undoWay(one: Done): "own" | "signed" | "floor" {
    const way = table.value ? undoingOf(one, table.value, "", atKeypad()) : null;
    return way ? (way.signed ? "signed" : "own") : "floor";
}
// What may be done without saying why.
export const isPlain = (one: Done): boolean => one.kind === "simple" || (one.kind === "round" && one.cents === 0);

export function askFloorFor(one: Done, reason: string): Promise<boolean> {
    return ask("undo", words.takesBack(undoWords(one)), () => [askFloor(name, words.undoNote(undoWords(one), reason))], () => say(words.floorAsked, "good"));
}

// `signature` of a second person, where one must sign.
export function takeBack(one: Done, reason: string, signature?: Credentials): Promise<boolean> {
    const way = table.value && undoingOf(one, table.value, reason, atKeypad());
    if (!way || (way.signed && !signature)) return askFloorFor(one, reason);
    const commands = way.commands.map((each) => (signature && each.do === way.signed ? { ...each, countersign: signature } : each));
    return ask("undo", words.takesBack(undoWords(one)), () => commands, () => {
        done.value = done.value.filter((other) => other !== one);
        say(words.takenBack(undoWords(one)), "good");
    });
}

// ------------------------------------------------------------------------------------------ words for hands

export function rowWords(offer: string, row: string): string {
    const found = table.value?.offers.find((known) => known.offer === offer)?.chart.find((known) => known.row === row);
    return found?.hand ?? row;
}

export function handWords(hand: Hand): string {
    const judged = hand.rows[0]?.hand;
    const pressed = hand["claimed-row"];
    return judged ?? (pressed ? rowWords(hand.offer, pressed) : hand.title);
}

export const seatOf = (hand: Hand): string => (hand.seat > 0 ? words.seat(hand.seat) : words.everybody);
export const prizeWords = (message: WinMessage): string => (message.cents > 0 ? money(message.cents) : (message.prizes[0]?.thing ?? ""));
