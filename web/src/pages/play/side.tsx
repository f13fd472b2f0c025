// Beside the felt: what the coach says, what every wager came to, the rounds before, and what the wagers pay.
import { signal } from "@preact/signals";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { decimals, money } from "../../kit/money";
import { Tabs } from "../../kit/tabs";
import { documentTitle, ruleNote } from "../../kit/titles";
import { Net } from "./felt";
import { costOf, mistakes, openReplay, replay, rounds } from "./history";
import { moving } from "./motion";
import { Icon } from "./replay";
import type { Choice, Decision, Paytable, RoundLine, Settled, Who } from "./shapes";
import { askHint, coach, decides, hint, table } from "./state";
import { antesWords, fractionWords, isFree, worthWords } from "./worth";

const words = strings.play;
export const tab = signal("round");

const choiceWords = (choice: Choice): string => (choice.act === "fold" || choice.antes === 0 ? words.fold : words.playTimes(choice.antes));

function Choices({ choices, best }: { choices: readonly Choice[]; best: number }) {
    return (
        <table class="table choices">
            <caption class="hidden-words">{words.hintHeading}</caption>
            <thead><tr><th scope="col">{words.choice}</th><th scope="col" class="number">{words.worth}</th><th scope="col" class="number">{words.cost}</th></tr></thead>
            <tbody>
                {choices.map((choice, at) => (
                    <tr key={choice.antes} class={at === best ? "choice-best" : ""}>
                        <th scope="row">{choiceWords(choice)} {at === best && <Badge tone="good">{words.best}</Badge>}</th>
                        <td class="number">{worthWords(choice.value)}<small>{fractionWords(choice.value)}</small></td>
                        <td class="number">{at === best ? "—" : antesWords(choice.cost)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function DecisionNote({ decision, name }: { decision: Decision; name: string }) {
    const free = isFree(decision.cost);
    return (
        <div class={free ? "note note-best" : "note note-cost"}>
            <b>{free ? words.bestPlay : words.thatCost(antesWords(decision.cost))}</b>
            <p>{name}: {decision.words}</p>
        </div>
    );
}

function Coach() {
    const here = table.value!;
    const told = hint.value;
    const decided = here.decisions ?? [];
    const name = (seat: number): string => here.seats.find((known) => known.seat === seat)?.name ?? "";
    return (
        <section class="coach" aria-labelledby="coach-heading">
            <div class="side-head">
                <h2 id="coach-heading">{words.coach}</h2>
                <label class="switch"><input type="checkbox" role="switch" checked={coach.value} onChange={(event) => (coach.value = event.currentTarget.checked)} />{words.coachAlways}</label>
            </div>
            <div aria-live="polite">
                {told && (
                    <>
                        <p>{told.words}</p>
                        <Choices choices={told.choices} best={told.best} />
                        <p class="small-print">{words.hintNote}</p>
                    </>
                )}
                {!told && decides.value && <Button wide onPress={() => void askHint()}>{words.askHint}</Button>}
                {!told && decided.map((one, at) => <DecisionNote key={at} decision={one} name={name(one.seat)} />)}
                {!told && !decides.value && decided.length === 0 && <p class="soft">{words.coachWaits}</p>}
            </div>
        </section>
    );
}

function Line({ line }: { line: Settled }) {
    const tone = line.net > 0 ? "won" : line.net < 0 ? "lost" : "even";
    return (
        <li>
            <details class={`result result-${tone}`}>
                <summary>
                    <span>{line.label}<small>{line.stake > 0 ? money(line.stake, "whole") : words.bonus}</small></span>
                    <Net cents={line.net} even={words.push} />
                </summary>
                <p>{line.words}</p>
                <p class="result-clause">{ruleNote(line.clause)}</p>
            </details>
        </li>
    );
}

interface ResultsProps { lines: readonly Settled[]; seats: readonly { seat: number; name: string; who: Who }[] }

// People's wagers lie open; those of the computer players are there for who wants to see them.
export function Results({ lines, seats }: ResultsProps) {
    const settled = seats.filter(({ seat }) => lines.some((line) => line.seat === seat));
    if (settled.length === 0) return <p class="soft">{words.noResults}</p>;
    return (
        <>
            {settled.map(({ seat, name, who }) => {
                const own = lines.filter((line) => line.seat === seat);
                return (
                    <details key={seat} class="results" open={who === "person"}>
                        <summary><span>{words.seatOf(seat, name)}</span><Net cents={own.reduce((sum, line) => sum + line.net, 0)} /></summary>
                        <ul>{own.map((line) => <Line key={line.wager} line={line} />)}</ul>
                    </details>
                );
            })}
        </>
    );
}

function Round() {
    const here = table.value!;
    const again = replay.value?.round;
    if (again) return <Results lines={again.settlement} seats={again.seats} />;
    return (
        <div class="stack">
            <Coach />
            <section aria-labelledby="results-heading">
                <h2 id="results-heading">{words.results}</h2>
                <Results lines={moving.value ? [] : here.settlement} seats={here.seats} />
                {here.draws && !moving.value && <p class="soft">{here.draws}</p>}
            </section>
        </div>
    );
}

function Totals() {
    const people = table.value!.seats.filter((seat) => seat.total !== undefined);
    return (
        <ul class="totals" aria-label={words.totals}>
            {people.map((seat) => (
                <li key={seat.seat}><span>{seat.name}</span><Net cents={seat.total ?? 0} /></li>
            ))}
        </ul>
    );
}

function History() {
    const seats = table.value!.seats;
    const name = (seat: number): string => seats.find((known) => known.seat === seat)?.name ?? "";
    const peoples = (nets: RoundLine["nets"]): RoundLine["nets"] => nets.filter(({ seat }) => seats.some((known) => known.seat === seat && known.who === "person"));
    const lost = mistakes.value.reduce((sum, { decision }) => sum + costOf(decision), 0);
    return (
        <div class="stack">
            <h2>{words.running}</h2>
            <Totals />
            <h2>{words.mistakes}</h2>
            {mistakes.value.length === 0 ? <p class="soft">{words.noMistakes}</p> : (
                <>
                    <p>{words.mistakesSum(mistakes.value.length, decimals(lost, 4))}</p>
                    <ul class="mistakes">
                        {mistakes.value.map(({ round, decision }, at) => (
                            <li key={at}>
                                <span><b>{words.roundShort(round)}</b> {name(decision.seat)}: {decision.words}</span>
                                <Button size="small" tone="quiet" label={words.lookAgain(round)} onPress={() => void openReplay(round)}><Icon name="play" /></Button>
                            </li>
                        ))}
                    </ul>
                </>
            )}
            <h2>{words.rounds}</h2>
            {rounds.value.length === 0 ? <p class="soft">{words.noRounds}</p> : (
                <ul class="rounds">
                    {rounds.value.map((line) => (
                        <li key={line.round}>
                            <button type="button" aria-label={words.lookAgain(line.round)} aria-pressed={replay.value?.round.round === line.round} onClick={() => void openReplay(line.round)}>
                                <b>{words.roundShort(line.round)}</b>
                                <span class="rounds-dealer">{line.dealer}{line.mistakes > 0 && <Badge tone="warn">{words.mistakeCount(line.mistakes)}</Badge>}</span>
                                <span class="rounds-nets">
                                    {peoples(line.nets).map(({ seat, net }, _, all) => <Net key={seat} cents={net} even={words.even} {...(all.length > 1 ? { name: name(seat) } : {})} />)}
                                </span>
                                <Icon name="play" />
                            </button>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

export function PaytableView({ paytable }: { paytable: Paytable }) {
    const envy = paytable.rows.some((row) => row.envy);
    return (
        <table class="table pays">
            <caption>{paytable.title}{paytable.clause && <small> {ruleNote(paytable.clause)}</small>}</caption>
            <thead class="hidden-words"><tr><th scope="col">{words.hand}</th><th scope="col">{words.pays}</th>{envy && <th scope="col">{words.envy}</th>}</tr></thead>
            <tbody>
                {paytable.rows.map((row) => (
                    <tr key={row.hand}><th scope="row">{row.hand}</th><td class="number">{row.pays}</td>{envy && <td class="number soft">{row.envy ? words.envyOf(money(row.envy, "whole")) : ""}</td>}</tr>
                ))}
            </tbody>
        </table>
    );
}

function Pays() {
    const here = table.value!;
    return (
        <div class="stack">
            {here.paytables.map((paytable) => <PaytableView key={paytable.name} paytable={paytable} />)}
            <p class="small-print">{words.document(documentTitle(here.document))}</p>
        </div>
    );
}

export function Side() {
    return (
        <Tabs
            label={words.sideParts}
            chosen={tab.value}
            onChoose={(name) => (tab.value = name)}
            tabs={[
                { name: "round", words: words.thisRound, panel: () => <Round /> },
                { name: "history", words: words.history, panel: () => <History /> },
                { name: "pays", words: words.paytables, panel: () => <Pays /> },
            ]}
        />
    );
}
