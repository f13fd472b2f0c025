// Hi Lo: what a game is worth under best play for a progressive that one sets.
import { strings } from "../../strings";
import { Field } from "../../kit/field";
import { money, parseMoney } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import type { HiLoOdds } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { Figure, Notes, useOdds } from "./odds-parts";
import { place, stay } from "./place";

const words = strings.office.odds;

const dollars = (amount: number): string => money(Math.round(amount * 100));

export function HiLoPart({ about }: { about: { game: string; title: string; "progressive-cents": number } }) {
    const typed = new URLSearchParams(place.value.search).get("progressive") ?? "";
    const cents = typed === "" ? about["progressive-cents"] : parseMoney(typed);
    const { answer, problem, busy } = useOdds<HiLoOdds>(cents === null ? null : { game: about.game, "progressive-cents": cents });
    const bet = answer?.["hi-lo"].bets[0];
    return (
        <>
            <section class="panel">
                <Field
                    label={words.progressive}
                    value={typed}
                    inputmode="decimal"
                    onInput={(next) => stay(location.pathname + (next ? `?progressive=${encodeURIComponent(next)}` : ""))}
                    hint={words.progressiveHint(money(about["progressive-cents"], "whole"))}
                    fault={cents === null ? words.notMoney : ""}
                />
            </section>
            <ProblemNote problem={problem} />
            {answer && <Notes notes={answer.notes} />}
            {bet && (
                <section class={busy ? "panel figures-panel busy" : "panel figures-panel"} aria-live="polite" aria-busy={busy}>
                    <dl class="figures"><Figure name={words.worth} value={dollars(bet.value_dollars)} exact={words.within(dollars(bet.error_dollars))} /></dl>
                </section>
            )}
            {bet && (
                <div class="columns">
                    <section class="panel stack">
                        <h2>{words.endings}</h2>
                        <Table
                            caption={words.endings}
                            rows={bet.outcomes.filter((outcome) => outcome.probability > 0)}
                            rowKey={(outcome) => outcome.name}
                            columns={[
                                { head: words.ending, heading: true, cell: (outcome) => outcome.name },
                                { head: words.prize, cell: (outcome) => outcome.prize },
                                { head: words.probability, number: true, cell: (outcome) => `${(100 * outcome.probability).toFixed(3)}%` },
                            ]}
                        />
                    </section>
                    <section class="panel stack">
                        <h2>{words.bestPlay}</h2>
                        <Table
                            caption={words.bestPlay}
                            rows={bet.play}
                            rowKey={(step) => `${step.correct} ${step.card}`}
                            columns={[
                                { head: words.situation, heading: true, cell: (step) => words.correctWith(step.correct, step.card) },
                                { head: words.play, cell: (step) => step.best },
                                { head: words.higher, number: true, cell: (step) => dollars(step.higher) },
                                { head: words.lower, number: true, cell: (step) => dollars(step.lower) },
                            ]}
                        />
                    </section>
                </div>
            )}
        </>
    );
}
