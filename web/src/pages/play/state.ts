// The table that is played at, what is drawn of it, and what people do.
//
// T1  What is drawn follows the server: chips that are put down but not dealt yet are the only thing that is known here alone.
// T2  Every act names the version of the table that was looked at; after a lost answer the table is looked at again, and an act
//     that was done is not done twice.
import { computed, effect, signal } from "@preact/signals";
import { strings } from "../../strings";
import { get, post, remove } from "../../kit/api";
import { asProblem, type Problem } from "../../kit/problem";
import { learnTitles } from "../../kit/titles";
import { say, sayProblem } from "../../kit/toast";
import { afterTap, again, doubled, tapped, total, without, type Bets, type Drafts } from "./bets";
import { inTurn, moving } from "./motion";
import { afterAll, pictureOf, type Picture } from "./picture";
import type { Act, Hint, PlayGame, PlaySeat, PlayTable, Wish } from "./shapes";

const words = strings.play;
const KEPT = "cardroom-play"; // where this tab remembers its table
const FIRST_CHIP = 500;

export const games = signal<PlayGame[] | null>(null);
export const table = signal<PlayTable | null>(null);
export const picture = signal<Picture | null>(null);
export const drafts = signal<Drafts>({});
export const former = signal<Drafts>({}); // the wagers of the last round that was dealt
export const chip = signal(FIRST_CHIP);
export const focus = signal(1);
export const busy = signal(false);
export const problem = signal<{ problem: Problem; seat: number; wager: string } | null>(null);
export const coach = signal(false);
export const hint = signal<Hint | null>(null);

export const game = computed(() => games.value?.find((known) => known.game === table.value?.game) ?? null);

// The game as this table offers it: what it does not offer has no spot.
export const offered = computed<PlayGame | null>(() => {
    const [known, here] = [game.value, table.value];
    if (!known || !here) return null;
    const wagers = known.wagers.filter((wager) => wager["with-ante"] || here.limits[wager.wager])
        .map((wager) => ({ ...wager, ...here.limits[wager["with-ante"] ? "ante" : wager.wager] }));
    return { ...known, wagers };
});

export const people = computed(() => table.value?.seats.filter((seat) => seat.who === "person") ?? []);
export const seatInView = computed(() => table.value?.seats.find((seat) => seat.seat === focus.value) ?? null);
export const decides = computed(() => {
    const here = table.value;
    if (!here || here.mode !== "play" || here.stage !== "deciding" || moving.value) return null;
    const seat = here.seats.find((known) => known.seat === here.turn);
    return seat?.who === "person" ? seat : null;
});
export const isBetting = computed(() => table.value?.mode === "play" && table.value.stage === "betting" && !moving.value);

const sumOf = (bets: Bets): number => total(bets);
export const purse = (seat: PlaySeat): number => seat.stack + sumOf(seat.wagers);
export const draftOf = (seat: number): Bets => drafts.value[seat] ?? {};

// What is drawn: while people bet, with the chips that they have put down.
export const drawn = computed<Picture | null>(() => {
    const [shown, here] = [picture.value, table.value];
    if (!shown || !here || !isBetting.value) return shown;
    return {
        ...shown,
        seats: shown.seats.map((seat) => {
            const known = here.seats.find((one) => one.seat === seat.seat);
            if (!known || known.who !== "person") return seat;
            const bets = draftOf(seat.seat);
            return { ...seat, wagers: bets, stack: purse(known) - total(bets) };
        }),
    };
});

function remember(name: string | null): void {
    try {
        if (name) sessionStorage.setItem(KEPT, name);
        else sessionStorage.removeItem(KEPT);
    } catch {
        // Storage may be forbidden here; then a reload begins at the door.
    }
}

function remembered(): string | null {
    try {
        return sessionStorage.getItem(KEPT);
    } catch {
        return null;
    }
}

function betsOf(told: PlayTable): Drafts {
    return Object.fromEntries(told.seats.filter((seat) => seat.who === "person").map((seat) => [seat.seat, seat.wagers]));
}

function lookAtTurn(told: PlayTable): void {
    const seat = told.task?.seat ?? (told.seats.some((known) => known.seat === told.turn && known.who === "person") ? told.turn : 0);
    if (seat > 0) focus.value = seat;
}

// Shows what the server has told: its steps in turn, then the table as it says it is.
async function show(told: PlayTable): Promise<void> {
    const before = picture.value;
    const going = before && table.value?.table === told.table;
    table.value = told;
    hint.value = null;
    remember(told.table);
    if (going) await inTurn(told.steps, (count) => (picture.value = afterAll(before, told.steps.slice(0, count), told)));
    picture.value = pictureOf(told);
    lookAtTurn(told);
}

function forget(): void {
    remember(null);
    table.value = null;
    picture.value = null;
    drafts.value = {};
    former.value = {};
    problem.value = null;
}

export async function load(): Promise<void> {
    games.value = (await get<{ games: PlayGame[] }>("/api/play/games")).games;
    learnTitles(Object.fromEntries(games.value.map((game) => [game.document, game.title])));
    const name = remembered();
    if (!name) return;
    try {
        const told = await get<PlayTable>(`/api/play/${name}`);
        drafts.value = told.stage === "betting" ? betsOf(told) : {};
        focus.value = told.seats.find((seat) => seat.who === "person")?.seat ?? 1;
        await show(told);
    } catch {
        remember(null); // It was closed meanwhile.
    }
}

export async function openTable(wish: Wish): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
        const told = await post<PlayTable>("/api/play", wish);
        drafts.value = {};
        former.value = {};
        focus.value = told.seats.find((seat) => seat.who === "person")?.seat ?? 1;
        await show(told);
        scrollTo(0, 0);
    } catch (thrown) {
        problem.value = { problem: asProblem(thrown), seat: 0, wager: "" };
    } finally {
        busy.value = false;
    }
}

export async function leaveTable(): Promise<void> {
    const name = table.value?.table;
    forget();
    scrollTo(0, 0);
    if (name) await remove(`/api/play/${name}`).catch(() => undefined);
}

// What the table has become when the answer to an act was lost or the table had gone on: null if it is as it was.
async function lookAgain(before: PlayTable): Promise<PlayTable | null> {
    const told = await get<PlayTable>(`/api/play/${before.table}`);
    return told.version > before.version ? told : null;
}

async function perform(act: Act): Promise<PlayTable> {
    const before = table.value!;
    try {
        return await post<PlayTable>(`/api/play/${before.table}/acts`, { after: before.version, ...act });
    } catch (thrown) {
        const found = asProblem(thrown);
        if (found.kind !== "unreachable" && found.kind !== "stale") throw found;
        const told = await lookAgain(before);
        if (!told) throw found;
        return told;
    }
}

function fail(thrown: unknown, act: Act): void {
    const found = asProblem(thrown);
    if (found.status === 404) {
        forget();
        say(words.tableGone);
        return;
    }
    problem.value = { problem: found, seat: "seat" in act ? act.seat : 0, wager: "wager" in act ? act.wager : "" };
    if ("seat" in act) focus.value = act.seat;
}

async function doing(work: () => Promise<boolean>): Promise<boolean> {
    if (busy.value || moving.value || !table.value) return false;
    busy.value = true;
    problem.value = null;
    try {
        return await work();
    } finally {
        busy.value = false;
    }
}

// `quietly`: the table is not drawn anew in between.
async function one(act: Act, quietly = false): Promise<boolean> {
    try {
        const told = await perform(act);
        if (quietly) table.value = told;
        else await show(told);
        return true;
    } catch (thrown) {
        fail(thrown, act);
        return false;
    }
}

export const act = (wanted: Act): Promise<boolean> => doing(() => one(wanted));

// ------------------------------------------------------------------------------------------ wagers

function setDraft(seat: number, bets: Bets): void {
    drafts.value = { ...drafts.value, [seat]: bets };
    problem.value = null;
}

export function tapSpot(wager: string, back = false): void {
    const [seat, here] = [seatInView.value, offered.value];
    if (!seat || !here || !isBetting.value || seat.who !== "person" || busy.value) return;
    const before = draftOf(seat.seat);
    const bets = back ? without(here, before, wager) : afterTap(here, before, wager, chip.value, purse(seat));
    if (bets === before && !back) say(words.stackTooSmall(seat.name));
    setDraft(seat.seat, bets);
}

export function clearBets(): void {
    if (isBetting.value) setDraft(focus.value, {});
}

export function sameAgain(): void {
    const here = offered.value;
    if (!here || !isBetting.value) return;
    for (const seat of people.value) setDraft(seat.seat, again(here, former.value[seat.seat] ?? {}, purse(seat)));
}

export function doubleBets(): void {
    const [seat, here] = [seatInView.value, offered.value];
    if (seat && here && isBetting.value) setDraft(seat.seat, doubled(here, draftOf(seat.seat), purse(seat)));
}

// Hands the chips over, wager by wager; what is refused stays on its spot, marked.
async function handOver(): Promise<boolean> {
    for (const { seat } of people.value) {
        for (const { wager } of tapped(offered.value!)) {
            const amount = draftOf(seat)[wager] ?? 0;
            const lies = table.value!.seats.find((known) => known.seat === seat)?.wagers[wager] ?? 0;
            if (amount !== lies && !(await one({ act: "wager", seat, wager, amount }, true))) return false;
        }
    }
    return true;
}

export const deal = (): Promise<boolean> => doing(async () => {
    if (!(await handOver())) return false;
    const bets = betsOf(table.value!);
    picture.value = pictureOf(table.value!);
    if (!(await one({ act: "deal" }))) return false;
    former.value = bets;
    return true;
});

export async function nextRound(): Promise<boolean> {
    const done = await act({ act: "next" });
    if (done) {
        drafts.value = {};
        focus.value = people.value[0]?.seat ?? focus.value;
    }
    return done;
}

export async function sameAndDeal(): Promise<void> {
    if (!(await nextRound())) return;
    sameAgain();
    await deal();
}

// ------------------------------------------------------------------------------------------ decisions

export function play(antes: number): void {
    if (decides.value) void act({ act: "play", seat: decides.value.seat, antes });
}

export function fold(): void {
    if (decides.value) void act({ act: "fold", seat: decides.value.seat });
}

export async function askHint(): Promise<void> {
    const here = table.value;
    if (!here || !decides.value) return;
    try {
        const told = await get<Hint>(`/api/play/${here.table}/hint`);
        if (table.value?.version === here.version) hint.value = told;
    } catch (thrown) {
        sayProblem(thrown);
    }
}

// A coach that is on speaks before every decision.
effect(() => {
    if (coach.value && decides.value && hint.peek() === null) void askHint();
});
