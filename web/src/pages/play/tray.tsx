// Under the felt: the chips and what can be done now.
import type { ComponentChildren } from "preact";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { money } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import { ruleNote } from "../../kit/titles";
import { total } from "./bets";
import { CHIPS } from "./chips";
import { Chip } from "./chips-drawn";
import { moving, skip } from "./motion";
import {
    act, askHint, busy, chip, clearBets, deal, decides, doubleBets, draftOf, drafts, focus, fold, former, hint, isBetting, nextRound, play, problem,
    sameAgain, sameAndDeal, seatInView, table,
} from "./state";
import { antesWords, isFree, worthWords } from "./worth";

const words = strings.play;
const BUY_IN = 50_000;

function Key({ children }: { children: string }) {
    return <kbd aria-hidden="true">{children}</kbd>;
}

function Chips() {
    return (
        <div class="tray-chips" role="group" aria-label={words.chips}>
            {CHIPS.map((cents, at) => (
                <button
                    key={cents}
                    type="button"
                    class="tray-chip"
                    aria-pressed={chip.value === cents}
                    aria-label={words.chip(money(cents, "whole"))}
                    aria-keyshortcuts={String(at + 1)}
                    onClick={() => (chip.value = cents)}
                >
                    <Chip cents={cents} />
                </button>
            ))}
        </div>
    );
}

function Betting() {
    const seat = seatInView.value;
    const isPerson = seat?.who === "person";
    const bets = draftOf(focus.value);
    const anyBets = Object.values(drafts.value).some((known) => total(known) > 0);
    const anyFormer = Object.values(former.value).some((known) => total(known) > 0);
    const poor = isPerson && seat.stack + total(seat.wagers) < BUY_IN / 10;
    return (
        <>
            <Chips />
            <div class="tray-acts">
                {poor && seat && <Button tone="gold" busy={busy.value} onPress={() => void act({ act: "buy-in", seat: seat.seat, amount: BUY_IN })}>{words.buyIn(money(BUY_IN, "whole"))}</Button>}
                <Button disabled={!isPerson || total(bets) === 0} shortcut="Backspace" onPress={clearBets}>{words.clear}<Key>⌫</Key></Button>
                <Button disabled={!isPerson || total(bets) === 0} shortcut="x" onPress={doubleBets}>{words.double}<Key>X</Key></Button>
                <Button disabled={!anyFormer} shortcut="r" onPress={sameAgain}>{words.same}<Key>R</Key></Button>
                <Button tone="primary" size="large" busy={busy.value} disabled={!anyBets} shortcut="Enter" onPress={() => void deal()}>{words.deal}<Key>↵</Key></Button>
            </div>
        </>
    );
}

// What the coach has said about a choice, on its button.
function Worth({ antes }: { antes: number }) {
    const told = hint.value?.choices.find((choice) => choice.antes === antes);
    return told ? <span class="tray-worth">{worthWords(told.value)}</span> : null;
}

function Deciding() {
    const here = table.value!;
    const seat = decides.value!;
    const ante = seat.wagers["ante"] ?? 0;
    const ways = here.allowed.filter((one) => one.act === "play" && one.antes !== undefined && (one.seat ?? seat.seat) === seat.seat);
    return (
        <>
            <div class="tray-ask">
                <p aria-live="assertive">{words.yourTurn(seat.name, seat.says)}</p>
                {hint.value && <p class="tray-hint">{hint.value.words}</p>}
            </div>
            <div class="tray-acts tray-decide">
                <Button size="large" shortcut="h" onPress={() => void askHint()}>{words.hint}<Key>H</Key></Button>
                <Button size="large" tone="danger" busy={busy.value} shortcut="f" onPress={fold}>
                    <span class="tray-play">{words.fold}<small><Worth antes={0} /></small></span><Key>F</Key>
                </Button>
                {ways.map((way) => (
                    <span key={way.antes} class="tray-way">
                        <Button size="large" tone="primary" busy={busy.value} disabled={!way.allowed} shortcut={String(way.antes)} onPress={() => play(way.antes!)}>
                            <span class="tray-play">{words.playTimes(way.antes!)}<small>{money(ante * way.antes!, "whole")}<Worth antes={way.antes!} /></small></span><Key>{String(way.antes)}</Key>
                        </Button>
                    </span>
                ))}
            </div>
            <Refusals list={ways.filter((way) => !way.allowed && way.words).map((way) => ({ key: way.antes!, words: way.words!, clause: way.clause ?? "" }))} />
        </>
    );
}

// Why something cannot be chosen, in the words of the rules; the same reason once.
function Refusals({ list }: { list: { key: number; words: string; clause: string }[] }) {
    const reasons = list.filter((one, at) => list.findIndex((other) => other.words === one.words) === at);
    if (reasons.length === 0) return null;
    return (
        <ul class="tray-refusals">
            {reasons.map((one) => (
                <li key={one.key}>{words.notAllowed(list.filter((other) => other.words === one.words).map((other) => words.times(other.key)).join(", "), one.words)}{one.clause && <small> {ruleNote(one.clause)}</small>}</li>
            ))}
        </ul>
    );
}

function Notes() {
    const decided = table.value?.decisions ?? [];
    const name = (seat: number): string => table.value?.seats.find((known) => known.seat === seat)?.name ?? "";
    if (decided.length === 0) return null;
    return (
        <ul class="tray-ask tray-notes">
            {decided.map((one) => (
                <li key={one.seat} class={isFree(one.cost) ? "" : "tray-cost"}>
                    {decided.length > 1 && `${name(one.seat)}: `}{isFree(one.cost) ? words.bestPlay : words.thatCost(antesWords(one.cost))}
                </li>
            ))}
        </ul>
    );
}

function Over() {
    const anyFormer = Object.values(former.value).some((known) => total(known) > 0);
    return (
        <>
            <Notes />
            <div class="tray-acts">
                {anyFormer && <Button size="large" busy={busy.value} shortcut="r" onPress={() => void sameAndDeal()}>{words.sameAndDeal}<Key>R</Key></Button>}
                <Button size="large" tone="primary" busy={busy.value} shortcut="Enter" onPress={() => void nextRound()}>{words.next}<Key>↵</Key></Button>
            </div>
        </>
    );
}

function content(): ComponentChildren {
    if (moving.value) return <div class="tray-acts"><Button size="large" shortcut="Space" onPress={skip}>{words.skip}<Key>␣</Key></Button></div>;
    if (isBetting.value) return <Betting />;
    if (decides.value) return <Deciding />;
    if (table.value?.stage === "settled") return <Over />;
    return <p class="tray-ask">{words.waiting}</p>;
}

export function Tray() {
    return (
        <div class="tray">
            <ProblemNote problem={problem.value?.problem ?? null} />
            {content()}
        </div>
    );
}
