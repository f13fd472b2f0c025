// The log of the door: who signed in, was refused or locked out, and what was asked for without leave; the newest first.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { getSlowly } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { HouseEvent, LogPage } from "../../kit/shapes";
import { dayOf, timeToTheSecond } from "../../kit/time";
import { personName } from "./books";

const words = strings.office.door;
const PAGE = 50;
const WAIT_MS = 60_000;
const REFUSED = "refused,sign-in-refused,locked";

interface DoorFilter { kind: string; who: string }

export function DoorLog() {
    const [filter, setFilter] = useState<DoorFilter>({ kind: "", who: "" });
    const [asked, setAsked] = useState(0);
    return (
        <>
            <form
                class="panel filters"
                onSubmit={(event) => {
                    event.preventDefault();
                    setAsked((count) => count + 1);
                }}
            >
                <Select
                    label={strings.office.log.kind}
                    value={filter.kind}
                    onChange={(kind) => setFilter({ ...filter, kind })}
                    choices={[
                        { value: "", words: strings.office.log.any },
                        { value: REFUSED, words: words.allRefused },
                        ...Object.entries(words.names).map(([value, name]) => ({ value, words: name })).sort((one, other) => one.words.localeCompare(other.words)),
                    ]}
                />
                <Field label={words.who} value={filter.who} onInput={(who) => setFilter({ ...filter, who })} type="search" autocomplete="off" />
                <Button type="submit">{words.look}</Button>
            </form>
            <DoorEvents key={JSON.stringify([filter.kind, asked])} filter={filter} />
        </>
    );
}

function DoorEvents({ filter }: { filter: DoorFilter }) {
    const [events, setEvents] = useState<HouseEvent[]>([]);
    const [before, setBefore] = useState(0);
    const [busy, setBusy] = useState(true);
    const [problem, setProblem] = useState<Problem | null>(null);
    const read = (from: number | undefined): void => {
        setBusy(true);
        setProblem(null);
        const query = { before: from, kind: filter.kind || undefined, who: filter.who.trim() || undefined, limit: PAGE };
        getSlowly<LogPage>("/api/access-log", query, WAIT_MS).then((page) => {
            setEvents((shown) => [...shown, ...page.events]);
            setBefore(page.before);
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    useEffect(() => read(undefined), []);
    return (
        <section class="panel stack" aria-busy={busy} aria-label={words.heading}>
            <ProblemNote problem={problem} />
            <ol class="events">{events.map((event) => <DoorEvent key={event.sequence} event={event} />)}</ol>
            {events.length === 0 && !busy && <p class="soft">{strings.office.log.none}</p>}
            {before > 1 && <Button busy={busy} onPress={() => read(before)}>{strings.office.log.older}</Button>}
        </section>
    );
}

const BAD = new Set(["refused", "sign-in-refused", "locked"]);

function DoorEvent({ event }: { event: HouseEvent }) {
    const field = (name: string): string => String(event.event[name] ?? "");
    const sentence = words.events[event.kind];
    const way = words.credentials[field("credential")] ?? field("credential");
    const told = sentence?.({ who: field("credential") === "patron-pin" ? words.patron(field("who")) : personName(field("who")) || words.nobody, why: words.why[field("why")] ?? field("why"), what: field("what"), way, second: personName(field("second")) });
    const missed = Number(event.event["missed"] ?? 0);
    return (
        <li class="event">
            <div class="event-when">
                <time dateTime={field("at")} class="number">{timeToTheSecond(field("at"))}</time>
                <span class="soft small">{dayOf(field("at"))}</span>
            </div>
            <div class="event-what">
                <p class="event-words">{told ?? event.kind} {BAD.has(event.kind) && <Badge tone="bad">{words.names[event.kind] ?? event.kind}</Badge>}</p>
                <p class="soft small">{[field("from") && words.from(field("from")), field("by") && strings.office.log.by(personName(field("by"))), missed > 0 && words.missed(missed)].filter(Boolean).join(" · ")}</p>
            </div>
            <span class="event-number number soft small">{event.sequence}</span>
        </li>
    );
}
