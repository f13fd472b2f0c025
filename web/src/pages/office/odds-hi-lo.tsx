// Hi Lo: what a game is worth under best play for a progressive that one sets.
import { strings } from "../../strings";
import { MoneyField } from "../../kit/format-fields";
import { decimals, money, parseMoney } from "../../kit/money";
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
                <MoneyField
                    label={words.progressive}
                    value={typed}
                    onInput={(next) => stay(location.pathname + (next ? `?progressive=${encodeURIComponent(next)}` : ""))}
                    hint={words.progressiveHint(money(about["progressive-cents"]))}
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
                <div class="columns columns-list">
                    <section class="panel stack">
                        <h2>{words.endings}</h2>
                        <Table
                            caption={words.endings}
                            rows={bet.outcomes.filter((outcome) => outcome.probability > 0)}
                            rowKey={(outcome) => outcome.name}
                            columns={[
                                { head: words.ending, heading: true, cell: (outcome) => outcome.name },
                                { head: words.prize, cell: (outcome) => outcome.prize },
                                { head: words.probability, number: true, cell: (outcome) => `${decimals(100 * outcome.probability, 3)}%` },
                            ]}
                        />
                    </section>
                    <BestPlay steps={bet.play} />
                </div>
            )}
        </>
    );
}

type Step = HiLoOdds["hi-lo"]["bets"][number]["play"][number];

// A row for every card, a column for every number of correct guesses.
function BestPlay({ steps }: { steps: readonly Step[] }) {
    const cards = [...new Set(steps.map((step) => step.card))];
    const counts = [...new Set(steps.map((step) => step.correct))];
    return (
        <section class="panel stack">
            <h2>{words.bestPlay}</h2>
            <p class="soft small">{words.bestPlayNote}</p>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={words.bestPlay}>
                <table class="table best-play">
                    <caption class="hidden-words">{words.bestPlay}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.card}</th>
                            {counts.map((count) => <th key={count} scope="col" class="number">{words.correct(count)}</th>)}
                        </tr>
                    </thead>
                    <tbody>
                        {cards.map((card) => (
                            <tr key={card}>
                                <th scope="row">{card}</th>
                                {counts.map((count) => <BestCell key={count} step={steps.find((step) => step.card === card && step.correct === count)} />)}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

function BestCell({ step }: { step: Step | undefined }) {
    if (!step) return <td />;
    return (
        <td class={`number play-${step.best}`}>
            {words.plays[step.best] ?? step.best}
            <span class="cell-note">{money(Math.round(Math.max(step.stop, step.higher, step.lower)) * 100, "whole")}</span>
        </td>
    );
}
