// The keypad of one table.
import { useEffect } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import type { Feed } from "../../kit/feed";
import { Frame } from "../../kit/frame";
import { Meter } from "../../kit/meter";
import type { Table } from "../../kit/shapes";
import { Banners, RoundBadge } from "./banners";
import { Controls } from "./controls";
import { armed, bank, busy, endRound, held, leave, missing, name, selected, sit, stakes, startRound, table as tableSignal } from "./desk";
import { Dialogs } from "./dialogs";
import { allRows, Hands } from "./hands";
import { keyAct } from "./keyboard";
import { SeatBar } from "./seat-bar";
import { Seats } from "./seats";
import { dealtSeats, seatOffers, withAllFees, withFee } from "./stakes";
import { chooseNothing, handKeys, opened, tapHand, tapSeat, undo } from "./view";

const words = strings.dealer;

function Head({ table }: { table: Table }) {
    const meters = table.offers.filter((offer) => offer["in-force"] && offer.meters.length > 0)
        .flatMap((offer) => offer.meters.map((meter) => ({ offer, meter })));
    const suspended = table.offers.filter((offer) => offer["in-force"] && offer.suspended);
    return (
        <header class="desk-head">
            <div class="desk-name">
                <h1>{table.table}</h1>
                <p class="soft">{table.game}<span> · {table.limits}</span></p>
                {table["free-play"] && <Badge tone="gold">{words.freePlay}</Badge>}
                <RoundBadge table={table} />
            </div>
            <ul class="desk-meters" aria-label={words.jackpots}>
                {meters.map(({ offer, meter }) => (
                    <li key={offer.offer + meter.pool}>
                        <small>{offer.meters.length > 1 ? meter.pool : offer.title}</small>
                        <Meter cents={meter.cents} label={`${offer.title}, ${meter.pool}`} />
                    </li>
                ))}
            </ul>
            {suspended.map((offer) => <p key={offer.offer} class="desk-suspended">{offer.title}: {words.notOffered}</p>)}
        </header>
    );
}

function toggleFee(table: Table): void {
    const offer = seatOffers(table)[0];
    const seat = selected.value;
    if (!offer) return;
    if (seat === null || seat === 0) stakes.value = withAllFees(table, stakes.value);
    else if (dealtSeats(table).includes(seat)) stakes.value = withFee(stakes.value, offer.offer, seat);
}

function actOn(table: Table, key: string): boolean {
    const asked = keyAct(key, handKeys.value);
    if (!asked) return false;
    const seat = selected.value;
    const taken = seat !== null && seat > 0 && Boolean(table.seats[seat - 1]?.taken);
    const quiet = busy.value === "" && held.value === null;
    if (asked.act === "seat") {
        if (asked.number <= table.seats.length) tapSeat(asked.number, false);
    } else if (asked.act === "hand") {
        const found = allRows()[asked.number - 1];
        if (found) tapHand(found.offer, found.row);
    } else if (asked.act === "start") {
        if (quiet && table.open && dealtSeats(table).length > 0) void startRound();
    } else if (asked.act === "fee") toggleFee(table);
    else if (asked.act === "hands") handKeys.value = table.round.runs && !handKeys.value;
    else if (asked.act === "end") {
        if (quiet && table.round.runs) void endRound();
    } else if (asked.act === "undo") {
        if (quiet) undo();
    } else if (asked.act === "help") opened.value = { kind: "help" };
    else if (asked.act === "more") opened.value = { kind: "more" };
    else if (asked.act === "nothing") chooseNothing();
    else if (asked.act === "sit" && seat !== null && seat > 0) void (taken ? leave(seat) : sit(seat));
    else if (asked.act === "bank" && taken && !table.poker && !table.round.runs) void bank(table.bank === seat ? 0 : (seat ?? 0));
    return true;
}

// Keys belong to the keypad unless something is open over it, or is being typed into.
function onKey(event: KeyboardEvent): void {
    const table = tableSignal.value;
    if (!table || opened.value || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog")) return;
    if ((event.key === "Enter" || event.key === " ") && at?.closest("button, a")) return;
    if (actOn(table, event.key)) event.preventDefault();
}

export function TablePage({ feed }: { feed: Feed }) {
    useEffect(() => {
        document.addEventListener("keydown", onKey);
        return () => document.removeEventListener("keydown", onKey);
    }, []);
    const table = tableSignal.value;
    return (
        <Frame page="dealer" feed={feed.state} tools={<Button size="small" tone="quiet" label={words.help} shortcut="?" onPress={() => (opened.value = { kind: "help" })}>?</Button>}>
            {missing.value && <Missing />}
            {table && (
                <div class={`desk${armed.value ? " desk-asks" : ""}${feed.state.value === "stale" ? " desk-stale" : ""}`}>
                    <Head table={table} />
                    <Banners stale={feed.state.value === "stale"} />
                    {!table.open && <div class="banner banner-warn"><div><h2>{words.tableClosed}</h2><p>{words.tableClosedNote}</p></div></div>}
                    <Seats />
                    <SeatBar />
                    <div class="desk-lower">
                        <Hands />
                        <Controls />
                    </div>
                    <Dialogs />
                </div>
            )}
        </Frame>
    );
}

function Missing() {
    return (
        <div class="panel stack missing">
            <h1>{words.unknownTable(name)}</h1>
            <a class="button" href="/dealer">{words.otherTable}</a>
        </div>
    );
}
