// Patrons: found by number or name, registered, excluded and readmitted, and seated.
import { useEffect, useState } from "preact/hooks";
import { get } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { money } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import { RegisterForm } from "../../kit/register-form";
import type { Patron } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dayOf } from "../../kit/time";
import { sayProblem } from "../../kit/toast";
import { asksForTwo, useCommand, useCountersigned, whyTwo } from "../../kit/use-command";
import { strings } from "../../strings";
import { changed, floor, mayDo } from "./state";

const words = strings.floor.patronsTab;
const who = strings.register;
const SEARCH_AFTER_MS = 200;

function Notes({ patron }: { patron: Patron }) {
    return (
        <span class="row">
            {patron.excluded && <Badge tone="bad">{words.excluded}</Badge>}
            {patron.employee && patron.employee !== "no" && <Badge>{who.employees[patron.employee] ?? patron.employee}</Badge>}
            {patron["proposition-player"] && <Badge>{who.proposition}</Badge>}
        </span>
    );
}

export function Patrons() {
    const [search, setSearch] = useState("");
    const [found, setFound] = useState<Patron[] | null>(null);
    const [open, setOpen] = useState<string | null>(null);
    const [registering, setRegistering] = useState(false);
    const find = (): void => {
        get<{ patrons: Patron[] }>("/api/patrons", { search: search.trim(), limit: 50 }).then((answer) => setFound(answer.patrons), sayProblem);
    };
    useEffect(() => {
        const timer = setTimeout(find, SEARCH_AFTER_MS);
        return () => clearTimeout(timer);
    }, [search, open, registering]);
    return (
        <div class="stack">
            <div class="floor-search">
                <Field label={words.search} type="search" value={search} onInput={setSearch} autocomplete="off" />
                {mayDo("register") && <Button onPress={() => setRegistering(true)}>{words.register}</Button>}
            </div>
            {found && (
                <div class="panel floor-list">
                    <Table
                        caption={words.caption}
                        rows={found}
                        rowKey={(patron) => patron.patron}
                        empty={words.none}
                        onRow={(patron) => setOpen(patron.patron)}
                        columns={[
                            { head: who.number, heading: true, cell: (patron) => patron.patron },
                            { head: who.name, cell: (patron) => patron.name },
                            { head: who.born, cell: (patron) => patron.born },
                            { head: words.notes, cell: (patron) => <Notes patron={patron} /> },
                        ]}
                    />
                </div>
            )}
            {open !== null && <PatronDialog number={open} onClose={() => setOpen(null)} />}
            {registering && (
                <Dialog title={who.title} open onClose={() => setRegistering(false)}>
                    <RegisterForm patron={null} onDone={() => setRegistering(false)} />
                </Dialog>
            )}
        </div>
    );
}

function PatronDialog({ number, onClose }: { number: string; onClose: () => void }) {
    const [patron, setPatron] = useState<Patron | null>(null);
    const sequence = changed.value.sequence;
    useEffect(() => {
        get<Patron>(`/api/patrons/${encodeURIComponent(number)}`).then(setPatron, sayProblem);
    }, [number, sequence]);
    return (
        <Dialog title={patron?.name || number} open side onClose={onClose}>
            {!patron && <p class="soft">{strings.kit.loading}</p>}
            {patron && (
                <div class="stack floor-drawer">
                    <p class="row"><span class="soft">{who.number}</span> <b>{patron.patron}</b> <Notes patron={patron} /></p>
                    {patron.born && <p class="soft">{who.born} {patron.born}</p>}
                    {patron.excluded && <p class="floor-flag floor-flag-bad"><i aria-hidden="true">▲</i>{words.excludedWhy(patron.reason)}</p>}
                    {patron.seats.map((seat) => <p key={`${seat.table}${seat.seat}`}>{words.sitsAt(seat.table, seat.seat)}</p>)}
                    {mayDo("sit") && !patron.excluded && <SeatAt patron={patron} />}
                    {mayDo("amend-patron") && (
                        <details class="floor-more">
                            <summary>{words.edit}</summary>
                            <RegisterForm patron={patron} onDone={() => undefined} />
                        </details>
                    )}
                    {mayDo("exclude") && <Exclusion patron={patron} />}
                    <h3>{words.prizes}</h3>
                    {patron.prizes.length === 0 && <p class="soft">{words.noPrizes}</p>}
                    <ul class="floor-offers">
                        {patron.prizes.map((prize) => (
                            <li key={prize.prize}>
                                <span>{prize.title} <span class="soft">{dayOf(prize["awarded-at"])} · {strings.floor.awardsTab.states[prize.state] ?? prize.state}</span></span>
                                <span class="amount number">{prize.thing ? strings.floor.awardsTab.things(prize.things, prize.thing) : money(prize.cents)}</span>
                            </li>
                        ))}
                    </ul>
                </div>
            )}
        </Dialog>
    );
}

function SeatAt({ patron }: { patron: Patron }) {
    const tables = (floor.value?.tables ?? []).filter((table) => table.state !== "closed" && table.players < table.seats);
    const [table, setTable] = useState(tables[0]?.table ?? "");
    const [seat, setSeat] = useState("1");
    const seats = tables.find((known) => known.table === table)?.seats ?? 0;
    const sending = useCommand();
    const send = (): void => {
        void sending.ask({ do: "sit", table, seat: Number(seat), patron: patron.patron }, () => words.sitsAt(table, Number(seat)));
    };
    if (tables.length === 0) return null;
    return (
        <details class="floor-more">
            <summary>{words.seat}</summary>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); send(); }}>
                <div class="floor-two">
                    <Select label={strings.floor.awardsTab.tableLabel} value={table} onChange={setTable} choices={tables.map((known) => ({ value: known.table, words: known.table }))} />
                    <Select label={words.seatNumber} value={seat} onChange={setSeat} choices={Array.from({ length: seats }, (_, at) => ({ value: String(at + 1), words: String(at + 1) }))} />
                </div>
                <ProblemNote problem={sending.problem} />
                <Button type="submit" busy={sending.busy}>{strings.floor.drawer.sit}</Button>
            </form>
        </details>
    );
}

function Exclusion({ patron }: { patron: Patron }) {
    const [reason, setReason] = useState("");
    const [alone, signed] = [useCommand(), useCountersigned()];
    const two = patron.excluded || asksForTwo(alone.problem); // two persons readmit, and change who has a prize on its way
    const sending = two ? signed : alone;
    const ready = reason.trim() !== "" && (!two || signed.signed);
    const name = patron.name || patron.patron;
    const send = async (): Promise<void> => {
        const said = reason.trim();
        const asked = { do: patron.excluded ? "readmit" : "exclude", patron: patron.patron, ...(said ? { reason: said } : {}) };
        if (await sending.ask(asked, () => (patron.excluded ? words.readmitted(name) : words.excludedNow(name)))) setReason("");
    };
    return (
        <details class="floor-more">
            <summary>{patron.excluded ? words.readmit : words.exclude}</summary>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
                {!patron.excluded && <p class="soft">{words.excludeNote}</p>}
                <Field label={strings.floor.reason} value={reason} onInput={setReason} required />
                {two && <Countersign note={whyTwo(alone.problem)} signature={signed.signature} onSign={signed.sign} />}
                <ProblemNote problem={sending.problem} />
                <Button type="submit" tone={patron.excluded ? "plain" : "danger"} busy={sending.busy} disabled={!ready}>{patron.excluded ? words.readmit : words.exclude}</Button>
            </form>
        </details>
    );
}
