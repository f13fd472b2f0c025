// Play: Crazy 4 Poker and Four-Card Poker by the approved rules, for nothing. /play is open to everybody. One plays, or learns
// to deal; the jackpots of the house run above.
import "./page.css";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Frame } from "../../kit/frame";
import { ProblemNote } from "../../kit/problem-note";
import { start } from "../../kit/start";
import { sayProblem } from "../../kit/toast";
import { CHIPS } from "./chips";
import { Felt } from "./felt";
import { clearHistory, frame, loadRounds, replay, replayKey } from "./history";
import { keyAct, type Moment } from "./keyboard";
import { Lobby } from "./lobby";
import { feed, MeterStrip, TableMeters } from "./meters";
import { moving, skip } from "./motion";
import { ReplayBar } from "./replay";
import { Side } from "./side";
import {
    act, askHint, chip, clearBets, deal, decides, doubleBets, drawn, focus, fold, games, isBetting, leaveTable, load, nextRound, offered, play,
    problem, sameAgain, sameAndDeal, table, tapSpot,
} from "./state";
import { answerChoice, NextRoundCard, ScoreCard, TaskCard } from "./trainer";
import { Tray } from "./tray";

const words = strings.play;
const help = signal(false);
const READ_AGAIN_MS = 3_000;

function momentNow(): Moment {
    if (moving.value) return "moving";
    if (table.value?.task) return "task";
    if (isBetting.value) return "betting";
    if (decides.value) return "deciding";
    return table.value?.stage === "settled" ? "settled" : "other";
}

function focusBy(step: number): void {
    const seats = table.value?.seats ?? [];
    const at = seats.findIndex((seat) => seat.seat === focus.value);
    const next = seats[(at + step + seats.length) % seats.length];
    if (next) focus.value = next.seat;
}

function onKey(key: string): boolean {
    const here = table.value;
    if (!here) return false;
    if (replay.value) return replayKey(key);
    const moment = momentNow();
    if (moment === "settled" && key.toLowerCase() === "r" && here.mode === "play") {
        void sameAndDeal();
        return true;
    }
    const asked = keyAct(key, moment, offered.value?.wagers.map((wager) => wager.wager) ?? []);
    if (!asked) return false;
    switch (asked.act) {
        case "chip": chip.value = CHIPS[asked.number] ?? chip.value; break;
        case "spot": tapSpot(asked.wager, asked.back); break;
        case "play": play(asked.antes); break;
        case "answer": if (here.task?.kind === "choice") answerChoice(here.task, asked.number); else return false; break;
        case "deal": void deal(); break;
        case "fold": fold(); break;
        case "next": void (here.mode === "train" ? act({ act: "next" }) : nextRound()); break;
        case "clear": clearBets(); break;
        case "again": sameAgain(); break;
        case "double": doubleBets(); break;
        case "hint": void askHint(); break;
        case "skip": skip(); break;
        case "help": help.value = true; break;
        case "left": focusBy(1); break; // the first seat is at the right
        case "right": focusBy(-1); break;
    }
    return true;
}

// Keys are those of the page unless something that wants them itself has the focus.
function isTaken(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return true;
    const on = event.target instanceof HTMLElement ? event.target : null;
    if (!on) return false;
    if (on.closest("input, select, textarea, [role=tablist], .pad")) return true;
    return (event.key === "Enter" || event.key === " ") && on.closest("button, a, summary") !== null;
}

function Help() {
    return (
        <Dialog title={words.keysTitle} open={help.value} onClose={() => (help.value = false)}>
            <dl class="help-keys">
                {words.keys.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}
            </dl>
            <p class="soft">{words.keysNote}</p>
        </Dialog>
    );
}

function Head() {
    const here = table.value!;
    return (
        <header class="play-head">
            <h1>{here.title}</h1>
            <Badge>{replay.value ? words.replayOf(replay.value.round.round) : words.round(here.round)}</Badge>
            {here.mode === "train" && <Badge tone="gold">{words.modes.train}</Badge>}
            <TableMeters list={replay.value?.round.meters ?? here.meters} />
            <div class="play-tools">
                <Button size="small" tone="quiet" shortcut="?" onPress={() => (help.value = true)}>{words.keysTitle} <kbd aria-hidden="true">?</kbd></Button>
                <Button
                    size="small"
                    onPress={() => {
                        clearHistory();
                        void leaveTable();
                    }}
                >
                    {words.leave}
                </Button>
            </div>
        </header>
    );
}

function TheFelt() {
    const here = table.value!;
    const shown = frame.value ?? drawn.value;
    const known = offered.value;
    if (!shown || !known) return null;
    const seat = here.seats.find((one) => one.seat === focus.value);
    const wrong = problem.value;
    return (
        <Felt
            picture={shown}
            game={known}
            focus={focus.value}
            turn={replay.value || moving.value ? 0 : here.turn}
            onFocus={(number) => (focus.value = number)}
            {...(isBetting.value && !replay.value && seat?.who === "person" ? { onSpot: tapSpot } : {})}
            {...(wrong && wrong.seat === focus.value && wrong.wager ? { wrong: wrong.wager } : {})}
        >
            <p class="felt-words" aria-live="polite">{replay.value || moving.value || here.mode === "train" ? shown.words : here.draws}</p>
        </Felt>
    );
}

function Below() {
    const here = table.value!;
    if (replay.value) return <ReplayBar />;
    if (here.mode === "play") return <Tray />;
    return here.score ? <div class="panel"><ScoreCard score={here.score} /></div> : null;
}

// Who trains has the question beside the felt, and the score under it.
function Beside() {
    const here = table.value!;
    if (here.mode === "play" || replay.value) return <aside class="play-side panel"><Side /></aside>;
    return (
        <aside class="play-side">
            <ProblemNote problem={problem.value?.problem ?? null} />
            <Training />
        </aside>
    );
}

function Training() {
    const here = table.value!;
    return here.task || here.stage !== "settled"
        ? <TaskCard task={here.task} judged={here.judged} />
        : <><TaskCard task={undefined} judged={here.judged} /><NextRoundCard /></>;
}

function TablePage() {
    const here = table.value!;
    const over = here.stage === "settled";
    useEffect(() => void loadRounds(), [here.table, here.round, over]);
    return (
        <div class={`play play-${here.mode}`}>
            <Head />
            <div class="play-main">
                <TheFelt />
                <Below />
            </div>
            <Beside />
            <p class="small-print">{words.smallPrint}</p>
        </div>
    );
}

function PlayPage() {
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const read = (): void => {
            load().catch((thrown: unknown) => {
                if (!games.value) timer = setTimeout(read, READ_AGAIN_MS);
                sayProblem(thrown);
            });
        };
        read();
        const hear = (event: KeyboardEvent): void => {
            if (!isTaken(event) && onKey(event.key)) event.preventDefault();
        };
        document.addEventListener("keydown", hear);
        return () => {
            clearTimeout(timer);
            document.removeEventListener("keydown", hear);
        };
    }, []);
    return (
        <Frame page="play" feed={feed.state} open>
            <MeterStrip />
            {table.value ? <TablePage /> : <Lobby />}
            <Help />
        </Frame>
    );
}

start(<PlayPage />);
