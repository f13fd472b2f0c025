// Rounds that were played: their list, what went wrong in them, and one of them looked at again, step by step.
import { computed, signal } from "@preact/signals";
import { get } from "../../kit/api";
import { sayProblem } from "../../kit/toast";
import { framesOf, type Picture } from "./picture";
import type { Decision, PlayRound, RoundLine } from "./shapes";
import { table } from "./state";

const FRAME_MS = 550;

export const rounds = signal<RoundLine[]>([]);
export const mistakes = signal<{ round: number; decision: Decision }[]>([]);
export const replay = signal<{ round: PlayRound; frames: Picture[]; at: number } | null>(null);
export const playing = signal(false);
export const frame = computed(() => (replay.value ? (replay.value.frames[replay.value.at] ?? null) : null));

const known = new Map<string, PlayRound>();
let timer: ReturnType<typeof setInterval> | undefined;

async function roundOf(name: string, round: number): Promise<PlayRound> {
    const key = `${name} ${round}`;
    const kept = known.get(key);
    if (kept) return kept;
    const told = await get<PlayRound>(`/api/play/${name}/rounds/${round}`);
    known.set(key, told);
    return told;
}

export const costOf = (decision: Decision): number => Number(decision.cost.decimal);

export async function loadRounds(): Promise<void> {
    const name = table.value?.table;
    if (!name) return;
    try {
        const told = await get<{ rounds: RoundLine[] }>(`/api/play/${name}/rounds`);
        const wrong = await Promise.all(told.rounds.filter((line) => line.mistakes > 0).map((line) => roundOf(name, line.round)));
        if (table.value?.table !== name) return;
        rounds.value = told.rounds;
        mistakes.value = wrong.flatMap((round) => round.decisions.filter((one) => costOf(one) > 0).map((decision) => ({ round: round.round, decision })));
    } catch (thrown) {
        sayProblem(thrown);
    }
}

export function clearHistory(): void {
    known.clear();
    rounds.value = [];
    mistakes.value = [];
    stopReplay();
}

export async function openReplay(round: number): Promise<void> {
    const name = table.value?.table;
    if (!name) return;
    try {
        const told = await roundOf(name, round);
        replay.value = { round: told, frames: framesOf(told), at: 0 };
        startPlaying();
    } catch (thrown) {
        sayProblem(thrown);
    }
}

export function goTo(at: number): void {
    const shown = replay.value;
    if (!shown) return;
    replay.value = { ...shown, at: Math.max(0, Math.min(shown.frames.length - 1, at)) };
}

export function pause(): void {
    clearInterval(timer);
    playing.value = false;
}

export function startPlaying(): void {
    const shown = replay.value;
    if (!shown) return;
    if (shown.at >= shown.frames.length - 1) goTo(0);
    pause();
    playing.value = true;
    timer = setInterval(() => {
        const now = replay.value;
        if (!now || now.at >= now.frames.length - 1) pause();
        else goTo(now.at + 1);
    }, FRAME_MS);
}

export function stopReplay(): void {
    pause();
    replay.value = null;
}

// What a key does to a replay; false if nothing.
export function replayKey(key: string): boolean {
    const shown = replay.value;
    if (!shown) return false;
    const places: Record<string, number> = { Home: 0, ArrowLeft: shown.at - 1, ArrowRight: shown.at + 1, End: shown.frames.length - 1 };
    const place = places[key];
    if (place !== undefined) {
        pause();
        goTo(place);
    } else if (key === " ") playing.value ? pause() : startPlaying();
    else if (key === "Escape") stopReplay();
    else return false;
    return true;
}
