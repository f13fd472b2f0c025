// What was awarded, and what two persons do about it by hand: back an award or a prize out, forfeit a prize, award a prize that no hand wins, move money.
import { useState } from "preact/hooks";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { money } from "../../kit/money";
import { MoveMoney } from "../../kit/move-money";
import { ProblemNote } from "../../kit/problem-note";
import type { Command, Prize, SignOffer } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dayOf, timeOfDay } from "../../kit/time";
import { capital } from "../../kit/titles";
import { useCountersigned } from "../../kit/use-command";
import { strings } from "../../strings";
import { awardsOf, canBeReversed, stateOf, waits, type Award } from "./room";
import { floor, mayDo, personName, prizes, signs } from "./state";
import { SeatChoice } from "./tools";

const words = strings.floor.awardsTab;
const TONES: Record<string, BadgeTone> = { paid: "good", reversed: "bad", lapsed: "warn", forfeited: "warn" };

const amountOf = (prize: Prize): string => (prize.thing ? words.things(prize.things, prize.thing) : money(prize.cents));

function State({ state }: { state: string }) {
    return <Badge tone={TONES[state] ?? "plain"}>{words.states[state] ?? state}</Badge>;
}

export function Awards() {
    const [open, setOpen] = useState<"named" | "adjust" | number | null>(null);
    const awards = awardsOf(prizes.value);
    const offers = signs.value?.offers ?? [];
    const award = typeof open === "number" ? awards.find((known) => known.award === open) : undefined;
    const close = (): void => setOpen(null);
    return (
        <div class="stack">
            <div class="row">
                {mayDo("award-prize") && <Button onPress={() => setOpen("named")}>{words.named}</Button>}
                {mayDo("adjust") && <Button onPress={() => setOpen("adjust")}>{strings.move.open}</Button>}
            </div>
            <div class="panel floor-list">
                <Table
                    caption={words.caption}
                    rows={awards}
                    rowKey={(one) => one.award}
                    empty={words.none}
                    onRow={(one) => setOpen(one.award)}
                    columns={[
                        { head: words.award, heading: true, cell: (one) => words.numbered(one.award) },
                        { head: words.when, cell: (one) => <time dateTime={one.at}>{timeOfDay(one.at)}<small>{dayOf(one.at)}</small></time> },
                        { head: words.offer, cell: (one) => <>{one.title}<small>{one.table}</small></> },
                        { head: words.amount, number: true, cell: (one) => <span class="amount">{one.cents > 0 ? money(one.cents) : one.prizes.map(amountOf).join(", ")}</span> },
                        { head: words.state, cell: (one) => [...new Set(one.prizes.map((prize) => prize.state))].map((state) => <State key={state} state={state} />) },
                    ]}
                />
            </div>
            {award && <AwardDialog award={award} onClose={close} />}
            {open === "named" && <NamedPrize onClose={close} />}
            {open === "adjust" && <MoveMoney offers={offerChoices(offers.filter((offer) => offer.meters.length > 0))} onClose={close} />}
        </div>
    );
}

// ------------------------------------------------------------------------------------------ one award

function AwardDialog({ award, onClose }: { award: Award; onClose: () => void }) {
    const may = mayDo("reverse") && stateOf(award) !== "reversed";
    const waiting = award.prizes.filter(waits).map((prize) => ({ value: String(prize.prize), words: words.one(prize.prize, prize.name || prize.patron || strings.floor.unknownPatron, amountOf(prize)) }));
    const whole = canBeReversed(award) ? [{ value: "", words: words.whole }] : [];
    const backs = [...whole, ...(award.prizes.length > 1 ? waiting : [])];
    return (
        <Dialog title={words.numbered(award.award)} open wide onClose={onClose}>
            <div class="stack">
                <p><b>{award.title}</b> <span class="soft">{[award.table, dayOf(award.at), timeOfDay(award.at)].filter(Boolean).join(" · ")}</span></p>
                <p class="soft">{words.people}: {personName(award.verifiedBy)}, {personName(award.authorisedBy)}</p>
                <Table
                    caption={words.prizes}
                    rows={award.prizes}
                    rowKey={(prize) => prize.prize}
                    columns={[
                        { head: words.winner, heading: true, cell: (prize) => strings.floor.authorise.to(prize.name || prize.patron || strings.floor.unknownPatron, prize.seat) },
                        { head: words.share, cell: (prize) => capital(prize.share) },
                        { head: words.amount, number: true, cell: (prize) => <span class="amount">{amountOf(prize)}</span> },
                        { head: words.state, cell: (prize) => <State state={prize.state} /> },
                    ]}
                />
                {may && backs.length === 0 && <p class="soft">{words.cannotReverse}</p>}
                {may && backs.length > 0 && (
                    <ByTwo title={words.reverse} note={words.reverseNote} choices={backs} onDone={onClose}
                        asked={(prize) => ({ do: "reverse", award: award.award, ...(prize ? { prize: Number(prize) } : {}) })}
                        done={(prize) => (prize ? words.reversedPrize(Number(prize)) : words.reversed(award.award))} />
                )}
                {mayDo("forfeit") && waiting.length > 0 && (
                    <ByTwo title={words.forfeit} note={words.forfeitNote} choices={waiting} onDone={onClose}
                        asked={(prize) => ({ do: "forfeit", prize: Number(prize) })} done={(prize) => words.forfeited(Number(prize))} />
                )}
            </div>
        </Dialog>
    );
}

interface ByTwoProps {
    title: string;
    note: string;
    choices: { value: string; words: string }[]; // of what it is about; the only one is not asked for
    asked: (choice: string) => Command;
    done: (choice: string) => string;
    onDone: () => void;
}

// What two persons do about the award, with a reason.
function ByTwo({ title, note, choices, asked, done, onDone }: ByTwoProps) {
    const [open, setOpen] = useState(false);
    const [chosen, setChosen] = useState(choices[0]?.value ?? "");
    const [reason, setReason] = useState("");
    const sending = useCountersigned();
    const choice = choices.some((known) => known.value === chosen) ? chosen : choices[0]?.value ?? "";
    const ready = reason.trim() !== "" && sending.signed;
    const send = async (): Promise<void> => {
        if (await sending.ask({ ...asked(choice), reason: reason.trim() }, () => done(choice))) onDone();
    };
    return (
        <details class="floor-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>{title}</summary>
            {open && <form class="stack" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
                <p class="soft">{note}</p>
                {choices.length > 1 && <Select label={words.which} value={choice} onChange={setChosen} choices={choices} />}
                <Field label={strings.floor.reason} value={reason} onInput={setReason} required />
                <Countersign signature={sending.signature} onSign={sending.sign} />
                <ProblemNote problem={sending.problem} />
                <Button type="submit" tone="danger" busy={sending.busy} disabled={!ready}>{title}</Button>
            </form>}
        </details>
    );
}

// ------------------------------------------------------------------------------------------ by hand

const offerChoices = (offers: SignOffer[]): { value: string; words: string }[] => offers.map((offer) => ({ value: offer.offer, words: offer.title }));

function NamedPrize({ onClose }: { onClose: () => void }) {
    const offers = signs.value?.offers ?? [];
    const [offer, setOffer] = useState(offers.find((known) => known.chart.length === 0)?.offer ?? offers[0]?.offer ?? "");
    const tables = (floor.value?.tables ?? []).filter((table) => table.state !== "closed" && table.offers.includes(offer));
    const [chosen, setChosen] = useState("");
    const [prize, setPrize] = useState("");
    const [seats, setSeats] = useState<number[]>([]);
    const sending = useCountersigned();
    const table = tables.find((known) => known.table === chosen) ?? tables[0];
    const ready = offer !== "" && table !== undefined && sending.signed;
    const send = async (): Promise<void> => {
        const name = prize.trim();
        const asked = { do: "award-prize", offer, table: table?.table ?? "", ...(name ? { prize: name } : {}), ...(seats.length > 0 ? { seats } : {}) };
        if (await sending.ask(asked, () => words.awarded)) onClose();
    };
    return (
        <DeedDialog title={words.named} confirm={words.confirmNamed} tone="gold" ready={ready} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p class="soft">{words.namedNote}</p>
            <Select label={words.offer} value={offer} onChange={setOffer} choices={offerChoices(offers)} />
            <Field label={words.prize} hint={words.prizeHint} value={prize} onInput={setPrize} />
            <Select label={words.tableLabel} value={table?.table ?? ""} onChange={setChosen} choices={tables.map((known) => ({ value: known.table, words: known.table }))} />
            {table && <SeatChoice label={words.seats} hint={words.seatsHint} seats={Array.from({ length: table.seats }, (_, at) => at + 1)} chosen={seats} onChoose={setSeats} />}
            <Countersign signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}
