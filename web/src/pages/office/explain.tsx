// Any amount unfolds: a button that opens a drawer with the parts of a sum, or with the movements and clauses of a number.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { getSlowly } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { Account, Explained, ExplainedMovement, ExplainedPrize } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dateAndTime } from "../../kit/time";
import { accountWords, capital, documentTitle, ruleWords } from "../../kit/titles";
import { offerOfActivity, personName, titleOf } from "./books";
import { addressIn, Link } from "./place";

const words = strings.office.explain;
const WAIT_MS = 120_000;

// A number of the books, as `cardroom explain` names them.
export interface Asked { what: "meter" | "account" | "advances" | "prize"; name: string; second?: string }

export interface Part { words: string; cents: number; asked: Asked }
export interface Subject { words: string; cents: number; asked?: Asked; parts?: Part[] }

export const askMeter = (offer: string, pool: string): Asked => ({ what: "meter", name: offer, second: pool });
export const askAdvances = (offer: string): Asked => ({ what: "advances", name: offer });
export const askPrize = (prize: number): Asked => ({ what: "prize", name: String(prize) });
export function askAccount(account: Account): Asked {
    const offer = account.activity ? offerOfActivity(account.activity) : undefined;
    return { what: "account", name: account.name, ...(offer ? { second: offer.offer } : {}) };
}

const subject = signal<Subject | null>(null);

export interface AmountProps extends Subject { large?: boolean }

export function Amount(props: AmountProps) {
    const amount = money(props.cents);
    return (
        <button
            type="button"
            class={props.large ? "explained explained-large" : "explained"}
            aria-label={words.button(amount, props.words)}
            aria-haspopup="dialog"
            onClick={() => (subject.value = props)}
        >
            {amount}
        </button>
    );
}

export function ExplainDrawer() {
    const shown = subject.value;
    const close = () => (subject.value = null);
    return (
        <div class="drawer">
            <Dialog title={words.heading} open={shown !== null} onClose={close}>
                {shown && (
                    <div class="stack">
                        <div class="drawer-amount">
                            <p class="soft">{capital(shown.words)}</p>
                            <p class="amount">{money(shown.cents)}</p>
                        </div>
                        {shown.parts && <Parts parts={shown.parts} />}
                        {shown.asked && <Unfolded key={JSON.stringify(shown.asked)} asked={shown.asked} shown={shown.cents} onLeave={close} />}
                    </div>
                )}
            </Dialog>
        </div>
    );
}

function Parts({ parts }: { parts: Part[] }) {
    return (
        <Table
            caption={words.parts}
            rows={parts}
            rowKey={(part) => part.words}
            columns={[
                { head: words.parts, heading: true, cell: (part) => capital(part.words) },
                { head: strings.office.funds.balance, number: true, cell: (part) => <Amount {...part} /> },
            ]}
        />
    );
}

function Unfolded({ asked, shown, onLeave }: { asked: Asked; shown: number; onLeave: () => void }) {
    const [answer, setAnswer] = useState<Explained | ExplainedPrize | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [all, setAll] = useState(false);
    useEffect(() => {
        let current = true;
        setProblem(null);
        getSlowly<Explained | ExplainedPrize>("/api/explain", { ...asked, all: all ? "true" : undefined }, WAIT_MS).then(
            (found) => current && setAnswer(found),
            (thrown) => current && setProblem(asProblem(thrown)),
        );
        return () => {
            current = false;
        };
    }, [all]);
    if (problem) return <ProblemNote problem={problem} />;
    if (!answer) return <p class="soft" role="status">{words.loading}…</p>;
    return "prize" in answer ? <OfPrize answer={answer} onLeave={onLeave} /> : <OfAmount answer={answer} shown={shown} all={all} onAll={() => setAll(true)} onLeave={onLeave} />;
}

// Hundredths of a percent are cut off, as `cardroom explain` does.
const percent = (part: number, whole: number): string => `${Math.trunc((part / whole) * 10_000) / 100}%`;

// A fact of a prize by the name that people know.
function factWords(fact: string, value: string): string {
    if (value === "") return "";
    if (fact === "offer") return titleOf(value);
    if (fact === "activity") return documentTitle(value);
    if (fact === "clause") return ruleWords(value);
    if (fact === "state") return strings.floor.awardsTab.states[value] ?? value;
    if (fact === "verified_by" || fact === "authorised_by") return personName(value);
    return fact === "share" ? capital(value) : value;
}

function OfPrize({ answer, onLeave }: { answer: ExplainedPrize; onLeave: () => void }) {
    return (
        <>
            <dl class="facts">
                {Object.entries(words.prize).map(([name, title]) => (
                    <div key={name}>
                        <dt>{title}</dt>
                        <dd>{factWords(name, String(answer[name as keyof ExplainedPrize] || "")) || strings.office.none}</dd>
                    </div>
                ))}
            </dl>
            {answer.cents > 0 && answer.of_cents > answer.cents && <p>{words.part(percent(answer.cents, answer.of_cents), money(answer.of_cents))}</p>}
            <section class="stack">
                <h3>{words.steps}</h3>
                {answer.steps.map((step) => (
                    <div key={step.sequence} class="stack">
                        <p class="small"><Link to={addressIn("log", String(step.sequence))} onGo={onLeave}>{words.event(step.sequence)}</Link>: <b>{strings.office.eventNames[step.kind] ?? step.kind}</b> {dateAndTime(step.at)}{step.by && `, ${strings.office.log.by(personName(step.by))}`}</p>
                        <ol class="movements">{step.movements.map((movement, at) => <li key={at}><Way movement={movement} /></li>)}</ol>
                    </div>
                ))}
            </section>
        </>
    );
}

function Way({ movement, children }: { movement: ExplainedMovement; children?: ComponentChildren }) {
    return (
        <>
            <span class="movement-way">{strings.office.log.movement(accountWords(movement.from), accountWords(movement.to))}</span>
            <span class="amount number">{money(movement.cents)}</span>
            <span class="movement-why">{capital(movement.reason)} · {ruleWords(movement.clause)}{children}</span>
        </>
    );
}

const cell = (cents: number): string => (cents === 0 ? "" : money(cents));

interface OfAmountProps { answer: Explained; shown: number; all: boolean; onAll: () => void; onLeave: () => void }

function OfAmount({ answer, shown, all, onAll, onLeave }: OfAmountProps) {
    return (
        <>
            <p class="row">
                <Badge tone={answer.adds_up ? "good" : "bad"}>{answer.adds_up ? words.addsUp : words.doesNot}</Badge>
                {answer.amount !== shown && <span>{words.meanwhile} <b class="amount">{money(answer.amount)}</b></span>}
            </p>
            <Table
                caption={words.reasons}
                captionShown
                rows={answer.reasons}
                rowKey={(row) => row.reason}
                columns={[
                    { head: words.reason, heading: true, cell: (row) => capital(row.reason) },
                    { head: words.in, number: true, cell: (row) => cell(row.in) },
                    { head: words.out, number: true, cell: (row) => cell(row.out) },
                ]}
            />
            <Table
                caption={words.clauses}
                captionShown
                rows={answer.clauses}
                rowKey={(row) => row.clause}
                columns={[
                    { head: words.clause, heading: true, cell: (row) => ruleWords(row.clause) },
                    { head: words.in, number: true, cell: (row) => cell(row.in) },
                    { head: words.out, number: true, cell: (row) => cell(row.out) },
                    { head: words.count, number: true, cell: (row) => row.movements },
                ]}
            />
            <section class="stack">
                <h3>{answer.advances ? words.advances : words.movements}</h3>
                {!all && <p class="soft small">{answer.advances ? "" : words.fees}{answer.movements_before > 0 ? ` ${words.before(answer.movements_before)}.` : ""}</p>}
                <ol class="movements">
                    {answer.movements?.map((movement, at) => (
                        <li key={at}>
                            <Way movement={movement}>
                                {" "}· <Link to={addressIn("log", String(movement.sequence))} onGo={onLeave}>{words.event(movement.sequence)}</Link>
                            </Way>
                        </li>
                    ))}
                    {answer.advances?.map((advance, at) => (
                        <li key={at}>
                            <span class="movement-way">{advance.cents < 0 ? words.repaid : words.advanced}</span>
                            <span class="amount number">{money(Math.abs(advance.cents))}</span>
                            <span class="movement-why">
                                {strings.office.eventNames[advance.event] ?? advance.event} · {ruleWords(advance.clause)} ·{" "}
                                <Link to={addressIn("log", String(advance.sequence))} onGo={onLeave}>{words.event(advance.sequence)}</Link>
                            </span>
                        </li>
                    ))}
                </ol>
                {!all && <Button onPress={onAll}>{words.all}</Button>}
            </section>
        </>
    );
}
