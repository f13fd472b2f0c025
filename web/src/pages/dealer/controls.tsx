// The buttons of the round. START is the one press of a normal round, and says before what it will take.
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { money } from "../../kit/money";
import { busy, endRound, held, preview, refusal, stakes, startRound, table as tableSignal, undoable, undoWords } from "./desk";
import { dealtSeats, dueOffers, feeCount, isFree } from "./stakes";
import { opened, undo } from "./view";

const words = strings.dealer;

export function Controls() {
    const table = tableSignal.value;
    if (!table) return null;
    const lying = stakes.value;
    const dealt = dealtSeats(table).length;
    const fees = feeCount(table, lying);
    const before = preview.value;
    const last = undoable.value;
    const cannot = !table.open || dealt === 0 || held.value !== null;
    const isStarting = busy.value === "start";
    const due = dueOffers(table)[0];
    const who = isFree(table, lying) ? (lying.tournament ? words.tournament : words.freePlay)
        : fees > 0 ? words.fees(fees) : due ? words.duePayers[due.payer] : words.nothingLit;
    return (
        <section class="controls" aria-label={words.start}>
            <button
                type="button"
                class="start"
                disabled={cannot}
                aria-busy={isStarting}
                aria-disabled={isStarting ? "true" : undefined}
                aria-keyshortcuts="Enter"
                onClick={(event) => {
                    if (event.detail <= 1) void startRound(); // A double tap is one start.
                    if (event.detail > 0) event.currentTarget.blur();
                }}
            >
                <span class="start-word">{isStarting ? words.starting : words.start}<small>{words.next(table.round.number + 1)}</small></span>
                <span class="start-count">
                    <span>{words.startWords(dealt)}</span>
                    <span>{who}</span>
                    <b class="number">{before && !before.refusal && before.cents > 0 ? money(before.cents, "whole") : ""}</b>
                </span>
            </button>
            <p class="start-hint" role="status">{before?.refusal && !refusal.value ? before.refusal.detail : lying.tournament ? words.tournamentOn : ""}</p>
            <div class="controls-row">
                <Button size="large" shortcut="e" disabled={!table.round.runs || busy.value !== "" || held.value !== null} onPress={() => void endRound()}>{words.end}</Button>
                <Button
                    size="large"
                    shortcut="u"
                    disabled={!last || busy.value !== "" || held.value !== null}
                    label={last ? words.takesBack(undoWords(last)) : words.nothingToUndo}
                    onPress={undo}
                >
                    {words.undo}
                </Button>
                <Button size="large" shortcut="m" onPress={() => (opened.value = { kind: "more" })}>{words.more}</Button>
            </div>
        </section>
    );
}
