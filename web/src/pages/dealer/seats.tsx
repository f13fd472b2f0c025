// The table as its dealer sees it: seats in an arc, each with its sensor below it, and the player-dealer in the hollow.
import { strings } from "../../strings";
import { money } from "../../kit/money";
import type { Seat, Table, TableOffer } from "../../kit/shapes";
import { armed, busy, rowWords, selected, stakes, table as tableSignal } from "./desk";
import { hasDealerSpace, isFree, isLit, seatOffers, tableOffers, withFee } from "./stakes";
import { tapSeat } from "./view";

const words = strings.dealer;

// How far the seat is moved up: the arc of a circle, so that the outer seats are nearest to the dealer.
function lift(seat: number, count: number): number {
    const across = count > 1 ? (2 * (seat - 1)) / (count - 1) - 1 : 0;
    return 1 - across * across;
}

const initials = (title: string): string => title.split(/\s+/).map((word) => word[0] ?? "").join("").slice(0, 3).toUpperCase();

function Lamp({ offer, seat, fails, several }: { offer: TableOffer; seat: number; fails: boolean; several: boolean }) {
    const on = isLit(stakes.value, offer.offer, seat);
    const whose = seat > 0 ? words.seat(seat) : words.playerDealer;
    const label = fails ? words.markOf(offer.title, whose, on) : words.feeOf(offer.title, whose, on);
    return (
        <button
            type="button"
            class={`lamp${on ? " lamp-on" : ""}${fails ? " lamp-mark" : ""}`}
            aria-pressed={on}
            aria-label={label}
            onClick={(event) => {
                stakes.value = withFee(stakes.value, offer.offer, seat);
                if (event.detail > 0) event.currentTarget.blur();
            }}
        >
            <span class="lamp-light" aria-hidden="true" />
            <span aria-hidden="true">{fails ? words.mark : offer["fee-cents"] > 0 ? money(offer["fee-cents"], "whole") : "✓"}</span>
            {several && <small aria-hidden="true">{initials(offer.title)}</small>}
        </button>
    );
}

function whoSits(seat: Seat): string {
    return seat.name || seat.patron || words.player;
}

function SeatView({ seat, table }: { seat: Seat; table: Table }) {
    const lying = stakes.value;
    const number = seat.seat;
    const isIn = table.round.runs && table.round.dealt.includes(number);
    const paid = isIn && [...table.round.fees, ...table.round.marked].includes(number) && !table.round["fees-returned"];
    const bets = lying.bets.filter((bet) => bet.seat === number).length;
    const hand = table.hands.find((known) => known.seat === number);
    const named = lying.chosen[String(number)];
    const offers = seat.taken && !seat["hold-button"] && !isFree(table, lying) ? seatOffers(table) : [];
    const fails = Boolean(seat["sensor-fails"]) || Boolean(table.devices["reader-fails"]);
    const isBank = table.bank === number;
    const classes = ["seat"];
    if (seat.taken) classes.push("seat-taken");
    if (selected.value === number) classes.push("seat-selected");
    if (seat["hold-button"]) classes.push("seat-hold");
    if (isIn) classes.push("seat-in");
    if (armed.value && isIn) classes.push("seat-asked");
    const told = [
        isBank ? words.playerDealer : "", seat["hold-button"] ? words.hold : "", isIn ? (paid ? words.inRoundPaid : words.inRound) : "",
        hand ? words.states[hand.state] : "", seat["sensor-fails"] ? words.sensorFails : "",
    ].filter(Boolean);
    return (
        <li class={classes.join(" ")} style={{ "--lift": String(lift(number, table.seats.length)) }}>
            <button
                type="button"
                class="seat-body"
                aria-pressed={selected.value === number}
                aria-busy={busy.value === `seat-${number}`}
                aria-keyshortcuts={number <= 10 ? String(number % 10) : undefined}
                aria-label={seat.taken ? [words.selectSeat(number, whoSits(seat)), ...told].join(", ") : words.sitAt(number)}
                onClick={(event) => {
                    tapSeat(number, true);
                    if (event.detail > 0) event.currentTarget.blur();
                }}
            >
                <span class="seat-top">
                    <b class="seat-number">{number}</b>
                    {isBank && <span class="seat-bank">{words.bankShort}</span>}
                    {isIn && <span class={paid ? "seat-dot seat-dot-paid" : "seat-dot"} />}
                </span>
                <span class="seat-who">{seat.taken ? whoSits(seat) : ""}</span>
                <span class="seat-note">
                    {!seat.taken ? words.tapToSit
                        : hand ? <span class={`seat-state seat-state-${hand.state}`}>{words.states[hand.state]}</span>
                            : seat["hold-button"] ? words.hold
                                : named ? words.namesPrize(namedPrize(table, named))
                                    : bets > 0 ? words.behindCount(bets)
                                        : seat.name && seat.patron ? seat.patron : ""}
                </span>
            </button>
            <span class="seat-lamps">
                {offers.map((offer) => <Lamp key={offer.offer} offer={offer} seat={number} fails={fails} several={offers.length > 1} />)}
                {offers.length > 0 && hasDealerSpace(table) && lying.dealerFees.includes(number) && <span class="seat-dealer-fee">{words.dealerFeeMark}</span>}
                {offers.length === 0 && seat["sensor-fails"] && <span class="seat-broken">{words.sensorFails}</span>}
            </span>
        </li>
    );
}

function namedPrize(table: Table, row: string): string {
    const offer = table.offers.find((known) => known.chart.some((one) => one.row === row));
    return offer ? rowWords(offer.offer, row) : row;
}

// Who banks, and what one pays for all.
function Hollow({ table }: { table: Table }) {
    const beside = !table.poker && table.bank === 0;
    const lamps = isFree(table, stakes.value) ? [] : tableOffers(table);
    if (table.poker && lamps.length === 0) return null;
    const isIn = table.round.runs && beside;
    return (
        <div class="hollow">
            {!table.poker && (
                <button
                    type="button"
                    class={`hollow-bank${selected.value === 0 ? " hollow-selected" : ""}${armed.value && isIn ? " hollow-asked" : ""}`}
                    disabled={!beside}
                    aria-pressed={beside ? selected.value === 0 : undefined}
                    onClick={() => tapSeat(0, false)}
                >
                    <span class="seat-bank">{words.bankShort}</span>
                    <span>{table.bank > 0 ? words.bankAt(table.bank) : words.bankBeside}</span>
                </button>
            )}
            {lamps.map((offer) => <Lamp key={offer.offer} offer={offer} seat={0} fails={false} several={lamps.length > 1} />)}
        </div>
    );
}

export function Seats() {
    const table = tableSignal.value;
    if (!table) return null;
    return (
        <section class={`felt felt-${table.seats.length}`} aria-label={words.seats}>
            <ol class="arc">{table.seats.map((seat) => <SeatView key={seat.seat} seat={seat} table={table} />)}</ol>
            <Hollow table={table} />
        </section>
    );
}
