// The offers as posted: notice, chart, values with what the document allows, text.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, post } from "../../kit/api";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { HouseEvent, Offer, OfferForm, OfferPreview, Section } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { Tabs } from "../../kit/tabs";
import { dateAndTime, timesShown } from "../../kit/time";
import { capital, documentTitle, plainWords } from "../../kit/titles";
import { sayProblem } from "../../kit/toast";
import { offers, onEvents, personName } from "./books";
import { addressOfDocument, numberIn, partOfClause } from "./clauses";
import { WithdrawButton } from "./deeds";
import { OfferChangeList, WaitingChanges } from "./house-waiting";
import { ChangeOffer } from "./offer-change";
import { applies } from "./offer-values";
import { OfferState } from "./overview";
import { addressIn, go, Link, place } from "./place";

const words = strings.office.offers;

export function Offers() {
    const [name, deed] = place.value.rest;
    if (name === undefined) return <AllOffers />;
    return <OneOffer key={name} name={name} changing={deed === "change" && may(session.value, "post-offer")} />;
}

function AllOffers() {
    const [search, setSearch] = useState("");
    const fits = (offer: Offer): boolean =>
        `${offer.title} ${documentTitle(offer.activity)} ${offer.tables.join(" ")}`.toLowerCase().includes(search.trim().toLowerCase());
    return (
        <div class="stack">
            <header class="row spread">
                <h1>{words.heading}</h1>
                {may(session.value, "post-offer") && <Button onPress={() => go(addressIn("documents"))}>{words.setUp}</Button>}
            </header>
            <WaitingChanges offers />
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
                        { head: words.hours, cell: (offer) => capital(timesShown(offer.hours)) },
                        { head: words.tables, cell: (offer) => <span title={offer.tables.join(", ")}>{words.tablesAll(offer.tables.length)}</span> },
                        { head: words.activity, cell: (offer) => documentTitle(offer.activity) },
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
            if (events.some((event) => event.kind === "offer-posted" || event.kind === "offer-withdrawn")) load();
        });
    }, []);
    if (!offer) return <ProblemNote problem={problem} />;
    return (
        <div class="stack">
            <p><Link to={changing ? addressIn("offers", name) : addressIn("offers")} class="back">← {changing ? offer.title : words.heading}</Link></p>
            <header class="row spread">
                <div>
                    <h1>{changing ? words.changing(offer.title) : offer.title}</h1>
                    <p class="soft"><Link to={addressOfDocument(offer.activity)}>{documentTitle(offer.activity)}</Link> · {capital(timesShown(offer.hours))}</p>
                </div>
                <div class="row">
                    <OfferState offer={offer} />
                    {!changing && offer.posted && <WithdrawButton offer={offer} />}
                    {!changing && may(session.value, "post-offer") && <Button tone="primary" onPress={() => go(addressIn("offers", name, "change"))}>{words.change}</Button>}
                </div>
            </header>
            <WaitingChanges offer={name} />
            {changing ? <ChangeOffer offer={offer} /> : (
                <Tabs
                    label={words.views}
                    chosen={view}
                    onChoose={setView}
                    tabs={[
                        { name: "notice", words: words.notice, panel: () => <Notice sections={offer.sections ?? []} /> },
                        { name: "chart", words: words.chart, panel: () => <ChartPanel offer={offer} /> },
                        { name: "values", words: words.values, panel: () => <ValuesPanel offer={offer} /> },
                        { name: "postings", words: words.postings, panel: () => <PostingsPanel offer={offer.offer} /> },
                        { name: "text", words: words.text, panel: () => <pre class="panel posted-text">{offer.text}</pre> },
                    ]}
                />
            )}
        </div>
    );
}

// Every posting of the offer that the log has, the newest first: what was posted stays to be read.
function PostingsPanel({ offer }: { offer: string }) {
    const [postings, setPostings] = useState<HouseEvent[] | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        get<{ events: HouseEvent[] }>("/api/log", { kind: "offer-posted", offer }).then(({ events }) => setPostings(events), (thrown) => setProblem(asProblem(thrown)));
    }, [offer]);
    if (!postings) return <ProblemNote problem={problem} />;
    return (
        <section class="panel stack">
            {postings.map((posting, at) => <OnePosting key={posting.sequence} offer={offer} posting={posting} before={postings[at + 1]} open={at === 0} />)}
        </section>
    );
}

const textIn = (posting: HouseEvent | undefined): string => String(posting?.event["text"] ?? "");

// Who posted it and when, what it changed, and the whole text.
function OnePosting({ offer, posting, before, open }: { offer: string; posting: HouseEvent; before: HouseEvent | undefined; open: boolean }) {
    const [preview, setPreview] = useState<OfferPreview | null>(null);
    useEffect(() => {
        if (before) post<OfferPreview>("/api/offer-preview", { offer, text: textIn(posting), before: textIn(before) }).then(setPreview, sayProblem);
    }, [posting.sequence]);
    const when = dateAndTime(String(posting.event["at"] ?? ""));
    const people = [posting.event["by"], posting.event["authorised-by"]].filter(Boolean).map((person) => personName(String(person)));
    return (
        <details class="posting-of" open={open}>
            <summary><strong>{when}</strong> <span class="soft">{people.join(", ")}</span></summary>
            {preview && <OfferChangeList changes={preview.changes} />}
            <pre class="posted-text" tabIndex={0} aria-label={words.showText(when)}>{textIn(posting)}</pre>
        </details>
    );
}

function Notice({ sections }: { sections: Section[] }) {
    return (
        <div class="panel notice">
            {sections.map((section) => (
                <section key={section.heading}>
                    <h2>{section.heading}</h2>
                    {section.words.length > 0 && <ul>{section.words.map((sentence, at) => <li key={at}>{timesShown(plainWords(sentence))}</li>)}</ul>}
                    {section.tables.map((table, at) => (
                        <div key={at} class="table-scroll">
                            <table class="table">
                                {table.caption && <caption>{table.caption}</caption>}
                                {table.heads.some((head) => head !== "") && <thead><tr>{table.heads.map((head, column) => <th key={column} scope="col">{head}</th>)}</tr></thead>}
                                <tbody>
                                    {table.rows.map((row, line) => <tr key={line}>{row.map((cell, column) => <td key={column}>{timesShown(plainWords(cell))}</td>)}</tr>)}
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
                    { head: words.hand, heading: true, cell: (row) => capital(row.hand) },
                    { head: words.prize, cell: (row) => <span class="amount">{row.prize}</span> },
                    { head: words.clause, cell: (row) => row.clause && <Link to={partOfClause(row.clause)}>{numberIn(row.clause)}</Link> },
                ]}
            />
        </section>
    );
}

// Every value that the house has chosen, beside what the document allows: what a regulator compares.
function ValuesPanel({ offer }: { offer: Offer }) {
    const [form, setForm] = useState<OfferForm | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        get<OfferForm>("/api/offer-form", { offer: offer.offer }).then(setForm, (thrown) => setProblem(asProblem(thrown)));
    }, [offer.text]);
    if (!form) return <ProblemNote problem={problem} />;
    return (
        <section class="panel">
            <Table
                caption={words.values}
                rows={form.fields.filter((field) => field.value !== undefined && applies(field, form.charts))}
                rowKey={(field) => field.path}
                columns={[
                    { head: words.value, heading: true, cell: (field) => capital(field.label) },
                    { head: words.postedValue, cell: (field) => <strong>{timesShown([field.value ?? ""].flat().join(", "))}</strong> },
                    { head: words.allowed, cell: (field) => (field.approved === "posted" ? words.houseChooses : timesShown(field.approved ?? field.choices?.join(", ") ?? "")) },
                    { head: words.clause, cell: (field) => field.clause && <Link to={partOfClause(field.clause)} >{numberIn(field.clause)}</Link> },
                ]}
            />
        </section>
    );
}
