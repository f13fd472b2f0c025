// One table at the edge of the page: opened and closed, who sits where, devices that fail and are mended, what was irregular
// in the round, and its fees returned.
import { useEffect, useState } from "preact/hooks";
import { get } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { choicesOf } from "../../kit/choice";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { money } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import { asProblem, type Problem } from "../../kit/problem";
import type { Seat, Table } from "../../kit/shapes";
import { timeOfDay } from "../../kit/time";
import { useCommand, useCountersigned } from "../../kit/use-command";
import { strings } from "../../strings";
import { changed, floor, mayDo, metersOf } from "./state";

const words = strings.floor.drawer;

// The table, asked for again when something happens there.
function useTable(name: string): { table: Table | null; problem: Problem | null } {
    const [table, setTable] = useState<Table | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const news = changed.value;
    const mine = news.table === name ? news.sequence : 0;
    useEffect(() => {
        let here = true;
        get<Table>(`/api/tables/${encodeURIComponent(name)}`).then(
            (answer) => here && setTable(answer),
            (thrown: unknown) => here && setProblem(asProblem(thrown)),
        );
        return () => {
            here = false;
        };
    }, [name, mine]);
    return { table, problem };
}

export function TableDrawer({ name, onClose }: { name: string; onClose: () => void }) {
    const { table, problem } = useTable(name);
    return (
        <Dialog title={strings.floor.table(name)} open side onClose={onClose}>
            {!table && !problem && <p class="soft">{strings.kit.loading}</p>}
            <ProblemNote problem={problem} />
            {table && (
                <div class="stack floor-drawer">
                    <OpenOrClose table={table} />
                    {table["called-at"] && <Call table={table} />}
                    {table.open && <Seats table={table} />}
                    {table.open && <InTheRound table={table} />}
                    {mayDo("note") && <NoteForm table={table} />}
                    <Devices table={table} />
                    <Offers table={table} />
                </div>
            )}
        </Dialog>
    );
}

function OpenOrClose({ table }: { table: Table }) {
    const sending = useCommand();
    const short = floor.value?.tables.find((known) => known.table === table.table);
    const toggle = (): void => {
        const asked = { do: table.open ? "close-table" : "open-table", table: table.table };
        void sending.ask(asked, () => (table.open ? words.closed(table.table) : words.opened(table.table)));
    };
    return (
        <section class="stack" aria-label={strings.floor.table(table.table)}>
            <p>{table.game} <span class="soft">{table.limits}</span></p>
            <div class="row">
                <Badge tone={table.open ? "good" : "plain"}>{strings.floor.state[short?.state ?? (table.open ? "open" : "closed")]}</Badge>
                {table.round.runs && <Badge>{strings.floor.round(table.round.number)}</Badge>}
                {table.open && short?.since && <span class="soft">{words.since(timeOfDay(short.since))}</span>}
            </div>
            {(short?.alarms ?? []).map((alarm) => <p key={alarm} class="floor-flag floor-flag-bad"><i aria-hidden="true">▲</i>{alarm}</p>)}
            {mayDo(table.open ? "close-table" : "open-table") && (
                <Button tone={table.open ? "plain" : "primary"} busy={sending.busy} onPress={toggle}>{table.open ? words.closeTable : words.openTable}</Button>
            )}
            <ProblemNote problem={sending.problem} />
        </section>
    );
}

// ------------------------------------------------------------------------------------------ seats

function seatNotes(table: Table, seat: Seat): string[] {
    const { round } = table;
    const paid = round.fees.includes(seat.seat) || round.marked.includes(seat.seat);
    return [
        table.bank === seat.seat ? words.bank : "",
        round.dealt.includes(seat.seat) ? words.dealt : "",
        paid ? words.fee : "",
        seat["hold-button"] ? words.holdButton : "",
        seat["sensor-fails"] ? words.sensorFails : "",
    ].filter(Boolean);
}

const seatName = (seat: Seat): string => (seat.taken ? seat.name || seat.patron || words.guest : words.free);

function Seats({ table }: { table: Table }) {
    const [chosen, setChosen] = useState<number | null>(null);
    const seat = table.seats.find((known) => known.seat === chosen);
    return (
        <section class="stack" aria-label={words.seats}>
            <h3>{words.seats}</h3>
            <ul class="floor-seats">
                {table.seats.map((one) => (
                    <li key={one.seat}>
                        <button type="button" class={one.taken ? "floor-seat floor-seat-taken" : "floor-seat"} aria-pressed={one.seat === chosen} onClick={() => setChosen(one.seat === chosen ? null : one.seat)}>
                            <b>{one.seat}</b>
                            <span>{seatName(one)}{one.taken && one.patron && <small>{one.patron}</small>}</span>
                            <em>{seatNotes(table, one).join(" · ")}</em>
                        </button>
                    </li>
                ))}
            </ul>
            {seat && <SeatForm key={seat.seat} table={table} seat={seat} onDone={() => setChosen(null)} />}
        </section>
    );
}

function SeatForm({ table, seat, onDone }: { table: Table; seat: Seat; onDone: () => void }) {
    const [patron, setPatron] = useState("");
    const sending = useCommand();
    const at = { table: table.table, seat: seat.seat };
    const sit = async (): Promise<void> => {
        const who = patron.trim();
        if (await sending.ask({ do: "sit", ...at, ...(who ? { patron: who } : {}) }, () => words.seated(who || words.guest, seat.seat))) onDone();
    };
    const leave = async (): Promise<void> => {
        if (await sending.ask({ do: "leave", ...at }, () => words.left(seat.seat))) onDone();
    };
    if (!mayDo("sit")) return null;
    return (
        <form class="floor-seat-form" aria-label={strings.floor.seat(seat.seat)} onSubmit={(event) => { event.preventDefault(); void sit(); }}>
            {seat.taken
                ? <Button busy={sending.busy} onPress={() => void leave()}>{words.leaves}</Button>
                : (
                    <>
                        <Field label={words.patron} hint={words.patronHint} value={patron} onInput={setPatron} inputmode="numeric" autocomplete="off" autofocus />
                        <Button type="submit" tone="primary" busy={sending.busy}>{words.sit}</Button>
                    </>
                )}
            <ProblemNote problem={sending.problem} />
        </form>
    );
}

// ------------------------------------------------------------------------------------------ calls

function Call({ table }: { table: Table }) {
    const [note, setNote] = useState("");
    const sending = useCommand();
    const send = async (): Promise<void> => {
        const said = note.trim();
        if (await sending.ask({ do: "answer-call", table: table.table, ...(said ? { note: said } : {}) }, () => words.answered(table.table))) setNote("");
    };
    return (
        <form class="stack floor-call" aria-label={words.answer} onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <p>{words.calls(timeOfDay(table["called-at"]))} {table.call && <b>{table.call}</b>}</p>
            {mayDo("answer-call") && (
                <>
                    <Field label={words.answerNote} value={note} onInput={setNote} autocomplete="off" />
                    <ProblemNote problem={sending.problem} />
                    <Button type="submit" tone="primary" busy={sending.busy}>{words.answer}</Button>
                </>
            )}
        </form>
    );
}

// ------------------------------------------------------------------------------------------ notes

function NoteForm({ table }: { table: Table }) {
    const [note, setNote] = useState("");
    const sending = useCommand();
    const send = async (): Promise<void> => {
        if (await sending.ask({ do: "note", table: table.table, note: note.trim() }, () => words.noteAdded(table.table))) setNote("");
    };
    return (
        <form class="stack" aria-label={words.addNote} onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <Field label={words.noteText} hint={words.noteHint} value={note} onInput={setNote} autocomplete="off" maxLength={500} required />
            <ProblemNote problem={sending.problem} />
            <Button type="submit" busy={sending.busy}>{words.addNote}</Button>
        </form>
    );
}

// ------------------------------------------------------------------------------------------ the round

function InTheRound({ table }: { table: Table }) {
    if (!table.round.runs) return null;
    return (
        <>
            {mayDo("irregularity") && <Irregularity table={table} />}
            {mayDo("return-fees") && <ReturnFees table={table} />}
        </>
    );
}

function Irregularity({ table }: { table: Table }) {
    const [what, setWhat] = useState("misdeal");
    const [note, setNote] = useState("");
    const sending = useCommand();
    const send = async (): Promise<void> => {
        const said = note.trim();
        if (await sending.ask({ do: "irregularity", table: table.table, what, ...(said ? { note: said } : {}) }, () => words.noted)) setNote("");
    };
    return (
        <details class="floor-more">
            <summary>{words.irregularity}</summary>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); void send(); }}>
                <Select label={words.what} value={what} onChange={setWhat} choices={choicesOf(words.kinds)} />
                <Field label={strings.floor.note} value={note} onInput={setNote} />
                <ProblemNote problem={sending.problem} />
                <Button type="submit" busy={sending.busy}>{words.noteIt}</Button>
            </form>
        </details>
    );
}

function ReturnFees({ table }: { table: Table }) {
    const [reason, setReason] = useState("");
    const sending = useCountersigned();
    const send = async (): Promise<void> => {
        if (await sending.ask({ do: "return-fees", table: table.table, reason: reason.trim() }, () => words.returned)) setReason("");
    };
    if (table.round["fees-returned"]) return <p class="soft">{words.feesAreBack}</p>;
    return (
        <details class="floor-more">
            <summary>{words.returnFees}</summary>
            <form class="stack" onSubmit={(event) => { event.preventDefault(); if (reason.trim() !== "" && sending.signed) void send(); }}>
                <p class="soft">{words.returnFeesNote}</p>
                <Field label={strings.floor.reason} value={reason} onInput={setReason} required />
                <Countersign signature={sending.signature} onSign={sending.sign} />
                <ProblemNote problem={sending.problem} />
                <Button type="submit" tone="danger" busy={sending.busy} disabled={reason.trim() === "" || !sending.signed}>{words.returnFees}</Button>
            </form>
        </details>
    );
}

// ------------------------------------------------------------------------------------------ devices

interface Broken { device: string; seat: number; name: string }

function brokenAt(table: Table): Broken[] {
    const sensors = table.seats.filter((seat) => seat["sensor-fails"]).map((seat) => ({ device: "sensor", seat: seat.seat, name: words.sensorOf(seat.seat) }));
    const others = (["reader", "keypad", "sign"] as const)
        .filter((device) => table.devices[`${device}-fails`])
        .map((device) => ({ device, seat: 0, name: words.deviceNames[device] ?? device }));
    return [...sensors, ...others];
}

function Devices({ table }: { table: Table }) {
    const [device, setDevice] = useState("sensor");
    const [seat, setSeat] = useState("1");
    const sending = useCommand();
    const broken = brokenAt(table);
    const name = device === "sensor" ? words.sensorOf(Number(seat)) : (words.deviceNames[device] ?? device);
    const mend = (one: Broken): void => {
        const asked = { do: "equipment", table: table.table, device: one.device, works: true, ...(one.seat > 0 ? { seat: one.seat } : {}) };
        void sending.ask(asked, () => words.mended(one.name));
    };
    const report = (): void => {
        void sending.ask({ do: "equipment", table: table.table, device, ...(device === "sensor" ? { seat: Number(seat) } : {}) }, () => words.failed(name));
    };
    return (
        <section class="stack" aria-label={words.devices}>
            <h3>{words.devices}</h3>
            {broken.length === 0 && <p class="soft">{words.allWork}</p>}
            {broken.map((one) => (
                <div key={one.name} class="floor-broken">
                    <span class="floor-flag floor-flag-bad"><i aria-hidden="true">▲</i>{one.name}</span>
                    {mayDo("equipment") && <Button size="small" busy={sending.busy} onPress={() => mend(one)}>{words.works}</Button>}
                </div>
            ))}
            <ProblemNote problem={sending.problem} />
            {mayDo("equipment") && (
                <details class="floor-more">
                    <summary>{words.fails}</summary>
                    <form class="stack" onSubmit={(event) => { event.preventDefault(); report(); }}>
                        <Select label={words.device} value={device} onChange={setDevice} choices={choicesOf(words.deviceNames)} />
                        {device === "sensor" && (
                            <Select label={words.deviceSeat} value={seat} onChange={setSeat} choices={table.seats.map((one) => ({ value: String(one.seat), words: strings.floor.seat(one.seat) }))} />
                        )}
                        <Button type="submit" busy={sending.busy}>{words.fails}</Button>
                    </form>
                </details>
            )}
        </section>
    );
}

// ------------------------------------------------------------------------------------------ offers

function Offers({ table }: { table: Table }) {
    const inForce = table.offers.filter((offer) => offer["in-force"]);
    return (
        <section class="stack" aria-label={words.offers}>
            <h3>{words.offers}</h3>
            <ul class="floor-offers">
                {inForce.map((offer) => (
                    <li key={offer.offer}>
                        <span>{offer.title}{offer.suspended && <Badge tone="bad">{words.suspended}</Badge>}</span>
                        <span class="amount number">{metersOf(offer.offer).map((meter) => money(meter.cents)).join(" · ") || <span class="soft">{words.noMeter}</span>}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}
