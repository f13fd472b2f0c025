// The offers as posted: notice, chart, text; and the text editor in which an offer is changed, with the documents' answer at
// every pause of the typing.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, dryRun, get, newId } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { Offer, Section } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { Tabs } from "../../kit/tabs";
import { say } from "../../kit/toast";
import { offers, onEvents } from "./books";
import { diffLines, lineNamed, spanOfLine } from "./diff";
import { OfferState } from "./overview";
import { addressIn, go, Link, place } from "./place";

const words = strings.office.offers;
const CHECK_WAIT_MS = 350;

export function Offers() {
    const [name, deed] = place.value.rest;
    if (name === undefined) return <AllOffers />;
    return <OneOffer key={name} name={name} changing={deed === "change" && may(session.value, "post-offer")} />;
}

function AllOffers() {
    const [search, setSearch] = useState("");
    const fits = (offer: Offer): boolean =>
        `${offer.title} ${offer.offer} ${offer.activity} ${offer.tables.join(" ")}`.toLowerCase().includes(search.trim().toLowerCase());
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <section class="panel stack">
                <Field label={words.search} type="search" value={search} onInput={setSearch} />
                <Table
                    caption={words.heading}
                    rows={offers.value.filter(fits)}
                    rowKey={(offer) => offer.offer}
                    empty={words.none}
                    onRow={(offer) => go(addressIn("offers", offer.offer))}
                    columns={[
                        { head: strings.office.offer, heading: true, cell: (offer) => offer.title },
                        { head: words.hours, cell: (offer) => offer.hours },
                        { head: words.tables, cell: (offer) => <span title={offer.tables.join(", ")}>{words.tablesAll(offer.tables.length)}</span> },
                        { head: words.activity, cell: (offer) => <span class="clause">{offer.activity}</span> },
                        { head: words.state, cell: (offer) => <OfferState offer={offer} /> },
                    ]}
                />
            </section>
        </div>
    );
}

function OneOffer({ name, changing }: { name: string; changing: boolean }) {
    const [offer, setOffer] = useState<Offer | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [view, setView] = useState("notice");
    useEffect(() => {
        const load = (): void => {
            get<Offer>(`/api/offers/${encodeURIComponent(name)}`).then(setOffer, (thrown) => setProblem(asProblem(thrown)));
        };
        load();
        return onEvents((events) => {
            if (events.some((event) => event.kind === "offer-posted" && event.event["offer"] === name)) load();
        });
    }, []);
    if (!offer) return <ProblemNote problem={problem} />;
    return (
        <div class="stack">
            <p><Link to={changing ? addressIn("offers", name) : addressIn("offers")} class="back">← {changing ? offer.title : words.heading}</Link></p>
            <header class="row spread">
                <div>
                    <h1>{changing ? words.changing(offer.title) : offer.title}</h1>
                    <p class="soft">{offer.activity} · {offer.hours}</p>
                </div>
                <div class="row">
                    <OfferState offer={offer} />
                    {!changing && may(session.value, "post-offer") && <Button tone="primary" onPress={() => go(addressIn("offers", name, "change"))}>{words.change}</Button>}
                </div>
            </header>
            {changing ? <Editor offer={offer} /> : (
                <Tabs
                    label={words.views}
                    chosen={view}
                    onChoose={setView}
                    tabs={[
                        { name: "notice", words: words.notice, panel: () => <Notice sections={offer.sections ?? []} /> },
                        { name: "chart", words: words.chart, panel: () => <ChartPanel offer={offer} /> },
                        { name: "text", words: words.text, panel: () => <pre class="panel posted-text">{offer.text}</pre> },
                    ]}
                />
            )}
        </div>
    );
}

function Notice({ sections }: { sections: Section[] }) {
    return (
        <div class="panel notice">
            {sections.map((section) => (
                <section key={section.heading}>
                    <h2>{section.heading}</h2>
                    {section.words.length > 0 && <ul>{section.words.map((sentence, at) => <li key={at}>{sentence}</li>)}</ul>}
                    {section.tables.map((table, at) => (
                        <div key={at} class="table-scroll">
                            <table class="table">
                                {table.caption && <caption>{table.caption}</caption>}
                                {table.heads.some((head) => head !== "") && <thead><tr>{table.heads.map((head, column) => <th key={column} scope="col">{head}</th>)}</tr></thead>}
                                <tbody>
                                    {table.rows.map((row, line) => <tr key={line}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>)}
                                </tbody>
                            </table>
                        </div>
                    ))}
                </section>
            ))}
        </div>
    );
}

function ChartPanel({ offer }: { offer: Offer }) {
    return (
        <section class="panel">
            <Table
                caption={words.chart}
                rows={offer.chart}
                rowKey={(row) => row.row}
                columns={[
                    { head: words.hand, heading: true, cell: (row) => row.hand },
                    { head: words.prize, cell: (row) => <span class="amount">{row.prize}</span> },
                    { head: words.clause, cell: (row) => <span class="clause">{row.clause}</span> },
                ]}
            />
        </section>
    );
}

// ------------------------------------------------------------------------------------------ changing

type Check = { state: "unchanged" } | { state: "checking" } | { state: "good" } | { state: "refused"; problem: Problem };

// What the house would answer, asked when the typing pauses. An answer to an older text is dropped.
function useCheck(offer: Offer, text: string): Check {
    const [check, setCheck] = useState<Check>({ state: "unchanged" });
    useEffect(() => {
        if (text === offer.text) {
            setCheck({ state: "unchanged" });
            return;
        }
        let current = true;
        setCheck({ state: "checking" });
        const timer = setTimeout(() => {
            dryRun({ do: "post-offer", offer: offer.offer, text }).then(
                () => current && setCheck({ state: "good" }),
                (thrown) => current && setCheck({ state: "refused", problem: asProblem(thrown) }),
            );
        }, CHECK_WAIT_MS);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [text, offer.text]);
    return check;
}

function Editor({ offer }: { offer: Offer }) {
    const posted = offer.text ?? "";
    const [text, setText] = useState(posted);
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const box = useRef<HTMLTextAreaElement>(null);
    const id = useId();
    // One id for one text: pressing again after a lost line posts it once.
    const wish = useRef({ text: "", id: "" });
    const check = useCheck(offer, text);
    const post = (): void => {
        if (wish.current.text !== text) wish.current = { text, id: newId() };
        setBusy(true);
        setProblem(null);
        command({ do: "post-offer", offer: offer.offer, text, id: wish.current.id }).then(() => {
            say(words.posted(offer.title), "good");
            go(addressIn("offers", offer.offer));
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    const showLine = (line: number): void => {
        const { from, to } = spanOfLine(text, line);
        box.current?.focus();
        box.current?.setSelectionRange(from, to);
    };
    return (
        <div class="columns editor">
            <section class="panel stack">
                <label class="editor-label" for={id}>{words.textLabel}</label>
                <div class="editor-box">
                    <ol class="editor-lines" aria-hidden="true">{text.split("\n").map((_, at) => <li key={at} class={isAt(check, at + 1) ? "wrong" : ""}>{at + 1}</li>)}</ol>
                    <textarea
                        ref={box}
                        id={id}
                        value={text}
                        spellcheck={false}
                        autocapitalize="none"
                        wrap="off"
                        rows={Math.max(12, text.split("\n").length + 1)}
                        aria-describedby={`${id}-check`}
                        aria-invalid={check.state === "refused"}
                        onInput={(event) => setText(event.currentTarget.value)}
                    />
                </div>
                <div class="row">
                    <Button tone="primary" busy={busy} disabled={check.state !== "good"} onPress={post}>{words.post}</Button>
                    <Button disabled={text === posted} onPress={() => setText(posted)}>{words.undo}</Button>
                </div>
                <ProblemNote problem={problem} />
            </section>
            <div class="stack">
                <div id={`${id}-check`} class="panel stack" role="status"><CheckNote check={check} onLine={showLine} /></div>
                {text !== posted && <Changes before={posted} after={text} />}
            </div>
        </div>
    );
}

const isAt = (check: Check, line: number): boolean => check.state === "refused" && lineNamed(check.problem.detail) === line;

function CheckNote({ check, onLine }: { check: Check; onLine: (line: number) => void }) {
    if (check.state === "unchanged") return <p class="soft">{words.unchanged}</p>;
    if (check.state === "checking") return <p class="soft">{words.checking}…</p>;
    if (check.state === "good") return <p><Badge tone="good">✓</Badge> {words.good}</p>;
    const line = lineNamed(check.problem.detail);
    return (
        <>
            <p><Badge tone="bad">{words.refused}</Badge></p>
            <ProblemNote problem={check.problem} />
            {line > 0 && <div class="row"><Button size="small" onPress={() => onLine(line)}>{words.goToLine(line)}</Button></div>}
        </>
    );
}

function Changes({ before, after }: { before: string; after: string }) {
    const marks = { added: "+", removed: "−", same: "" };
    const spoken = { added: words.added, removed: words.removed, same: "" };
    return (
        <section class="panel stack">
            <h2>{words.changes}</h2>
            <ol class="diff">
                {diffLines(before, after).filter((line) => line.kind !== "same").map((line) => (
                    <li key={`${line.kind}${line.line}`} class={`diff-${line.kind}`}>
                        <span aria-hidden="true">{marks[line.kind]}</span>
                        <span class="hidden-words">{spoken[line.kind]}</span>
                        <code>{line.words || " "}</code>
                    </li>
                ))}
            </ol>
        </section>
    );
}
