// The log: every event in words, the newest at the top as it happens; filters; and the audit. Beside it, the log of the door.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, getSlowly, post } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { DayField } from "../../kit/format-fields";
import { count } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { Audit, Floor, HouseEvent, LogPage } from "../../kit/shapes";
import { dayOf, houseNow, storedDay, timeToTheSecond } from "../../kit/time";
import { capital, ruleWords } from "../../kit/titles";
import { sayProblem } from "../../kit/toast";
import { funds, offers, onEvents, staff, personName } from "./books";
import { eventWords, fits, noFilter, offerOf, movementWords, type LogFilter } from "./event-words";
import { DoorLog } from "./door-log";
import { addressIn, go, Link, place } from "./place";

const words = strings.office.log;
const PAGE = 50;
const TYPED_MS = 400;
const KEPT_MAX = 400;
const MOVEMENTS_SHOWN = 3;
const AUDIT_WAIT_MS = 10 * 60_000;
const LOG_WAIT_MS = 60_000;

export function Log() {
    // /office/log/N shows what happened up to event N.
    const upTo = Number(place.value.rest[0] ?? 0) || 0;
    const door = place.value.rest[0] === "access";
    const [filter, setFilter] = useState(noFilter);
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <nav class="row" aria-label={words.logs}>
                <Link to={addressIn("log")} class={`button button-small button-${door ? "quiet" : "plain"}`} current={!door}>{words.ofHouse}</Link>
                <Link to={addressIn("log", "access")} class={`button button-small button-${door ? "plain" : "quiet"}`} current={door}>{words.ofDoor}</Link>
            </nav>
            {door ? <DoorLog /> : (
                <>
                    {may(session.value, "audit") && <AuditPart />}
                    <Filters filter={filter} onFilter={(change) => setFilter((known) => ({ ...known, ...change }))} />
                    <Events key={JSON.stringify([filter, upTo])} filter={filter} upTo={upTo} />
                </>
            )}
        </div>
    );
}

function Filters({ filter, onFilter }: { filter: LogFilter; onFilter: (change: Partial<LogFilter>) => void }) {
    const [tables, setTables] = useState<string[]>([]);
    useEffect(() => {
        get<Floor>("/api/floor").then((floor) => setTables(floor.tables.map((table) => table.table)), sayProblem);
    }, []);
    const any = { value: "", words: words.any };
    return (
        <div class="panel filters">
            <Select
                label={words.kind}
                value={filter.kind}
                onChange={(kind) => onFilter({ kind })}
                choices={[any, ...Object.entries(strings.office.eventNames).map(([value, name]) => ({ value, words: name })).sort((one, other) => one.words.localeCompare(other.words))]}
            />
            <Select
                label={words.table}
                value={filter.table}
                onChange={(table) => onFilter({ table })}
                choices={[any, ...tables.map((table) => ({ value: table, words: table }))]}
            />
            <Select
                label={words.person}
                value={filter.by}
                onChange={(by) => onFilter({ by })}
                choices={[any, ...(staff.value?.people ?? []).map((person) => ({ value: person.person, words: person.name || person.person }))]}
            />
            <Select
                label={strings.office.offer}
                value={filter.offer}
                onChange={(offer) => onFilter({ offer })}
                choices={[any, ...offers.value.map((offer) => ({ value: offer.offer, words: offer.title }))]}
            />
            <PatronField patron={filter.patron} onPatron={(patron) => onFilter({ patron })} />
            <DayField label={words.from} day={filter.from} onDay={(from) => from !== null && onFilter({ from })} />
            <DayField label={words.to} day={filter.to} onDay={(to) => to !== null && onFilter({ to })} />
            <label class="check"><input type="checkbox" checked={filter.clocks} onChange={(event) => onFilter({ clocks: event.currentTarget.checked })} />{words.clocks}</label>
        </div>
    );
}

// The log is asked once the number is typed, not at every digit of it.
function PatronField({ patron, onPatron }: { patron: string; onPatron: (patron: string) => void }) {
    const [typed, setTyped] = useState(patron);
    useEffect(() => {
        if (typed.trim() === patron) return;
        const timer = setTimeout(() => onPatron(typed.trim()), TYPED_MS);
        return () => clearTimeout(timer);
    }, [typed]);
    return <Field label={words.patron} type="search" inputmode="numeric" value={typed} onInput={setTyped} />;
}

function Events({ filter, upTo }: { filter: LogFilter; upTo: number }) {
    const [events, setEvents] = useState<HouseEvent[]>([]);
    const [before, setBefore] = useState(0);
    const [busy, setBusy] = useState(true);
    const [problem, setProblem] = useState<Problem | null>(null);
    const read = (before: number | undefined): void => {
        setBusy(true);
        setProblem(null);
        const query = {
            before, kind: filter.kind || undefined, table: filter.table || undefined, by: filter.by || undefined, limit: PAGE,
            offer: filter.offer || undefined, patron: filter.patron || undefined, from: filter.from || undefined, to: filter.to || undefined,
            without: filter.clocks || filter.kind ? undefined : "clock",
        };
        getSlowly<LogPage>("/api/log", query, LOG_WAIT_MS).then((page) => {
            setEvents((shown) => merged(shown, page.events));
            setBefore(page.before);
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    useEffect(() => {
        read(upTo > 0 ? upTo + 1 : undefined);
        if (upTo > 0) return;
        return onEvents((news) => {
            const books = { offers: offers.value, accounts: funds.value?.accounts ?? [], today: storedDay(houseNow.value) };
            const own = news.filter((event) => fits(event, filter, books));
            if (own.length > 0) setEvents((shown) => merged(shown, own).slice(0, Math.max(KEPT_MAX, shown.length)));
        });
    }, []);
    return (
        <section class="panel stack" aria-busy={busy}>
            <div class="row spread">
                {upTo > 0 ? <Badge>{words.upTo(upTo)}</Badge> : <Badge tone="good">{words.live}</Badge>}
                {upTo > 0 && <Button size="small" onPress={() => go(addressIn("log"))}>{words.newer}</Button>}
            </div>
            <ProblemNote problem={problem} />
            <ol class="events" aria-live="off">
                {events.map((event) => <EventRow key={event.sequence} event={event} marked={event.sequence === upTo} />)}
            </ol>
            {events.length === 0 && !busy && <p class="soft">{words.none}</p>}
            {before > 1 && <Button busy={busy} onPress={() => read(before)}>{words.older}</Button>}
        </section>
    );
}

// Each event once, the newest first.
function merged(shown: HouseEvent[], more: HouseEvent[]): HouseEvent[] {
    const known = new Set(shown.map((event) => event.sequence));
    return [...shown, ...more.filter((event) => !known.has(event.sequence))].sort((a, b) => b.sequence - a.sequence);
}

function EventRow({ event, marked }: { event: HouseEvent; marked: boolean }) {
    const at = String(event.event["at"] ?? "");
    const by = String(event.event["by"] ?? "");
    const clause = String(event.event["clause"] ?? "");
    const offer = offerOf(event, offers.value);
    const patron = may(session.value, "read patrons") ? String(event.event["patron"] ?? "") : "";
    const movements = movementWords(event, funds.value?.accounts ?? []);
    const row = (movement: (typeof movements)[number], key: number) => (
        <li key={key}>
            <span class="movement-way">{words.movement(movement.from, movement.to)}</span>
            <span class="amount number">{movement.amount}</span>
            <span class="movement-why">{capital(movement.reason)} · {movement.rule}</span>
        </li>
    );
    return (
        <li class={marked ? "event event-marked" : "event"}>
            <div class="event-when">
                <time dateTime={at} class="number">{timeToTheSecond(at)}</time>
                <span class="soft small">{dayOf(at)}</span>
            </div>
            <div class="event-what">
                <p class="event-words">{eventWords(event, { offers: offers.value, personName })}</p>
                <p class="soft small">
                    {strings.office.eventNames[event.kind] ?? event.kind}{by && ` · ${words.by(personName(by))}`}
                    {offer && <> · <Link to={addressIn("offers", offer.offer)}>{offer.title}</Link></>}
                    {patron && <> · <Link to={addressIn("patrons", patron)}>{words.ofPatron(patron)}</Link></>}
                    {clause && <> · {ruleWords(clause)}</>}
                </p>
                {movements.length > 0 && <ol class="movements">{movements.slice(0, MOVEMENTS_SHOWN).map(row)}</ol>}
                {movements.length > MOVEMENTS_SHOWN && (
                    <details class="small">
                        <summary>{words.more(movements.length - MOVEMENTS_SHOWN)}</summary>
                        <ol class="movements">{movements.slice(MOVEMENTS_SHOWN).map(row)}</ol>
                    </details>
                )}
                <details class="small">
                    <summary>{words.details}</summary>
                    <pre>{JSON.stringify(event.event, null, 1)}</pre>
                </details>
            </div>
            <span class="event-number number soft small">{event.sequence}</span>
        </li>
    );
}

function AuditPart() {
    const [audit, setAudit] = useState<Audit | null>(null);
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const run = (): void => {
        setBusy(true);
        setProblem(null);
        setAudit(null);
        post<Audit>("/api/audit", {}, AUDIT_WAIT_MS).then(setAudit, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    return (
        <section class="panel stack audit" aria-label={words.audit}>
            <div class="row spread">
                <p class="soft">{words.auditNote}</p>
                <Button tone="primary" busy={busy} onPress={run}>{busy ? `${words.auditing}…` : words.audit}</Button>
            </div>
            <ProblemNote problem={problem} />
            <div role="status">
                {audit && (
                    <div class={audit.whole ? "audit-answer" : "audit-answer audit-bad"}>
                        <p class="audit-word">{audit.whole ? `✓ ${words.well}` : words.notWell(audit.findings.length + audit.more)}</p>
                        <p>{words.auditWords(count(audit.events), count(audit.movements), count(audit.rows))}</p>
                        <ul>
                            {audit.findings.map((finding, at) => <li key={at}>{finding.sequence > 0 && <><b>{words.at(finding.sequence)}</b>: </>}{finding.words}</li>)}
                            {audit.more > 0 && <li>{words.moreFindings(audit.more)}</li>}
                        </ul>
                        {audit.programs.some((program) => program.otherwise > 0) && (
                            <ul>
                                {audit.programs.map((program) => <li key={program.first}>{words.decided(count(program.first), count(program.last), program.version, program.otherwise)}</li>)}
                            </ul>
                        )}
                        <p class="small"><span class="soft">{words.head}</span> <code>{audit.head}</code></p>
                    </div>
                )}
            </div>
        </section>
    );
}
