// All rule documents, and the search for words in all of their clauses.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Field } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { ClauseFound, DocumentEntry, Documents as Answer } from "../../kit/shapes";
import { documentTitle, nameWords } from "../../kit/titles";
import { titleOf } from "./books";
import { addressOfClause, addressOfDocument, OneDocument, STATE_TONES } from "./clauses";
import { NewOffer } from "./offer-change";
import { addressIn, Link, place, stay } from "./place";

const words = strings.office.documents;
const SEARCH_WAIT_MS = 200;
const SHOWN_OF_ONE = 5; // clauses of one document in a search through all

export function Documents() {
    const [issuer, name, deed] = place.value.rest;
    if (issuer === undefined || name === undefined) return <AllDocuments />;
    const document = `${issuer}/${name}`;
    if (deed === "offer" && may(session.value, "post-offer")) return <NewOffer key={document} document={document} />;
    return <OneDocument key={document} document={document} />;
}

// An answer to older words is dropped.
function useDocuments(search: string): { answer: Answer | null; problem: Problem | null; busy: boolean } {
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [busy, setBusy] = useState(true);
    useEffect(() => {
        let current = true;
        setBusy(true);
        const timer = setTimeout(() => {
            get<Answer>("/api/documents", { search: search || undefined }).then((found) => {
                if (!current) return;
                setAnswer(found);
                setProblem(null);
            }, (thrown) => current && setProblem(asProblem(thrown))).finally(() => current && setBusy(false));
        }, answer ? SEARCH_WAIT_MS : 0);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [search]);
    return { answer, problem, busy };
}

function AllDocuments() {
    const search = new URLSearchParams(place.value.search).get("words") ?? "";
    const sought = search.trim().toLowerCase();
    const { answer, problem, busy } = useDocuments(sought.length >= 2 ? sought : "");
    const fits = (entry: DocumentEntry): boolean => `${entry.title} ${nameWords(entry.issuer)} ${entry.identifier ?? ""}`.toLowerCase().includes(sought);
    const documents = (answer?.documents ?? []).filter(fits);
    const issuers = [...new Set(documents.map((entry) => entry.issuer))];
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <p class="soft">{words.note}</p>
            <section class="panel">
                <Field label={words.search} type="search" value={search} onInput={(typed) => stay(typed ? `?words=${encodeURIComponent(typed)}` : addressIn("documents"))} />
            </section>
            <ProblemNote problem={problem} />
            {issuers.map((issuer) => (
                <section key={issuer} class="stack">
                    <h2 class="issuer">{nameWords(issuer)}</h2>
                    <ul class="document-cards">
                        {documents.filter((entry) => entry.issuer === issuer).map((entry) => <DocumentCard key={entry.document} entry={entry} />)}
                    </ul>
                </section>
            ))}
            {answer && !busy && documents.length === 0 && !answer.found?.length && <p class="soft">{words.noDocument}</p>}
            {sought.length >= 2 && <Found found={answer?.found ?? []} count={answer?.["found-count"] ?? 0} entries={answer?.documents ?? []} search={sought} busy={busy} />}
        </div>
    );
}

function DocumentCard({ entry }: { entry: DocumentEntry }) {
    return (
        <li class="panel document-card">
            <h3><Link to={addressOfDocument(entry.document)}>{entry.title}</Link></h3>
            <p class="soft small">{entry.identifier}</p>
            <StateBar entry={entry} />
            <p class="small soft">
                {words.clauseCount(entry.clauses)}{entry.untested > 0 && ` · ${words.untestedOf(entry.untested)}`}{entry.open > 0 && ` · ${words.openOf(entry.open)}`}
            </p>
            {entry.offers.length > 0 && <p class="row document-offers">{entry.offers.map((offer) => <Link key={offer} to={addressIn("offers", offer)} class="small">{titleOf(offer)}</Link>)}</p>}
        </li>
    );
}

// How many of the clauses run in the system, are built into it, are duties of staff, or are not covered; as a bar, and in words for who does not see it.
function StateBar({ entry }: { entry: DocumentEntry }) {
    const states = ["bound", "engine", "duty", "open"] as const;
    let from = 0;
    return (
        <svg class="state-bar" viewBox={`0 0 ${entry.clauses || 1} 8`} preserveAspectRatio="none" role="img" aria-label={states.map((state) => `${entry[state]} ${words.states[state]}`).join(", ")}>
            <title>{states.map((state) => `${words.states[state]} ${entry[state]}`).join(" · ")}</title>
            {states.map((state) => {
                const x = from;
                from += entry[state];
                return <rect key={state} class={`state-${state}`} x={x} y="0" width={entry[state]} height="8" />;
            })}
        </svg>
    );
}

function Found({ found, count, entries, search, busy }: { found: readonly ClauseFound[]; count: number; entries: readonly DocumentEntry[]; search: string; busy: boolean }) {
    const documents = [...new Set(found.map((clause) => clause.document))];
    return (
        <section class={busy ? "stack busy" : "stack"} aria-busy={busy}>
            <h2><span role="status">{busy && found.length === 0 ? `${words.searching}…` : words.found(count)}</span></h2>
            {count > found.length && <p class="soft small">{words.firstShown(found.length)}</p>}
            {documents.map((document) => {
                const here = found.filter((clause) => clause.document === document);
                return (
                    <section key={document} class="panel">
                        <h3><Link to={`${addressOfDocument(document)}?words=${encodeURIComponent(search)}`}>{entries.find((entry) => entry.document === document)?.title ?? documentTitle(document)}</Link></h3>
                        <ol class="clause-list">
                            {here.slice(0, SHOWN_OF_ONE).map((clause) => (
                                <li key={clause.number}>
                                    <Link to={addressOfClause(document, clause.number)} class="clause-row">
                                        <span class="clause-number">{clause.number}</span>
                                        <span class="clause-words">{clause.words}</span>
                                        <span class="clause-marks"><Badge tone={STATE_TONES[clause.state] ?? "plain"}>{words.states[clause.state] ?? clause.state}</Badge></span>
                                    </Link>
                                </li>
                            ))}
                        </ol>
                        {here.length > SHOWN_OF_ONE && <p class="soft small">{words.moreFound(here.length - SHOWN_OF_ONE)}</p>}
                    </section>
                );
            })}
        </section>
    );
}
