// What can be done with the seat that is chosen; without one, what to do next.
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import type { Seat, Table } from "../../kit/shapes";
import { capital } from "../../kit/titles";
import { armed, bank, busy, leave, report, seatWords, selected, sit, sitAgain, stakes, table as tableSignal } from "./desk";
import { handOffers, hasBackline, hasDealerSpace, seatOffers, toggled, withAllFees, isFree, isLit, dealtSeats } from "./stakes";
import { chooseNothing, isEverybodys, opened } from "./view";

const words = strings.dealer;

export function SeatBar() {
    const table = tableSignal.value;
    if (!table) return null;
    const number = selected.value;
    const seat = number !== null && number > 0 ? table.seats[number - 1] : undefined;
    return (
        <div class="seat-bar" role="group" aria-label={number !== null ? words.seatMenu(seatWords(number)) : words.seats}>
            {seat ? <SeatActions seat={seat} table={table} /> : <Hint table={table} />}
        </div>
    );
}

function Hint({ table }: { table: Table }) {
    const lying = stakes.value;
    const waits = armed.value;
    const offers = isFree(table, lying) ? [] : seatOffers(table);
    const dealt = dealtSeats(table);
    const all = dealt.length > 0 && offers.every((offer) => dealt.every((seat) => isLit(lying, offer.offer, seat)));
    return (
        <>
            <p class={waits ? "hint hint-asks" : "hint"} role="status">
                {waits ? words.whose(capital(waits.hand))
                    : selected.value === 0 ? words.forSeat(words.playerDealer)
                        : !table.round.runs ? (dealt.length === 0 ? words.nobodyDealt : words.noRoundHands)
                            : handOffers(table).length === 0 ? words.noHands
                                : handOffers(table).every(isEverybodys) ? words.tapEverybodys : words.tapHand}
            </p>
            {(waits || selected.value === 0) && <Button onPress={chooseNothing}>{strings.kit.cancel}</Button>}
            {!waits && offers.length > 0 && dealt.length > 0 && (
                <Button shortcut="f" onPress={() => (stakes.value = withAllFees(table, lying))}>{all ? words.noFees : words.allFees}</Button>
            )}
        </>
    );
}

function SeatActions({ seat, table }: { seat: Seat; table: Table }) {
    const number = seat.seat;
    const lying = stakes.value;
    const isBusy = busy.value !== "";
    const broken = Boolean(seat["sensor-fails"]);
    const sensor = (
        <Button disabled={isBusy} onPress={() => void report("sensor", broken, number)}>{broken ? words.sensorWorks : words.sensorBroken}</Button>
    );
    const bets = lying.bets.filter((bet) => bet.seat === number).length;
    return (
        <>
            <b class="seat-bar-name">{words.seat(number)}</b>
            {!seat.taken && (
                <>
                    <Button tone="primary" shortcut="s" disabled={isBusy} onPress={() => void sit(number)}>{words.tapToSit}</Button>
                    <Button disabled={isBusy} onPress={() => (opened.value = { kind: "club", seat: number })}>{words.club}</Button>
                </>
            )}
            {seat.taken && (
                <>
                    <Button shortcut="s" disabled={isBusy} onPress={() => void leave(number).then(chooseNothing)}>{words.leave}</Button>
                    <Button onPress={() => (opened.value = { kind: "club", seat: number })}>{seat.patron ? words.clubChange : words.club}</Button>
                    <Button disabled={isBusy} pressed={Boolean(seat["hold-button"])} onPress={() => void sitAgain(number, seat.patron ?? "", !seat["hold-button"])}>
                        {seat["hold-button"] ? words.holdOff : words.holdOn}
                    </Button>
                    {!table.poker && (
                        <Button shortcut="b" pressed={table.bank === number} disabled={isBusy || table.round.runs} onPress={() => void bank(table.bank === number ? 0 : number)}>
                            {words.makeBank}
                        </Button>
                    )}
                    {hasBackline(table) && (
                        <Button pressed={bets > 0} onPress={() => (opened.value = { kind: "behind", seat: number })}>{words.behind}{bets > 0 ? ` (${bets})` : ""}</Button>
                    )}
                    {hasDealerSpace(table) && !isFree(table, lying) && (
                        <Button
                            pressed={lying.dealerFees.includes(number)}
                            label={words.dealerFee}
                            onPress={() => (stakes.value = { ...lying, dealerFees: toggled(lying.dealerFees, number) })}
                        >
                            {words.dealerFeeFace}
                        </Button>
                    )}
                    {table["free-play"] && <Button onPress={() => (opened.value = { kind: "prize", seat: number })}>{words.namePrize}</Button>}
                </>
            )}
            {sensor}
        </>
    );
}
