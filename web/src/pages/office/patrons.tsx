// Patrons: found by number or name; who one is, what was won, and whether one may play.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, put, remove } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import { Keypad } from "../../kit/keypad";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { Patron } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dateAndTime, dayWords, timeOfDay } from "../../kit/time";
import { capital } from "../../kit/titles";
import { say, sayProblem } from "../../kit/toast";
import { asksForTwo, useCommand, useCountersigned, whyTwo } from "../../kit/use-command";
import { onEvents } from "./books";
import { Amount, askPrize } from "./explain";
import { addressIn, go, Link, place } from "./place";

const words = strings.office.patrons;
const SEARCH_WAIT_MS = 250;

const addressOf = (number: string): string => `/api/patrons/${encodeURIComponent(number)}`;
const nameOf = (patron: Patron): string => patron.name || `${words.unnamed} ${patron.patron}`;

function Standing({ patron }: { patron: Patron }) {
    return <Badge tone={patron.excluded ? "bad" : "good"}>{patron.excluded ? words.excluded : words.mayPlay}</Badge>;
}

export function Patrons() {
    const chosen = place.value.rest[0];
    const [search, setSearch] = useState("");
    const [found, setFound] = useState<Patron[]>([]);
    const [changes, setChanges] = useState(0);
    useEffect(() => onEvents((events) => {
        if (events.some((event) => event.kind === "patron-recorded" || event.kind.startsWith("prize-") || event.kind.startsWith("award"))) setChanges((count) => count + 1);
    }), []);
    useEffect(() => {
        let current = true;
        const timer = setTimeout(() => {
            get<{ patrons: Patron[] }>("/api/patrons", { search: search.trim(), limit: 100 }).then((answer) => current && setFound(answer.patrons), sayProblem);
        }, search === "" ? 0 : SEARCH_WAIT_MS);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [search, changes]);
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <div class="columns columns-list">
                <section class={chosen ? "panel stack hide-narrow" : "panel stack"}>
                    <Field label={words.search} type="search" value={search} onInput={setSearch} />
                    <Table
                        caption={words.heading}
                        rows={found}
                        rowKey={(patron) => patron.patron}
                        empty={words.none}
                        onRow={(patron) => go(addressIn("patrons", patron.patron))}
                        columns={[
                            { head: words.name, heading: true, cell: nameOf },
                            { head: words.number, cell: (patron) => patron.patron },
                            { head: strings.office.staff.state, cell: (patron) => <Standing patron={patron} /> },
                        ]}
                    />
                </section>
                {chosen ? <OnePatron key={chosen} number={chosen} changes={changes} /> : <p class="panel soft hide-narrow">{words.choose}</p>}
            </div>
        </div>
    );
}

function OnePatron({ number, changes }: { number: string; changes: number }) {
    const [patron, setPatron] = useState<Patron | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [asking, setAsking] = useState(false);
    const [typing, setTyping] = useState(false);
    const [pins, setPins] = useState(0);
    useEffect(() => {
        get<Patron>(addressOf(number)).then(setPatron, (thrown) => setProblem(asProblem(thrown)));
    }, [number, changes, pins]);
    if (!patron) return <ProblemNote problem={problem} />;
    const deed = patron.excluded ? "readmit" : "exclude";
    const facts: [string, string][] = [
        [words.number, patron.patron],
        [words.born, dayWords(patron.born)],
        [words.identification, words.identifications[patron.identification] ?? patron.identification],
        [words.employee, patron.employee ? (strings.register.employees[patron.employee] ?? patron.employee) : words.no],
        [words.proposition, patron["proposition-player"] ? words.yes : words.no],
        [words.seats, patron.seats.map((seat) => words.seat(seat.table, seat.seat)).join("; ") || strings.office.none],
    ];
    const minds = may(session.value, "manage PINs");
    const locked = patron["locked-until"] ?? "";
    if (minds) facts.push([words.pin, locked ? words.pinLocked(timeOfDay(locked)) : patron["has-pin"] ? words.hasPin : words.noPin]);
    const unlock = (): void => {
        remove(`${addressOf(number)}/lock`).then(() => {
            say(words.pinUnlocked(nameOf(patron)), "good");
            setPins((count) => count + 1);
        }, sayProblem);
    };
    if (patron.excluded && patron.reason) facts.push([words.reason, patron.reason]);
    return (
        <section class="stack">
            <p class="show-narrow"><Link to={addressIn("patrons")} class="back">← {words.heading}</Link></p>
            <div class="panel stack">
                <header class="row spread">
                    <h2>{nameOf(patron)}</h2>
                    <Standing patron={patron} />
                </header>
                <dl class="facts">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
                <div class="row">
                    {minds && <Button onPress={() => setTyping(true)}>{words.setPin}</Button>}
                    {minds && locked && <Button onPress={unlock}>{words.unlockPin}</Button>}
                    {may(session.value, deed) && <Button tone={patron.excluded ? "plain" : "danger"} onPress={() => setAsking(true)}>{patron.excluded ? words.readmit : words.exclude}</Button>}
                </div>
            </div>
            <Prizes patron={patron} />
            <Dialog title={patron.excluded ? words.readmitOf(nameOf(patron)) : words.excludeOf(nameOf(patron))} open={asking} onClose={() => setAsking(false)}>
                <ListForm patron={patron} onDone={() => setAsking(false)} />
            </Dialog>
            <Dialog title={words.pinOf(nameOf(patron))} open={typing} onClose={() => setTyping(false)}>
                <PinForm
                    patron={patron}
                    onDone={() => {
                        setTyping(false);
                        setPins((count) => count + 1);
                    }}
                />
            </Dialog>
        </section>
    );
}

// The patron types it, and once more, for nobody sees what is typed.
function PinForm({ patron, onDone }: { patron: Patron; onDone: () => void }) {
    const [first, setFirst] = useState("");
    const [digits, setDigits] = useState("");
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const again = first !== "";
    const enter = (): void => {
        setDigits("");
        setProblem(null);
        if (!again) return setFirst(digits);
        setFirst("");
        if (digits !== first) return setProblem(asProblem(new Error(words.pinDiffers)));
        setBusy(true);
        put(`${addressOf(patron.patron)}/pin`, { pin: digits }).then(() => {
            say(words.pinSet(nameOf(patron)), "good");
            onDone();
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    return (
        <div class="stack">
            <p class="soft">{words.pinNote}</p>
            <ProblemNote problem={problem} />
            <Keypad label={again ? words.pinAgain : words.pinFirst} digits={digits} onDigits={setDigits} onEnter={enter} enterWords={again ? words.setPin : words.pinNext} secret most={12} disabled={busy} />
        </div>
    );
}

function Prizes({ patron }: { patron: Patron }) {
    return (
        <section class="panel stack">
            <h2>{words.prizes}</h2>
            <Table
                caption={words.prizes}
                rows={patron.prizes}
                rowKey={(prize) => prize.prize}
                empty={words.noPrizes}
                columns={[
                    { head: words.prize, heading: true, cell: (prize) => `${prize.prize} · ${prize.title}` },
                    { head: words.for, cell: (prize) => capital(prize.share) },
                    { head: words.awarded, cell: (prize) => dateAndTime(prize["awarded-at"]) },
                    { head: words.state, cell: (prize) => <Badge>{strings.floor.awardsTab.states[prize.state] ?? prize.state}</Badge> },
                    {
                        head: words.amount, number: true,
                        cell: (prize) => prize.cents > 0 || !prize.thing
                            ? <Amount words={strings.office.explain.prizeOf(prize.prize)} cents={prize.cents} asked={askPrize(prize.prize)} />
                            : words.things(prize.things, prize.thing),
                    },
                ]}
            />
        </section>
    );
}

function ListForm({ patron, onDone }: { patron: Patron; onDone: () => void }) {
    const [reason, setReason] = useState("");
    const [alone, signed] = [useCommand(), useCountersigned()];
    const two = patron.excluded || asksForTwo(alone.problem); // two persons readmit, and change who has a prize on its way
    const sending = two ? signed : alone;
    const send = async (): Promise<void> => {
        const asked = { do: patron.excluded ? "readmit" : "exclude", patron: patron.patron, reason: reason.trim() };
        if (await sending.ask(asked, () => (patron.excluded ? words.readmitted(nameOf(patron)) : words.excludedNow(nameOf(patron))))) onDone();
    };
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!sending.busy) void send();
            }}
        >
            <p class="soft">{words.excludeNote}</p>
            <Field label={words.reason} value={reason} onInput={setReason} required />
            {two && <Countersign note={whyTwo(alone.problem)} signature={signed.signature} onSign={signed.sign} />}
            <ProblemNote problem={sending.problem} />
            <Button type="submit" tone={patron.excluded ? "primary" : "danger"} busy={sending.busy}>{patron.excluded ? words.readmit : words.exclude}</Button>
        </form>
    );
}
