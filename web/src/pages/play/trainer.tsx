// The trainer: who learns to deal is asked what comes next, who acts, what is paid; the game itself judges.
import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { money } from "../../kit/money";
import { ruleNote } from "../../kit/titles";
import { centsTyped, typedAfter } from "./amount";
import type { Judged, Score, Task } from "./shapes";
import { act, busy } from "./state";

const words = strings.play;
const PAD = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "Backspace"];

export function answerChoice(task: Task, at: number): void {
    const choice = task.choices?.[at];
    if (choice) void act({ act: "answer", task: task.number, key: choice.key });
}

function AmountPad({ task }: { task: Task }) {
    const [typed, setTyped] = useState("");
    const box = useRef<HTMLOutputElement>(null);
    useEffect(() => box.current?.focus(), [task.number]);
    const cents = centsTyped(typed);
    const press = (key: string): boolean => {
        const next = typedAfter(typed, key);
        if (next !== null) setTyped(next);
        return next !== null;
    };
    const answer = (): void => {
        if (cents !== null && !busy.value) void act({ act: "answer", task: task.number, amount: cents });
    };
    return (
        <div
            class="keypad pad"
            role="group"
            aria-label={words.amount}
            onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) answer();
                else if (!press(event.key)) return;
                event.preventDefault();
                event.stopPropagation();
            }}
        >
            <output ref={box} class="keypad-digits" tabIndex={0} aria-label={words.amount}>{typed === "" ? "$" : `$${typed}`}</output>
            {PAD.map((key) => (
                <button key={key} type="button" class="key" aria-label={key === "Backspace" ? strings.keypad.erase : undefined} onClick={() => press(key)}>
                    {key === "Backspace" ? "⌫" : key}
                </button>
            ))}
            <button type="button" class="key key-enter pad-enter" disabled={cents === null} onClick={answer}>{words.answer}</button>
        </div>
    );
}

function Why({ judged }: { judged: Judged }) {
    return <p class="why">{judged.words}{judged.clause && <small> {ruleNote(judged.clause)}</small>}</p>;
}

function Verdict({ judged }: { judged: Judged }) {
    return (
        <div class={judged.right ? "note note-best verdict" : "note note-cost verdict"} role="status">
            <b>{judged.right ? words.right : words.wrong}</b>
            {!judged.right && <p>{words.rightIs(judged.given, judged.answer)}</p>}
            <Why judged={judged} />
        </div>
    );
}

export function TaskCard({ task, judged }: { task: Task | undefined; judged: Judged | undefined }) {
    return (
        <section class="task" aria-label={words.task}>
            {judged && <Verdict key={judged.number} judged={judged} />}
            {task && (
                <div class="task-card" key={task.number}>
                    <p class="task-topic">{words.taskNumber(task.number, words.topics[task.topic] ?? task.topic)}</p>
                    <h2>{task.question}</h2>
                    {task.stake !== undefined && task.stake > 0 && <p class="soft">{words.stakeOf(money(task.stake, "whole"))}</p>}
                    {task.kind === "amount" ? <AmountPad task={task} /> : (
                        <div class="task-choices" role="group" aria-label={words.answers}>
                            {(task.choices ?? []).map((choice, at) => (
                                <button key={choice.key} type="button" class="task-choice" aria-disabled={busy.value} aria-keyshortcuts={String(at + 1)} onClick={() => answerChoice(task, at)}>
                                    <kbd aria-hidden="true">{at + 1}</kbd><span>{choice.words}</span>
                                </button>
                            ))}
                        </div>
                    )}
                </div>
            )}
        </section>
    );
}

export function ScoreCard({ score }: { score: Score }) {
    return (
        <div class="score-card">
            <div class="score">
                <p class="score-percent"><b class="number">{score.percent}</b>%</p>
                <dl>
                    <div><dt>{words.scoreRight}</dt><dd>{words.ofAsked(score.right, score.asked)}</dd></div>
                    <div><dt>{words.streak}</dt><dd>{score.streak}</dd></div>
                    <div><dt>{words.bestStreak}</dt><dd>{score["best-streak"]}</dd></div>
                </dl>
            </div>
            <ul class="topics">
                {score.topics.filter((topic) => topic.asked > 0).map((topic) => (
                    <li key={topic.topic}>
                        <span>{words.topics[topic.topic] ?? topic.topic}</span>
                        <meter min={0} max={topic.asked} value={topic.right} aria-label={words.topics[topic.topic] ?? topic.topic} />
                        <span class="number">{topic.right}/{topic.asked}</span>
                    </li>
                ))}
            </ul>
            <section class="score-mistakes">
                <h2>{words.mistakes}</h2>
                {score.mistakes.length === 0 ? <p class="soft">{words.noMistakes}</p> : (
                    <ul class="mistakes">
                        {[...score.mistakes].reverse().map((one) => (
                            <li key={one.number}>
                                <div>
                                    <b>{one.question}</b>
                                    <p>{words.rightIs(one.given, one.answer)}</p>
                                    <Why judged={one} />
                                </div>
                            </li>
                        ))}
                    </ul>
                )}
            </section>
        </div>
    );
}

export function NextRoundCard() {
    return (
        <section class="task">
            <div class="task-card">
                <h2>{words.roundDone}</h2>
                <Button tone="primary" size="large" busy={busy.value} shortcut="Enter" onPress={() => void act({ act: "next" })}>{words.nextToDeal}</Button>
            </div>
        </section>
    );
}
