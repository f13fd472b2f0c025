// The live feed: the state once, then every change of it, for weeks.
//
//   follow({ load, on, only })   `load` fetches the state and answers its sequence; the feed goes on from there
//
// F1  A change is handed on exactly in the order of the server.
// F2  After a lost connection the feed resumes at the last message that was handed on. If the server has forgotten that
//     (`reset`), `load` is called again.
// F3  `state` is "stale" when nothing at all has come for STALE_MS: what is on the screen may be old, and a page must
//     say so. The server sends a comment every 15 seconds, so silence means that the line is dead.
//
// This reads the stream with fetch, not with EventSource: EventSource hides the comments, so it could not tell a
// quiet room from a dead line.
import { signal, type ReadonlySignal } from "@preact/signals";
import { setClockAlarm } from "./clock-alarm-state";
import { FeedParser, type FeedText } from "./feed-parser";
import type { FeedMessages } from "./shapes";
import { setHouseNow } from "./time";

export const STALE_MS = 20_000;
const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 15_000;

export type FeedState = "connecting" | "live" | "stale";
export type FeedHandlers = { [Name in keyof FeedMessages]?: (message: FeedMessages[Name]) => void };

export interface FeedOptions {
    load: () => Promise<number>;
    on: FeedHandlers;
    only?: "signs";
}

export interface Feed {
    state: ReadonlySignal<FeedState>;
    heardAt: ReadonlySignal<number>; // by Date.now(); 0 before the first time
    stop(): void;
}

// Doubled each time, with chance in it, so that two hundred signs do not come back in the same moment.
export function waitBefore(attempt: number, chance: number): number {
    const most = Math.min(WAIT_MOST_MS, WAIT_FIRST_MS * 2 ** Math.min(attempt, 10));
    return Math.round(most / 2 + (most / 2) * chance);
}

export function follow(options: FeedOptions): Feed {
    const state = signal<FeedState>("connecting");
    const heardAt = signal(0);
    let stopped = false;
    let lastId = "";
    let connection = new AbortController();
    let quiet: ReturnType<typeof setTimeout> | undefined;

    function heard(): void {
        heardAt.value = Date.now();
        state.value = "live";
        waitForSilence();
    }

    function waitForSilence(): void {
        clearTimeout(quiet);
        quiet = setTimeout(() => {
            state.value = "stale";
            connection.abort();
            waitForSilence();
        }, STALE_MS);
    }

    async function load(): Promise<void> {
        lastId = String(await options.load());
    }

    async function hand(text: FeedText): Promise<void> {
        const name = text.name as keyof FeedMessages;
        const message = JSON.parse(text.data) as never;
        if (name === "clock") setHouseNow((message as FeedMessages["clock"]).now);
        if (name === "clock-alarm") setClockAlarm((message as FeedMessages["clock-alarm"]).alarm);
        if (name === "reset") await load();
        (options.on[name] as ((message: never) => void) | undefined)?.(message);
        if (name !== "reset" && text.id !== "") lastId = text.id;
    }

    async function listen(): Promise<void> {
        connection = new AbortController();
        const answer = await fetch(options.only ? `/api/feed?only=${options.only}` : "/api/feed", {
            headers: { Accept: "text/event-stream", "Last-Event-ID": lastId },
            credentials: "same-origin",
            cache: "no-store",
            signal: connection.signal,
        });
        if (!answer.ok || !answer.body) throw new Error(`the feed answers ${answer.status}`);
        heard();
        const reader = answer.body.getReader();
        const decoder = new TextDecoder();
        const parser = new FeedParser();
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            heard();
            for (const text of parser.take(decoder.decode(value, { stream: true }))) await hand(text);
        }
    }

    async function run(): Promise<void> {
        waitForSilence();
        for (let attempt = 0; !stopped; attempt++) {
            const before = heardAt.value;
            try {
                if (lastId === "") await load();
                await listen();
            } catch {
                // The wait below is the answer to every way in which a line can fail.
            }
            if (stopped) return;
            connection.abort();
            if (heardAt.value !== before) attempt = 0;
            if (state.value === "live") state.value = "connecting";
            await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt, Math.random())));
        }
    }

    function stop(): void {
        stopped = true;
        clearTimeout(quiet);
        connection.abort();
    }

    void run();
    return { state, heardAt, stop };
}
