// What the pages of the odds share: the question that follows the typing, figures, notes, the bars of the return.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { post } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { asProblem, type Problem } from "../../kit/problem";
import type { OddsNote } from "../../kit/shapes";
import { clauseIn, partOfClause } from "./clauses";
import { isZero, percent, points, toNumber, type Fraction } from "./exact";
import { stepOf, counted } from "./paytable";
import { Link } from "./place";

const words = strings.office.odds;
const ASK_WAIT_MS = 120;
const COUNT_WAIT_MS = 60_000; // the first of a game counts every deal

export interface Asked<Answer> { answer: Answer | null; problem: Problem | null; busy: boolean }

// The odds of a wish; while the next ones are counted, or the wish has a fault, the last ones stay. `wait` is for what is typed.
export function useOdds<Answer>(wish: Record<string, unknown> | null, wait = ASK_WAIT_MS): Asked<Answer> {
    const [asked, setAsked] = useState<Asked<Answer>>({ answer: null, problem: null, busy: true });
    const question = wish && JSON.stringify(wish);
    useEffect(() => {
        if (!question) return;
        let current = true;
        setAsked((before) => ({ ...before, busy: true }));
        const timer = setTimeout(() => {
            post<Answer>("/api/odds", wish, COUNT_WAIT_MS).then(
                (answer) => current && setAsked({ answer, problem: null, busy: false }),
                (thrown) => current && setAsked((before) => ({ ...before, problem: asProblem(thrown), busy: false })),
            );
        }, asked.answer ? wait : 0);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [question]);
    return asked;
}

// The odds of what was edited, beside those before; who types nonsense before the first are there sees the latter.
export function useEditedOdds<Answer>(wish: Record<string, unknown>, change: Record<string, unknown> | null): Asked<Answer> & { before: Answer | null } {
    const edited = useOdds<Answer>({ ...wish, ...change });
    const before = useOdds<Answer>(wish).answer;
    return { ...edited, answer: edited.answer ?? before, before };
}

export interface FigureProps { name: string; value: string; exact?: string | undefined; change?: Fraction | undefined; worse?: "more" | "less"; children?: ComponentChildren }

// A figure with what it is exactly, and how it differs from the approved one.
export function Figure({ name, value, exact, change, children }: FigureProps) {
    return (
        <div class="figure">
            <dt>{name}</dt>
            <dd>
                <span class="figure-value">{value}</span>
                {exact && <span class="figure-exact">{exact.split("/").map((part, at) => (at === 0 ? part : <>/<wbr />{part}</>))}</span>}
                {change && !isZero(change) && <span class="figure-change">{words.against(words.points(points(change)))}</span>}
                {children}
            </dd>
        </div>
    );
}

export function Notes({ notes }: { notes: readonly OddsNote[] }) {
    if (notes.length === 0) return null;
    return (
        <ul class="findings" aria-label={words.notes}>
            {notes.map((note, at) => (
                <li key={at} class="finding finding-warning">
                    <p>{note.row && <strong>{note.row}: </strong>}{note.words}</p>
                    {note.clause && <p class="small"><Link to={partOfClause(note.clause)}>{clauseIn(note.clause)}</Link></p>}
                </li>
            ))}
        </ul>
    );
}

// What a row pays, to be typed or counted up and down with the arrows; enter goes to the next row.
export interface PaysInputProps { label: string; value: string; fault: boolean; changed: boolean; wide?: boolean; onValue: (value: string) => void }

export function PaysInput({ label, value, fault, changed, wide = false, onValue }: PaysInputProps) {
    return (
        <input
            class={["pays", wide ? "pays-wide" : "", changed ? "pays-changed" : ""].join(" ")}
            aria-label={label}
            aria-invalid={fault ? "true" : undefined}
            value={value}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => onValue(event.currentTarget.value)}
            onKeyDown={(event) => {
                const step = stepOf(event.key, event.shiftKey);
                if (step !== 0) {
                    event.preventDefault();
                    onValue(counted(value, step));
                } else if (event.key === "Enter") {
                    const all = [...(event.currentTarget.closest("table")?.querySelectorAll<HTMLInputElement>("input.pays") ?? [])];
                    all[(all.indexOf(event.currentTarget) + 1) % all.length]?.focus();
                }
            }}
        />
    );
}

export interface Bar { name: string; share: Fraction; approved?: Fraction | undefined }

// The return row by row: a bar for each, and a mark where the approved table has it.
export interface BarsProps { heading: string; note: string; bars: readonly Bar[]; places?: number; mark?: string }

export function Bars({ heading, note, bars, places = 3, mark = words.asApproved }: BarsProps) {
    const most = Math.max(...bars.flatMap((bar) => [toNumber(bar.share), bar.approved ? toNumber(bar.approved) : 0]), 1e-9);
    const edited = bars.some((bar) => bar.approved && bar.approved.above * bar.share.below !== bar.share.above * bar.approved.below);
    return (
        <section class="panel stack">
            <header class="row spread">
                <h2>{heading}</h2>
                {edited && <Badge><span class="mark-approved" aria-hidden="true" /> {mark}</Badge>}
            </header>
            <p class="soft small">{note}</p>
            <ul class="bars">
                {bars.map((bar) => (
                    <li key={bar.name}>
                        <span class="bar-name">{bar.name}</span>
                        <svg class="bar-line" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                            <rect class="bar-ground" x="0" y="0" width="100" height="10" />
                            <rect class="bar-share" x="0" y="1" width={(100 * toNumber(bar.share)) / most} height="8" />
                            {edited && bar.approved && <rect class="bar-approved" x={Math.min(99.2, Math.max(0, (100 * toNumber(bar.approved)) / most - 0.4))} y="0" width="0.8" height="10" />}
                        </svg>
                        <span class="bar-value">{percent(bar.share, places)}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}
