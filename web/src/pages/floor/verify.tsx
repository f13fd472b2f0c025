// The first person tells what the hand is: cards by tapping a deck, or a row of the chart, and of the round only what the
// document asks for. The document answers while one enters, by a dry run of the very command.
import { useEffect, useRef, useState } from "preact/hooks";
import { dryRun } from "../../kit/api";
import { Button } from "../../kit/button";
import { CardPicker } from "../../kit/card-picker";
import { Choice, choicesOf, Tick } from "../../kit/choice";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { MoneyField } from "../../kit/format-fields";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { Asks, ChartRow, Command, Hand } from "../../kit/shapes";
import { capital, ruleWords } from "../../kit/titles";
import { useCommand, useCountersigned } from "../../kit/use-command";
import { strings } from "../../strings";
import { prizeNow } from "./room";
import { emptyShowing, faultsOf, isAnswerable, isWithoutCards, missingPart, mostOf, partAfter, partsOf, takenBy, verifyCommand, type Part, type Showing } from "./showing";
import { mayDo, metersOf } from "./state";
import { claimedWords, holderWords, SeatChoice, WaitingClock } from "./tools";

const words = strings.floor.verify;
const ASK_AFTER_MS = 180;

const noAsks: Asks = {
    least: 0, most: 0, decks: 1, jokers: 0, tiles: false, board: false, banker: false, winner: false, set: false, "cards-only": false, seats: [], facts: [], multiples: [],
};

// ------------------------------------------------------------------------------------------ the answer

interface Verdict { state: "none" | "asking" | "wins" | "refused"; event?: Record<string, unknown>; problem?: Problem }

// Asks the document a moment after the last change; answers that were overtaken are dropped.
function useVerdict(asked: Command | null): Verdict {
    const [verdict, setVerdict] = useState<Verdict>({ state: "none" });
    const newest = useRef(0);
    const body = asked ? JSON.stringify(asked) : "";
    useEffect(() => {
        const mine = ++newest.current;
        if (!asked) {
            setVerdict({ state: "none" });
            return;
        }
        setVerdict((before) => ({ ...before, state: before.state === "none" ? "asking" : before.state }));
        const timer = setTimeout(() => {
            dryRun(asked).then(
                (reply) => {
                    const event = reply.events?.find((told) => told.kind === "hand-verified")?.event ?? {};
                    if (mine === newest.current) setVerdict({ state: "wins", event });
                },
                (thrown: unknown) => {
                    if (mine === newest.current) setVerdict({ state: "refused", problem: asProblem(thrown) });
                },
            );
        }, ASK_AFTER_MS);
        return () => clearTimeout(timer);
    }, [body]);
    return verdict;
}

function partName(asks: Asks, part: Part): string {
    const lines = asks.banker && asks.facts.includes("holders");
    if (part === "cards") return lines ? words.playerLine : words.cards;
    if (part === "banker") return lines ? words.bankerLine : words.banker;
    return words[part];
}

function VerdictPanel({ hand, asks, showing, verdict }: { hand: Hand; asks: Asks; showing: Showing; verdict: Verdict }) {
    const missing = missingPart(asks, showing);
    return (
        <section class={`floor-verdict floor-verdict-${verdict.state}`} aria-labelledby="verdict-heading" aria-live="polite">
            <h3 id="verdict-heading">{words.verdict}</h3>
            {verdict.state === "none" && (
                <p class="soft">{isWithoutCards(asks, showing) ? words.enterReason : showing.byRow ? words.enterRow : missing && showing.cards.cards.length > 0 ? words.missing(partName(asks, missing)) : words.enter}</p>
            )}
            {verdict.state === "asking" && <p class="soft">{words.asking}</p>}
            {verdict.state === "wins" && <Wins hand={hand} event={verdict.event ?? {}} />}
            {verdict.state === "refused" && verdict.problem && (
                <>
                    <p class="floor-verdict-word"><i aria-hidden="true">✕</i>{verdict.problem.kind === "refused" ? words.refused : verdict.problem.title}</p>
                    <ProblemNote problem={verdict.problem} />
                </>
            )}
        </section>
    );
}

function Wins({ hand, event }: { hand: Hand; event: Record<string, unknown> }) {
    const named = String(event["row"] ?? "").split(" and ");
    const rows = hand.chart.filter((row) => named.includes(row.row));
    const none = event["brings-envy"] === true || event["no-part"] === true;
    return (
        <>
            <p class="floor-verdict-word"><i aria-hidden="true">✓</i>{words.wins}</p>
            <ClaimedRow hand={hand} rows={rows} />
            {rows.map((row) => <WinningRow key={row.row} row={row} offer={hand.offer} />)}
            {rows.length === 0 && <p class="floor-verdict-hand">{words.standsOnBoard}</p>}
            {none && <p class="floor-flag floor-flag-bad">{words.holderWinsNothing}</p>}
            <dl class="floor-reasons">
                {typeof event["why"] === "string" && <div><dt>{words.why}</dt><dd>{capital(event["why"])}</dd></div>}
                <div><dt>{words.rule}</dt><dd class="floor-clause">{ruleWords(String(event["clause"] ?? ""))}</dd></div>
                <div><dt>{words.then}</dt><dd>{hand["authorise-role"] ? words.secondRole(hand["authorise-role"]) : words.secondPerson}</dd></div>
            </dl>
        </>
    );
}

// What the dealer pressed beside what the cards say, where they differ.
function ClaimedRow({ hand, rows }: { hand: Hand; rows: ChartRow[] }) {
    const claimed = claimedWords(hand);
    if (!claimed || rows.length === 0 || rows.some((row) => row.hand === claimed)) return null;
    return <p class="floor-flag floor-flag-bad">{words.claimedOther(claimed, rows.map((row) => row.hand).join(", "))}</p>;
}

function WinningRow({ row, offer }: { row: ChartRow; offer: string }) {
    const now = prizeNow(row.prize, metersOf(offer));
    return (
        <div class="floor-winning-row">
            <p class="floor-verdict-hand">{capital(row.hand)}</p>
            <p class="floor-verdict-prize">{now.meter && now.cents !== null ? money(now.cents) : row.prize}</p>
            {now.meter && <p class="soft">{row.prize}. {words.meterShows(now.meter.pool, money(now.meter.cents))}.</p>}
        </div>
    );
}

// ------------------------------------------------------------------------------------------ entering

interface FormProps { hand: Hand; asks: Asks; showing: Showing; onShowing: (showing: Showing) => void }

function CardsForm({ asks, showing, onShowing }: FormProps) {
    const [part, setPart] = useState<Part>("cards");
    const parts = partsOf(asks);
    const take = (cards: string[]): void => {
        const after = { ...showing, cards: { ...showing.cards, [part]: cards } };
        onShowing(after);
        if (cards.length > showing.cards[part].length) setPart(partAfter(asks, after, part));
    };
    if (asks.tiles) return <Field label={words.tiles} hint={words.tilesHint} value={showing.tiles} onInput={(tiles) => onShowing({ ...showing, tiles })} />;
    return (
        <div class="stack">
            {parts.length > 1 && (
                <div class="floor-parts" role="group" aria-label={words.parts}>
                    {parts.map((one) => (
                        <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
                            {partName(asks, one)}
                            <span>{showing.cards[one].length > 0 ? strings.cards.count(showing.cards[one].length, mostOf(asks, one)) : "–"}</span>
                        </button>
                    ))}
                </div>
            )}
            {asks.set && words.setParts[asks.most] && (
                <>
                    <Tick label={words.wasSet} checked={showing.wasSet} onChange={(wasSet) => onShowing({ ...showing, wasSet })} />
                    {showing.wasSet && <p class="field-hint">{words.set(words.setParts[asks.most] ?? "")}</p>}
                </>
            )}
            <CardPicker
                key={part}
                label={partName(asks, part)}
                cards={showing.cards[part]}
                onCards={take}
                most={mostOf(asks, part)}
                decks={asks.decks}
                jokers={asks.jokers > 0}
                taken={takenBy(showing, part)}
            />
        </div>
    );
}

function RowForm({ hand, asks, showing, onShowing }: FormProps) {
    return (
        <div class="stack">
            <fieldset class="floor-rows">
                <legend class="hidden-words">{words.row}</legend>
                {hand.chart.map((row) => (
                    <label key={row.row}>
                        <input type="radio" name="row" checked={showing.row === row.row} onChange={() => onShowing({ ...showing, row: row.row })} />
                        <span class="floor-rows-hand">{capital(row.hand)}</span>
                        <span class="amount">{row.prize}</span>
                    </label>
                ))}
            </fieldset>
            {isWithoutCards(asks, showing) && (
                <Field label={words.withoutReason} hint={words.withoutHint} value={showing.reason} onInput={(reason) => onShowing({ ...showing, reason })} required />
            )}
        </div>
    );
}

function FactsForm({ asks, showing, onShowing }: FormProps) {
    const wants = (fact: string): boolean => asks.facts.includes(fact);
    const flags = Object.keys(words.flags).filter(wants);
    const tick = (flag: string, on: boolean): void =>
        onShowing({ ...showing, flags: on ? [...showing.flags, flag] : showing.flags.filter((other) => other !== flag) });
    if (asks.facts.length === 0) return null;
    return (
        <section class="floor-facts" aria-label={words.facts}>
            <div class="floor-amounts">
                {(["wager", "pot"] as const).filter(wants).map((amount) => (
                    <MoneyField key={amount} label={words[amount]} value={showing[amount]} onInput={(value) => onShowing({ ...showing, [amount]: value })} />
                ))}
                {wants("multiple") && (
                    <Select
                        label={words.multiple}
                        value={showing.multiple}
                        onChange={(multiple) => onShowing({ ...showing, multiple })}
                        choices={[{ value: "", words: words.noMultiple }, ...asks.multiples.map((count) => ({ value: String(count), words: words.times(count) }))]}
                    />
                )}
            </div>
            {wants("outcome") && <Choice label={words.outcome} value={showing.outcome} onChange={(outcome) => onShowing({ ...showing, outcome })} choices={choicesOf(words.outcomes)} />}
            {wants("beaten-by") && <SeatChoice label={words.beatenBy} seats={asks.seats} chosen={showing["beaten-by"]} onChoose={(seats) => onShowing({ ...showing, "beaten-by": seats })} />}
            {wants("holders") && <SeatChoice label={words.holders} hint={words.holdersHint} seats={asks.seats} chosen={showing.holders} onChoose={(holders) => onShowing({ ...showing, holders })} />}
            {wants("folded") && <Choice label={words.folded} value={showing.folded} onChange={(folded) => onShowing({ ...showing, folded })} choices={choicesOf(words.folds)} />}
            {flags.length > 0 && (
                <div class="floor-ticks">
                    {flags.map((flag) => <Tick key={flag} label={words.flags[flag] ?? flag} checked={showing.flags.includes(flag)} onChange={(on) => tick(flag, on)} />)}
                </div>
            )}
        </section>
    );
}

// ------------------------------------------------------------------------------------------ the dialog

export function HandHead({ hand }: { hand: Hand }) {
    return (
        <div class="floor-hand-head">
            <p><b>{hand.table}</b> {holderWords(hand)}</p>
            <p class="soft">{hand.title} · {hand.game}</p>
            {claimedWords(hand) && <p>{strings.floor.queue.claimedAs(claimedWords(hand))}</p>}
            <WaitingClock since={hand.at} />
        </div>
    );
}

export function VerifyDialog({ hand, onClose, onReject }: { hand: Hand; onClose: () => void; onReject: () => void }) {
    const asks = hand.asks ?? noAsks;
    const [showing, setShowing] = useState<Showing>(() => emptyShowing(asks));
    const faults = faultsOf(showing);
    const ready = isAnswerable(asks, showing) && !faults.wager && !faults.pot && mayDo("verify-hand");
    const asked = ready ? verifyCommand(hand.hand, asks, showing) : null;
    const without = isWithoutCards(asks, showing);
    const verdict = useVerdict(without ? null : asked); // a signature is not tried
    const alone = useCommand();
    const signed = useCountersigned();
    const sending = without ? signed : alone;
    const verify = async (): Promise<void> => {
        if (asked && (await sending.ask(asked, () => words.done(hand.hand)))) onClose();
    };
    const sendable = without ? ready && signed.signed : verdict.state === "wins";
    const form = { hand, asks, showing, onShowing: setShowing };
    return (
        <Dialog
            title={words.title(hand.hand)}
            open
            wide
            onClose={onClose}
            actions={
                <>
                    <ProblemNote problem={sending.problem} />
                    <Button tone="danger" disabled={!mayDo("reject-hand")} onPress={onReject}>{words.reject}</Button>
                    <Button tone="primary" size="large" busy={sending.busy} disabled={!sendable} onPress={() => void verify()}>{words.confirm}</Button>
                </>
            }
        >
            <HandHead hand={hand} />
            <div class="floor-verify">
                <div class="stack">
                    {asks.most > 0 && !asks["cards-only"] && (
                        <Choice
                            label={words.way}
                            quiet
                            value={showing.byRow ? "row" : "cards"}
                            onChange={(way) => setShowing({ ...showing, byRow: way === "row" })}
                            choices={[{ value: "cards", words: words.byCards }, { value: "row", words: words.byRow }]}
                        />
                    )}
                    {showing.byRow ? <RowForm {...form} /> : <CardsForm {...form} />}
                </div>
                <div class="floor-verify-side">
                    <VerdictPanel hand={hand} asks={asks} showing={showing} verdict={verdict} />
                    <FactsForm {...form} />
                    {without && <Countersign signature={signed.signature} onSign={signed.sign} />}
                </div>
            </div>
        </Dialog>
    );
}

export function RejectDialog({ hand, onClose, onDone }: { hand: Hand; onClose: () => void; onDone: () => void }) {
    const [reason, setReason] = useState("");
    const sending = useCommand();
    const reject = async (): Promise<void> => {
        if (await sending.ask({ do: "reject-hand", hand: hand.hand, reason: reason.trim() }, () => words.rejected(hand.hand))) onDone();
    };
    return (
        <DeedDialog title={words.rejectTitle(hand.hand)} confirm={words.rejectConfirm} tone="danger" ready={reason.trim() !== ""} busy={sending.busy} problem={sending.problem} onConfirm={() => void reject()} onClose={onClose}>
            <HandHead hand={hand} />
            <p>{words.rejectNote}</p>
            <Field label={strings.floor.reason} value={reason} onInput={setReason} required autofocus />
        </DeedDialog>
    );
}
