// What opens over the table: club numbers, bets behind seats, named prizes, taking back, irregularities and devices, keys.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import { MoneyField } from "../../kit/format-fields";
import { Keypad } from "../../kit/keypad";
import { money, parseMoney } from "../../kit/money";
import type { Table } from "../../kit/shapes";
import { credentialsOf, isSigned, noSignature } from "../../kit/signature";
import { capital } from "../../kit/titles";
import { askFloorFor, busy, callFloor, claim, endRound, note, report, sit, sitAgain, stakes, table as tableSignal, takeBack, undoWay, undoWords } from "./desk";
import { handOffers, hasDealerSpace, takesBacklineFees, toggled, type Bet } from "./stakes";
import { close, opened, type Open } from "./view";
import type { Done } from "./undo";

const words = strings.dealer;
const isSeat = <K extends Open["kind"]>(open: Open | null, kind: K): open is Extract<Open, { kind: K }> => open?.kind === kind;

export function Dialogs() {
    const open = opened.value;
    const table = tableSignal.value;
    if (!table) return null;
    const seat = open && "seat" in open ? open.seat : 0;
    return (
        <>
            <Dialog title={words.clubFor(seat)} open={isSeat(open, "club")} onClose={close}><Club seat={seat} table={table} /></Dialog>
            <Dialog title={words.behindTitle(seat)} open={isSeat(open, "behind")} onClose={close} wide
                actions={<Button tone="primary" onPress={close}>{words.doneButton}</Button>}>
                <Behind seat={seat} table={table} />
            </Dialog>
            <Dialog title={words.namePrizeTitle(seat)} open={isSeat(open, "prize")} onClose={close}><NamedPrize seat={seat} table={table} /></Dialog>
            <Dialog title={isSeat(open, "undo") ? words.undoTitle(undoWords(open.done)) : ""} open={isSeat(open, "undo")} onClose={close}>
                {isSeat(open, "undo") && <Undo done={open.done} />}
            </Dialog>
            <Dialog title={isSeat(open, "whose") ? words.whoBehind(capital(open.row.hand), words.seat(open.seat)) : ""} open={isSeat(open, "whose")} onClose={close}>
                {isSeat(open, "whose") && <Whose open={open} />}
            </Dialog>
            <Dialog title={words.more} open={isSeat(open, "more")} onClose={close} wide><More table={table} /></Dialog>
            <Dialog title={words.endWithPot} open={isSeat(open, "pot")} onClose={close}><Pot /></Dialog>
            <Dialog title={words.helpTitle} open={isSeat(open, "help")} onClose={close}><Help /></Dialog>
        </>
    );
}

function Club({ seat, table }: { seat: number; table: Table }) {
    const now = table.seats[seat - 1];
    const [digits, setDigits] = useState(now?.patron ?? "");
    const set = (patron: string): void => {
        close();
        if (!now?.taken) void sit(seat, patron);
        else if (patron !== (now.patron ?? "")) void sitAgain(seat, patron, Boolean(now["hold-button"]));
    };
    return (
        <div class="stack club">
            <Keypad digits={digits} onDigits={setDigits} most={12} label={words.club} enterWords={words.clubSet} onEnter={() => set(digits)} />
            {(now?.patron || !now?.taken) && <Button wide onPress={() => set("")}>{words.clubNone}</Button>}
        </div>
    );
}

function Behind({ seat, table }: { seat: number; table: Table }) {
    const lying = stakes.value;
    const bets = lying.bets.filter((bet) => bet.seat === seat);
    const change = (next: Bet[]): void => {
        stakes.value = { ...lying, bets: [...lying.bets.filter((bet) => bet.seat !== seat), ...next] };
    };
    const alter = (at: number, part: Partial<Bet>): void => change(bets.map((bet, index) => (index === at ? { ...bet, ...part } : bet)));
    return (
        <div class="stack">
            {bets.length === 0 && <p class="soft">{words.behindNone}</p>}
            {bets.map((bet, at) => (
                <fieldset key={at} class="bet">
                    <legend>{words.behindBet(at + 1)}</legend>
                    <Field label={words.behindPatron} inputmode="numeric" value={bet.patron} onInput={(patron) => alter(at, { patron: patron.trim() })} />
                    <Wager cents={bet.wager} onCents={(wager) => alter(at, { wager })} />
                    {takesBacklineFees(table) && <Button pressed={bet.fee} onPress={() => alter(at, { fee: !bet.fee })}>{words.behindFee}</Button>}
                    {hasDealerSpace(table) && (
                        <Button pressed={bet.dealerFee} label={words.behindDealerFee} onPress={() => alter(at, { dealerFee: !bet.dealerFee })}>{words.dealerFeeFace}</Button>
                    )}
                    <Button tone="danger" label={words.behindRemove(at + 1)} onPress={() => change(bets.filter((_, index) => index !== at))}>×</Button>
                </fieldset>
            ))}
            <div class="row">
                <Button onPress={() => change([...bets, { seat, patron: "", wager: 0, fee: false, dealerFee: false }])}>{words.behindAdd}</Button>
                {bets.length > 0 && (
                    <Button pressed={lying.playedBehind.includes(seat)} onPress={() => (stakes.value = { ...lying, playedBehind: toggled(lying.playedBehind, seat) })}>
                        {words.behindSeatEmpty}
                    </Button>
                )}
            </div>
        </div>
    );
}

function Wager({ cents, onCents }: { cents: number; onCents: (cents: number) => void }) {
    const [typed, setTyped] = useState(cents > 0 ? money(cents) : "");
    return (
        <MoneyField
            label={words.behindWager}
            value={typed}
            onInput={(value) => {
                setTyped(value);
                onCents(parseMoney(value) ?? 0);
            }}
        />
    );
}

function NamedPrize({ seat, table }: { seat: number; table: Table }) {
    const lying = stakes.value;
    const name = (row: string): void => {
        const { [String(seat)]: before, ...chosen } = lying.chosen;
        void before;
        stakes.value = { ...lying, chosen: row ? { ...chosen, [String(seat)]: row } : chosen };
        close();
    };
    return (
        <div class="chart-buttons">
            {handOffers(table).flatMap((offer) => offer.chart).map((row) => (
                <button key={row.row} type="button" class="hand-button" aria-pressed={lying.chosen[String(seat)] === row.row} onClick={() => name(row.row)}>
                    <span class="hand-name">{capital(row.hand)}</span>
                    <span class="hand-prize number">{row.prize}</span>
                </button>
            ))}
            <button type="button" class="hand-button" onClick={() => name("")}><span class="hand-name">{words.noPrize}</span></button>
        </div>
    );
}

function Undo({ done }: { done: Done }) {
    const way = undoWay(done);
    const [asksFloor, setAsksFloor] = useState(way === "floor");
    const [signature, setSignature] = useState(noSignature);
    const signs = way === "signed" && !asksFloor;
    const give = (reason: string): void => {
        close();
        void (asksFloor ? askFloorFor(done, reason) : takeBack(done, reason, signs ? credentialsOf(signature) : undefined));
    };
    return (
        <div class="stack">
            <p>{asksFloor ? words.askNote : done.kind === "round" ? words.undoRoundNote : words.undoHandNote}</p>
            {signs && <Countersign note={words.undoSigned} signature={signature} onSign={setSignature} autofocus />}
            <h3>{words.reason}</h3>
            <div class="reasons">
                {words.undoReasons.map((reason) => (
                    <Button key={reason} size="large" wide disabled={busy.value !== "" || (signs && !isSigned(signature))} onPress={() => give(reason)}>
                        {asksFloor ? `${words.askFloor}: ${reason.toLowerCase()}` : reason}
                    </Button>
                ))}
            </div>
            {signs && <Button tone="quiet" onPress={() => setAsksFloor(true)}>{words.askFloorInstead}</Button>}
        </div>
    );
}

function Whose({ open }: { open: Extract<Open, { kind: "whose" }> }) {
    const give = (patron: string): void => {
        close();
        void claim(open.offer, open.row.row, open.seat, patron);
    };
    const bettors = stakes.value.bets.filter((bet) => bet.seat === open.seat && bet.patron);
    return (
        <div class="reasons">
            <Button size="large" wide onPress={() => give("")}>{words.ofSeat}</Button>
            {bettors.map((bet) => <Button key={bet.patron} size="large" wide onPress={() => give(bet.patron)}>{words.ofBettor(bet.patron)}</Button>)}
        </div>
    );
}

function More({ table }: { table: Table }) {
    const lying = stakes.value;
    const [text, setText] = useState("");
    const runs = table.round.runs;
    const tell = (what: string, says: string): void => {
        close();
        void note(what, says);
    };
    const call = (): void => {
        close();
        void callFloor(text.trim());
    };
    const broken: Record<string, boolean | undefined> = {
        reader: table.devices["reader-fails"], keypad: table.devices["keypad-fails"], sign: table.devices["sign-fails"],
    };
    return (
        <div class="more">
            <section class="stack" aria-label={words.irregularTitle}>
                <h3>{words.irregularTitle}</h3>
                {!runs && <p class="soft">{words.noteNeedsRound}</p>}
                {table["called-at"] && <p role="status">{words.floorIsCalled(table.call)}</p>}
                <div class="more-buttons">
                    {Object.entries(words.irregular).filter(([what]) => what !== "other").map(([what, face]) => (
                        <Button key={what} disabled={!runs} onPress={() => tell(what, text)}>{face}</Button>
                    ))}
                    <Button tone="primary" onPress={call}>{words.callFloor}</Button>
                    <Button disabled={!runs || text.trim() === ""} onPress={() => tell("other", text)}>{words.irregular["other"]}</Button>
                </div>
                <Field label={words.note} hint={words.noteHint} value={text} maxLength={200} onInput={setText} />
            </section>
            <section class="stack" aria-label={words.deviceTitle}>
                <h3>{words.deviceTitle}</h3>
                <div class="more-buttons">
                    {["reader", "keypad", "sign"].map((device) => {
                        const face = words.devices[device] ?? device;
                        const fails = Boolean(broken[device]);
                        return (
                            <Button key={device} tone={fails ? "danger" : "plain"} onPress={() => void report(device, fails)}>
                                {fails ? words.deviceWorks(face) : words.deviceFails(face)}
                            </Button>
                        );
                    })}
                    <Button onPress={() => void report("dice cup", false)}>{words.deviceFails(words.devices["dice cup"] ?? "")}</Button>
                    <Button onPress={() => void report("dice cup", true)}>{words.deviceWorks(words.devices["dice cup"] ?? "")}</Button>
                </div>
                <h3>{words.sensorSeat}</h3>
                <div class="more-sensors">
                    {table.seats.map((seat) => (
                        <Button
                            key={seat.seat}
                            tone={seat["sensor-fails"] ? "danger" : "plain"}
                            label={`${words.seat(seat.seat)}: ${seat["sensor-fails"] ? words.sensorWorks : words.sensorBroken}`}
                            onPress={() => void report("sensor", Boolean(seat["sensor-fails"]), seat.seat)}
                        >
                            {seat.seat}{seat["sensor-fails"] ? " !" : ""}
                        </Button>
                    ))}
                </div>
            </section>
            <section class="row">
                <Button pressed={lying.tournament} onPress={() => (stakes.value = { ...lying, tournament: !lying.tournament })}>{words.tournament}</Button>
                {table.poker && <Button disabled={!runs} onPress={() => (opened.value = { kind: "pot" })}>{words.endWithPot}</Button>}
                <Button onPress={() => (opened.value = { kind: "help" })}>{words.helpTitle}</Button>
                <a class="button" href="/dealer">{words.otherTable}</a>
            </section>
        </div>
    );
}

function Pot() {
    const [typed, setTyped] = useState("");
    const cents = parseMoney(typed);
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (cents === null) return;
                close();
                void endRound(cents);
            }}
        >
            <MoneyField label={words.endPot} value={typed} onInput={setTyped} autofocus />
            <Button type="submit" tone="primary" size="large" disabled={cents === null}>{words.end}</Button>
        </form>
    );
}

function Help() {
    return (
        <div class="stack">
            <p class="soft">{words.helpNote}</p>
            <dl class="keys">
                {words.keys.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
                <div><dt><span class="seat-dot" /></dt><dd>{words.dotIn}</dd></div>
                <div><dt><span class="seat-dot seat-dot-paid" /></dt><dd>{words.dotPaid}</dd></div>
            </dl>
        </div>
    );
}
