// The documents clause by clause: on the left what is approved, on the right what a clause is bound to, what this house posts
// for it, how it is read, and which cases test it. /office/documents/ISSUER/NAME#NUMBER.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, getText } from "../../kit/api";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { Clause, RuleDocument } from "../../kit/shapes";
import { timesShown } from "../../kit/time";
import { capital, nameWords, ruleNote, ruleWords } from "../../kit/titles";
import { offers, onEvents, titleOf } from "./books";
import { FileButton } from "./deeds";
import { Amount, askMeter } from "./explain";
import { settingsOf } from "./names";
import { caseIn, clauseFits, hasState, liveIn, neighbour, partOfRange, splitReferences } from "./clause-list";
import { addressIn, go, Link, place, stay } from "./place";

const words = strings.office.documents;
const RELOAD_AFTER = new Set(["offer-posted", "offer-withdrawn", "document-filed"]);
const FILTERS = ["", "bound", "engine", "duty", "open", "untested", "posted"];

export const addressOfDocument = (document: string, ...rest: string[]): string => addressIn("documents", ...document.split("/"), ...rest);
export const addressOfClause = (document: string, number: number): string => `${addressOfDocument(document)}#${number}`;

// "bay101/aces-cracked#9" (or with more words after it, as a reading has) as an address, and as people say it.
export function partOfClause(clause: string): string {
    const found = /^([^#\s]+)#(\d+)/.exec(clause);
    return found ? addressOfClause(found[1]!, Number(found[2])) : addressIn("documents");
}
// Where it is plain which document is meant.
export const numberIn = (clause: string): string => words.clause(clause.slice(clause.indexOf("#") + 1));
export const clauseIn = (clause: string): string => ruleNote(clause);

const wide = matchMedia("(min-width: 1001px)");
const isWide = signal(wide.matches);
wide.addEventListener("change", () => (isWide.value = wide.matches));

export function useDocument(document: string): { read: RuleDocument | null; problem: Problem | null } {
    const [read, setRead] = useState<RuleDocument | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        const load = (): void => {
            get<RuleDocument>(`/api/documents/${document}`).then(setRead, (thrown) => setProblem(asProblem(thrown)));
        };
        load();
        return onEvents((events) => {
            if (events.some((event) => RELOAD_AFTER.has(event.kind))) load();
        });
    }, [document]);
    return { read, problem };
}

export function OneDocument({ document }: { document: string }) {
    const { read, problem } = useDocument(document);
    const [state, setState] = useState("");
    const search = new URLSearchParams(place.value.search).get("words") ?? "";
    const chosen = Number(place.value.hash) || 0;
    const listed = read?.clauses.filter((clause) => clauseFits(clause, { words: search, state })) ?? [];
    const shown = read?.clauses.find((clause) => clause.number === chosen);
    const list = useRef<HTMLOListElement>(null);
    const look = (number: number, still = true): void => {
        go(`${place.value.search}#${number}`, still);
        list.current?.querySelector<HTMLElement>(`[data-clause="${number}"]`)?.focus({ preventScroll: still });
    };
    // Whoever comes by a link to a clause finds it in the middle of the screen.
    useEffect(() => {
        if (read && chosen) list.current?.querySelector(`[data-clause="${chosen}"]`)?.scrollIntoView({ block: "center" });
    }, [read !== null, document]);
    if (!read) return <ProblemNote problem={problem} />;
    return (
        <div class="stack">
            <p><Link to={addressIn("documents")} class="back">← {words.heading}</Link></p>
            <header class="row spread">
                <div>
                    <h1>{read.title}</h1>
                    <p class="soft">{[nameWords(document.split("/")[0] ?? ""), read.identifier].filter(Boolean).join(" · ")}</p>
                </div>
                {!read.filed && <FileButton document={document} title={read.title} />}
                {read.filed && !read.law && may(session.value, "post-offer") && <Button tone="primary" onPress={() => go(addressOfDocument(document, "offer"))}>{words.setUp}</Button>}
            </header>
            {read.introduction && <p class="introduction">{read.introduction}</p>}
            <div class="clauses-layout">
                <section class="panel stack" aria-label={words.clauses}>
                    <Field label={words.searchHere} type="search" value={search} onInput={(typed) => stay(typed ? `?words=${encodeURIComponent(typed)}${location.hash}` : location.pathname + location.hash)} />
                    <StateFilter clauses={read.clauses} chosen={state} onChoose={setState} />
                    <p class="soft small" role="status">{words.shown(listed.length, read.clauses.length)}</p>
                    <ol
                        ref={list}
                        class="clause-list"
                        onKeyDown={(event) => {
                            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
                            const next = step && neighbour(listed, chosen, step);
                            if (!next) return;
                            event.preventDefault();
                            look(next.number, false);
                            list.current?.querySelector(`[data-clause="${next.number}"]`)?.scrollIntoView({ block: "nearest" });
                        }}
                    >
                        {listed.map((clause) => (
                            <li key={clause.number}>
                                {read.sections.filter((section) => section.first === clause.number).map((section) => <h2 key={section.heading} class="clause-section">{section.heading}</h2>)}
                                <ClauseRow clause={clause} chosen={clause.number === chosen} onChoose={() => look(clause.number)} />
                                {!isWide.value && clause.number === chosen && <div class="clause-inline"><ClauseDetails clause={clause} document={document} bare /></div>}
                            </li>
                        ))}
                    </ol>
                    {listed.length === 0 && <p class="soft">{words.none}</p>}
                </section>
                {isWide.value && (
                    <aside class="clause-side" aria-label={words.about}>
                        {shown ? (
                            <section class="panel">
                                <ClauseDetails clause={shown} document={document} />
                            </section>
                        ) : <section class="panel stack"><p class="soft">{words.choose}</p><States /></section>}
                    </aside>
                )}
            </div>
        </div>
    );
}

function StateFilter({ clauses, chosen, onChoose }: { clauses: readonly Clause[]; chosen: string; onChoose: (state: string) => void }) {
    return (
        <div class="row chips" role="group" aria-label={words.filter}>
            {FILTERS.map((state) => {
                const count = clauses.filter((clause) => hasState(clause, state)).length;
                if (count === 0 && state !== chosen) return null;
                return (
                    <button key={state} type="button" class="chip" aria-pressed={state === chosen} onClick={() => onChoose(state)}>
                        {words.states[state || "all"]} <span class="chip-count">{count}</span>
                    </button>
                );
            })}
        </div>
    );
}

export const STATE_TONES: Record<string, BadgeTone> = { bound: "good", engine: "plain", duty: "plain", open: "bad" };

export function StateBadge({ clause }: { clause: Clause }) {
    return <Badge tone={STATE_TONES[clause.state] ?? "plain"}>{words.states[clause.state] ?? clause.state}</Badge>;
}

const postedIn = (clause: Clause): number => clause.values.filter((value) => value.value !== undefined).length;

function ClauseRow({ clause, chosen, onChoose }: { clause: Clause; chosen: boolean; onChoose: () => void }) {
    return (
        <a
            class="clause-row"
            href={`#${clause.number}`}
            data-clause={clause.number}
            aria-current={chosen ? "true" : undefined}
            onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onChoose();
            }}
        >
            <span class="clause-number">{clause.number}</span>
            <span class="clause-words">{clause.words}</span>
            <span class="clause-marks">
                <StateBadge clause={clause} />
                {clause.kinds.map((kind) => <span key={kind} class="clause-kind">{kind}</span>)}
                {postedIn(clause) > 0 && <Badge>{words.valuesOf(postedIn(clause))}</Badge>}
                {clause.untested && <Badge tone="warn">{words.states["untested"]}</Badge>}
            </span>
        </a>
    );
}

// What the states mean, for whoever has not chosen a clause yet.
function States() {
    return (
        <dl class="states">
            {["bound", "engine", "duty", "open"].map((state) => (
                <div key={state}>
                    <dt><Badge tone={STATE_TONES[state] ?? "plain"}>{words.states[state]}</Badge></dt>
                    <dd>{words.stateNotes[state]}</dd>
                </div>
            ))}
        </dl>
    );
}

// Words in which what names another clause leads there.
export function WithReferences({ children, document }: { children: string; document: string }) {
    return (
        <>
            {splitReferences(children, document).map((piece, at) => (typeof piece === "string"
                ? <Plain key={at}>{piece}</Plain>
                : <Link key={at} to={addressOfClause(piece.document, piece.number)} still={piece.document === document}>{piece.document === document ? words.clause(piece.number) : ruleWords(piece.words)}</Link>))}
        </>
    );
}

// What documents put between backquotes, without them.
function Plain({ children }: { children: string }) {
    return <>{timesShown(children).split("`").map((piece, at) => (at % 2 === 1 ? <em key={at}>{piece}</em> : piece))}</>;
}

function Settings({ data }: { data: string }) {
    return (
        <ul class="clause-settings">
            {settingsOf(data).map((setting, at) => (
                <li key={at} class={`clause-setting-${Math.min(setting.depth, 4)}`}>
                    {setting.name && <span class="soft">{setting.name}{setting.value && ": "}</span>}{setting.value}
                </li>
            ))}
        </ul>
    );
}

function Part({ heading, children }: { heading: string; children: ComponentChildren }) {
    return (
        <section class="clause-part">
            <h3>{heading}</h3>
            {children}
        </section>
    );
}

// `bare`: its words are just above.
function ClauseDetails({ clause, document, bare = false }: { clause: Clause; document: string; bare?: boolean }) {
    return (
        <div class="clause-details">
            {!bare && (
                <>
                    <header class="row spread">
                        <h2>{words.clause(clause.number)}</h2>
                        <StateBadge clause={clause} />
                    </header>
                    <p class="clause-quote"><WithReferences document={document}>{clause.words}</WithReferences></p>
                </>
            )}
            <Part heading={words.binding}>
                <p class="soft small">{words.stateNotes[clause.state]}</p>
                {clause.data ? <Settings data={clause.data} /> : <p class="soft">{words.unbound(clause.state)}</p>}
            </Part>
            <LiveAmounts clause={clause} />
            {clause.values.length > 0 && <Part heading={words.inHouse}><Values clause={clause} /></Part>}
            {clause.readings.length > 0 && (
                <Part heading={words.readings}>
                    {clause.readings.map((reading, at) => <blockquote key={at} class="reading"><WithReferences document={document}>{reading}</WithReferences></blockquote>)}
                </Part>
            )}
            {(clause.state === "bound" || clause.state === "engine" || clause.tests.length > 0) && (
                <Part heading={words.tests}>
                    {clause.tests.length > 0
                        ? <CaseList tests={clause.tests} document={document} />
                        : <p class="soft">{words.noTests}</p>}
                </Part>
            )}
        </div>
    );
}

// What the pool and the fund hold now, of the offers that post something for a clause about money.
function LiveAmounts({ clause }: { clause: Clause }) {
    const about = liveIn(clause);
    const shown = about.pools || about.funds ? offers.value.filter((offer) => offer.activity === clause.clause.slice(0, clause.clause.indexOf("#"))) : [];
    const rows = shown.flatMap((offer) => [
        ...(about.pools ? offer.meters.map((meter) => ({ offer, name: meter.pool, cents: meter.cents, asked: askMeter(offer.offer, meter.pool) })) : []),
        ...(about.funds ? [{ offer, name: words.reserve, cents: offer["reserve-cents"], asked: { what: "account" as const, name: "reserve", second: offer.offer } }] : []),
    ]);
    if (rows.length === 0) return null;
    return (
        <Part heading={words.now}>
            <ul class="values">
                {rows.map((row) => (
                    <li key={`${row.offer.offer} ${row.name}`}>
                        <span>
                            <span class="value-name">{capital(row.name)}</span>
                            <Link to={addressIn("offers", row.offer.offer)} class="small">{row.offer.title}</Link>
                        </span>
                        <span class="value-amount"><Amount words={`${row.name}, ${row.offer.title}`} cents={row.cents} asked={row.asked} /></span>
                    </li>
                ))}
            </ul>
        </Part>
    );
}

// The cases that cite a clause; one is read in a dialog, in the file that it stands in.
function CaseList({ tests, document }: { tests: Clause["tests"]; document: string }) {
    const [open, setOpen] = useState<Clause["tests"][number] | null>(null);
    const fileOf = (test: Clause["tests"][number]): string => test.file.slice(test.file.lastIndexOf("/") + 1);
    const titleOfCase = (test: Clause["tests"][number]): string => nameWords(fileOf(test).replace(/\.case$/, ""));
    return (
        <>
            <ul class="case-list">
                {tests.map((test) => (
                    <li key={`${test.file} ${test.case}`}>
                        <button type="button" class="explained" aria-haspopup="dialog" onClick={() => setOpen(test)}>{words.caseIn(test.case, titleOfCase(test))}</button>
                    </li>
                ))}
            </ul>
            <Dialog title={open ? words.caseIn(open.case, titleOfCase(open)) : ""} open={open !== null} wide onClose={() => setOpen(null)}>
                {open && <CaseText path={`/api/documents/${document}/cases/${encodeURIComponent(fileOf(open))}`} name={open.case} />}
            </Dialog>
        </>
    );
}

function CaseText({ path, name }: { path: string; name: string }) {
    const [text, setText] = useState<string | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        getText(path).then(setText, (thrown) => setProblem(asProblem(thrown)));
    }, []);
    if (text === null) return <ProblemNote problem={problem} />;
    return <pre class="posted-text case-text">{caseIn(text, name)}</pre>;
}

// What the offers of this house post for it, each with what the document allows.
function Values({ clause }: { clause: Clause }) {
    return (
        <ul class="values">
            {clause.values.map((value) => (
                <li key={`${value.offer} ${value.field}`}>
                    <span>
                        <span class="value-name">{capital(value.label)}</span>
                        <Link to={addressIn("offers", value.offer)} class="small">{titleOf(value.offer)}</Link>
                    </span>
                    <span class="value-amount">{value.value !== undefined ? timesShown(value.value) : <span class="soft">{words.notPosted}</span>}</span>
                    {value.approved && <span class="value-range">{words.allowed(timesShown(value.approved))}</span>}
                    <Gauge value={value.value} least={value.least} most={value.most} />
                </li>
            ))}
        </ul>
    );
}

// Where the posted value lies between the least and the most that the document allows.
export function Gauge(range: { value: string | undefined; least: string | undefined; most: string | undefined }) {
    const part = partOfRange(range);
    if (part === null) return null;
    return (
        <svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="gauge-range" x="0" y="2" width="100" height="2" />
            <rect class="gauge-mark" x={Math.min(98, part * 98)} y="0" width="2" height="6" />
        </svg>
    );
}
