// One bet of a table game: its paytable, to be edited, and what it is worth.
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { MoneyField } from "../../kit/format-fields";
import { decimals, money, parseMoney } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import type { BaseGamePlay, Odds, OddsBet, OddsGame, OddsRow, PayRow } from "../../kit/shapes";
import { capital, ruleWords } from "../../kit/titles";
import { clauseIn, partOfClause } from "./clauses";
import { decimal, fraction, grouped, minus, percent, points, words as inWords, ZERO, type Fraction } from "./exact";
import { Bars, Figure, Notes, PaysInput, useEditedOdds } from "./odds-parts";
import { rowsIn, sameRows, searchOf, wholePays, withHand } from "./paytable";
import { Link, place, stay } from "./place";

const words = strings.office.odds;
const ROWS_MAX = 8;

export function GameOddsPart({ game, bet }: { game: OddsGame; bet: OddsBet }) {
    const query = new URLSearchParams(place.value.search);
    const approvedRows = bet.rows ?? [];
    const rows = rowsIn(place.value.search) ?? approvedRows;
    const readings = query.getAll("reading");
    const meter = query.get("meter") ?? "";
    const players = query.get("players") ?? "";
    const setting = {
        game: game.game,
        bet: bet.bet,
        ...(readings.length > 0 ? { readings } : {}),
        ...(meter && parseMoney(meter) !== null ? { "meter-cents": parseMoney(meter) } : {}),
        ...(/^[1-6]$/.test(players) ? { players: Number(players) } : {}),
    };
    const sent = rows.map((row) => ({ ...row, pays: wholePays(row.pays, bet.unit) }));
    const edited = !sameRows(sent, approvedRows);
    const { answer, before: approved, problem, busy } = useEditedOdds<Odds>(setting, edited ? { rows: sent } : null);
    const show = (next: Partial<{ rows: readonly PayRow[]; meter: string; players: string; readings: readonly string[] }>): void => {
        const table = next.rows ?? rows;
        stay(location.pathname + searchOf({
            rows: sameRows(table, approvedRows) ? null : table,
            words: { meter: next.meter ?? meter, players: next.players ?? players },
            readings: next.readings ?? readings,
        }));
    };
    const wrongRow = problem?.field ? Number(/^rows\/(\d+)/.exec(problem.field)?.[1] ?? -1) : -1;
    return (
        <>
            <SettingsPart game={game} bet={bet} play={approved?.play} meter={meter} players={players} readings={readings} onShow={show} />
            {answer && <Figures odds={answer} approved={approved} busy={busy} />}
            <div class="columns columns-wide">
                <Paytable bet={bet} rows={rows} odds={answer} approved={approved} edited={edited} wrongRow={wrongRow} onRows={(next) => show({ rows: next })} />
                <div class="stack">
                    <ProblemNote problem={problem} />
                    {answer && <Notes notes={answer.notes} />}
                    {answer && <ReturnBars odds={answer} approved={approved} />}
                    {answer?.play && <PlayPart play={answer.play} />}
                </div>
            </div>
        </>
    );
}

interface SettingsProps {
    game: OddsGame;
    bet: OddsBet;
    play: BaseGamePlay | undefined;
    meter: string;
    players: string;
    readings: readonly string[];
    onShow: (next: { meter?: string; players?: string; readings?: readonly string[] }) => void;
}

// What else a bet depends on: its meter, how many play, how a doubtful clause is read.
function SettingsPart({ game, bet, play, meter, players, readings, onShow }: SettingsProps) {
    const hasMeter = bet["meter-cents"] !== undefined;
    const hasReadings = bet.kind === "base" && (game.readings?.length ?? 0) > 0;
    const hasPlayers = hasMeter || bet.kind === "lucky-bonus";
    if (!hasMeter && !hasReadings && !hasPlayers) return null;
    return (
        <section class="panel stack">
            {(hasMeter || hasPlayers) && (
                <div class="filters filters-hinted">
                    {hasMeter && (
                        <MoneyField label={words.meter} value={meter} onInput={(typed) => onShow({ meter: typed })} hint={words.meterLeast(money(bet["meter-cents"]!))} />
                    )}
                    <Field
                        label={words.players}
                        value={players}
                        inputmode="numeric"
                        onInput={(typed) => onShow({ players: typed })}
                        hint={words.playersHint}
                        fault={players !== "" && !/^[1-6]$/.test(players) ? words.notPlayers : ""}
                    />
                </div>
            )}
            {hasReadings && game.readings?.map(({ reading }) => {
                const about = play?.readings?.find((known) => known.option === reading);
                return (
                    <label key={reading} class="check">
                        <input
                            type="checkbox"
                            checked={readings.includes(reading)}
                            onChange={(event) => onShow({ readings: event.currentTarget.checked ? [...readings, reading] : readings.filter((other) => other !== reading) })}
                        />
                        <span>{words.reading(about?.words ?? reading.replaceAll("-", " "))} {about && <span class="soft">{ruleWords(about.clause)}</span>}</span>
                    </label>
                );
            })}
        </section>
    );
}

function Figures({ odds, approved, busy }: { odds: Odds; approved: Odds | null; busy: boolean }) {
    const edge = fraction(odds.edge);
    const changeOf = (pick: (from: Odds) => Fraction | undefined): Fraction | undefined => {
        const now = pick(odds);
        const before = approved ? pick(approved) : undefined;
        return now && before && minus(now, before);
    };
    const hit = odds.hit && fraction(odds.hit);
    const risk = odds["element-of-risk"] && fraction(odds["element-of-risk"]);
    return (
        <section class={busy ? "panel figures-panel busy" : "panel figures-panel"} aria-live="polite" aria-busy={busy}>
            <dl class="figures">
                <Figure name={words.edge} value={percent(edge)} exact={inWords(edge)} change={changeOf((from) => fraction(from.edge))}>
                    {edge.above < 0n && <Badge tone="bad">{words.playerWins}</Badge>}
                </Figure>
                <Figure name={words.return} value={percent(fraction(odds.return))} exact={inWords(fraction(odds.return))} change={changeOf((from) => fraction(from.return))} />
                {hit && <Figure name={words.hit} value={percent(hit, 3)} exact={hit.above > 0n ? words.oneIn(decimal({ above: hit.below, below: hit.above }, 2)) : undefined} change={changeOf((from) => from.hit && fraction(from.hit))} />}
                {odds["standard-deviation"] !== undefined && (
                    <Figure name={words.deviation} value={decimals(odds["standard-deviation"], 3)} exact={words.perUnit}>
                        {approved?.["standard-deviation"] !== undefined && Math.abs(approved["standard-deviation"] - odds["standard-deviation"]) >= 0.0005 && (
                            <span class="figure-change">{words.wasApproved(decimals(approved["standard-deviation"], 3))}</span>
                        )}
                    </Figure>
                )}
                {risk && percent(risk) !== percent(edge) && <Figure name={words.risk} value={percent(risk)} change={changeOf((from) => from["element-of-risk"] && fraction(from["element-of-risk"]))} />}
                {odds.progressive?.break_even_dollars && <Figure name={words.even} value={`$${decimal(fraction(odds.progressive.break_even_dollars), 2)}`} exact={words.evenNote} />}
            </dl>
        </section>
    );
}

interface PaytableProps {
    bet: OddsBet;
    rows: readonly PayRow[];
    odds: Odds | null;
    approved: Odds | null;
    edited: boolean;
    wrongRow: number;
    onRows: (rows: readonly PayRow[]) => void;
}

// The base game and Cover All end in more ways than their tables have rows: there the hands stay, and the endings have a table of
// their own.
function Paytable({ bet, rows, odds, approved, edited, wrongRow, onRows }: PaytableProps) {
    const result = (hand: string): OddsRow | undefined => odds?.rows.find((row) => row.hand === hand);
    const isCounted = rows.length === 0 || rows.some((row) => result(row.hand));
    const others = odds?.rows.filter((row) => !rows.some((paid) => paid.hand === row.hand)) ?? [];
    const mayRemove = bet.editable && bet.kind !== "base" && bet.kind !== "cover-all";
    const spare = mayRemove ? (bet.hands ?? []).filter((hand) => !rows.some((row) => row.hand === hand)) : [];
    const change = (at: number, pays: string): void => onRows(rows.map((row, other) => (other === at ? { ...row, pays } : row)));
    const before = (hand: string): OddsRow | undefined => approved?.rows.find((known) => known.hand === hand);
    const head = (
        <>
            <th scope="col" class="number ways">{words.ways}</th>
            <th scope="col" class="number">{words.probability}</th>
            <th scope="col" class="number">{words.share}</th>
        </>
    );
    const endings = others.map((row) => (
        <tr key={row.hand} class="soft">
            <th scope="row">{capital(row.hand)}</th>
            <td>{row.pays ?? (row.net !== undefined ? words.net(row.net.replace("-", "−")) : "")}</td>
            <Counts row={row} approved={before(row.hand)} />
            {isCounted && mayRemove && <td class="remove" />}
        </tr>
    ));
    const total = odds && (
        <tfoot>
            <tr>
                <th scope="row">{words.total}</th>
                <td />
                <td class="number ways">{grouped(odds.total)}</td>
                <td class="number">100%</td>
                <td class="number">{percent(fraction(odds.return), 3)}</td>
                {isCounted && mayRemove && <td class="remove" />}
            </tr>
        </tfoot>
    );
    return (
        <section class="panel stack">
            <header class="row spread">
                <h2>{rows.length === 0 ? words.endings : words.paytable}</h2>
                {bet.clause && <Link to={partOfClause(bet.clause)} class="clause">{clauseIn(bet.clause)}</Link>}
            </header>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={words.paytable}>
                <table class="table paytable">
                    <caption class="hidden-words">{words.paytable}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.hand}</th>
                            <th scope="col">{words.pays}</th>
                            {isCounted && head}
                            {isCounted && mayRemove && <th class="remove"><span class="hidden-words">{words.remove}</span></th>}
                        </tr>
                    </thead>
                    <tbody>
                        {rows.map((row, at) => (
                            <tr key={row.hand}>
                                <th scope="row">{capital(row.hand)}</th>
                                <td><Pays row={row} bet={bet} wrong={at === wrongRow} onPays={(pays) => change(at, pays)} /></td>
                                {isCounted && <Counts row={result(row.hand)} approved={before(row.hand)} />}
                                {isCounted && mayRemove && (
                                    <td class="number remove">
                                        <button type="button" class="row-remove" aria-label={words.removeRow(row.hand)} disabled={rows.length < 2} onClick={() => onRows(rows.filter((other) => other !== row))}>×</button>
                                    </td>
                                )}
                            </tr>
                        ))}
                        {isCounted && endings}
                    </tbody>
                    {isCounted && total}
                </table>
            </div>
            {bet.editable && (
                <div class="row spread">
                    <p class="soft small">{words.keys}</p>
                    <div class="row">
                        {spare.length > 0 && rows.length < ROWS_MAX && (
                            <select class="add-row" aria-label={words.addRow} value="" onChange={(event) => event.currentTarget.value && onRows(withHand(rows, event.currentTarget.value, bet))}>
                                <option value="">{words.addRow}</option>
                                {spare.map((hand) => <option key={hand} value={hand}>{hand}</option>)}
                            </select>
                        )}
                        <Button disabled={!edited} onPress={() => onRows(bet.rows ?? [])}>{words.undo}</Button>
                    </div>
                </div>
            )}
            {!isCounted && odds && (
                <>
                    <h2>{words.endings}</h2>
                    <div class="table-scroll" tabIndex={0} role="region" aria-label={words.endings}>
                        <table class="table paytable">
                            <caption class="hidden-words">{words.endings}</caption>
                            <thead><tr><th scope="col">{words.ending}</th><th scope="col">{words.gains}</th>{head}</tr></thead>
                            <tbody>{endings}</tbody>
                            {total}
                        </table>
                    </div>
                </>
            )}
        </section>
    );
}

// What a row pays; edited, with what is approved, to go back to.
function Pays({ row, bet, wrong, onPays }: { row: PayRow; bet: OddsBet; wrong: boolean; onPays: (pays: string) => void }) {
    if (!bet.editable) return <>{row.pays}</>;
    const approved = bet.rows?.find((known) => known.hand === row.hand)?.pays;
    const changed = wholePays(row.pays, bet.unit) !== approved;
    return (
        <>
            <PaysInput label={words.paysFor(row.hand)} value={row.pays} fault={wrong} changed={changed} onValue={onPays} />
            {changed && approved !== undefined && <button type="button" class="pays-undo" aria-label={words.undoRow(row.hand)} onClick={() => onPays(approved)}>{approved} ↺</button>}
        </>
    );
}

function Counts({ row, approved }: { row: OddsRow | undefined; approved: OddsRow | undefined }) {
    if (!row) return <><td class="ways" /><td /><td /></>;
    const probability = fraction(row.probability);
    const share = row.share ? fraction(row.share) : undefined;
    const change = share && approved?.share ? minus(share, fraction(approved.share)) : ZERO;
    return (
        <>
            <td class="number ways">{grouped(row.ways)}</td>
            <td class="number">
                {percent(probability, 4)}
                {probability.above > 0n && <span class="cell-note">{words.oneIn(decimal({ above: probability.below, below: probability.above }, 1))}</span>}
            </td>
            <td class="number">
                {share ? percent(share, 3) : ""}
                {change.above !== 0n && <span class="cell-note cell-change">{points(change, 3)}</span>}
            </td>
        </>
    );
}

function ReturnBars({ odds, approved }: { odds: Odds; approved: Odds | null }) {
    const before = (hand: string): Fraction | undefined => {
        const row = approved?.rows.find((known) => known.hand === hand);
        return row?.share ? fraction(row.share) : ZERO;
    };
    // Where wagers are raised an ending may take more than the first wager; that is no bar.
    if (odds.rows.some((row) => row.share?.numerator.startsWith("-"))) return null;
    const bars = odds.rows.flatMap((row) => (row.share && row.share.numerator !== "0" ? [{ name: row.hand, share: fraction(row.share), approved: approved ? before(row.hand) : undefined }] : []));
    if (bars.length === 0) return null;
    return <Bars heading={words.returnByRow} note={words.returnNote} bars={bars} />;
}

function PlayPart({ play }: { play: BaseGamePlay }) {
    return (
        <>
            {play.strategy && (
                <section class="panel stack">
                    <h2>{words.bestPlay}</h2>
                    <table class="table">
                        <caption class="hidden-words">{words.bestPlay}</caption>
                        <thead><tr><th scope="col">{words.hand}</th><th scope="col">{words.play}</th></tr></thead>
                        <tbody>{play.strategy.map((step) => <tr key={step.hand}><th scope="row">{capital(step.hand)}</th><td>{step["best play"]}</td></tr>)}</tbody>
                    </table>
                </section>
            )}
            {play.simple_strategies && (
                <section class="panel stack">
                    <h2>{words.simple}</h2>
                    <table class="table">
                        <caption class="hidden-words">{words.simple}</caption>
                        <thead><tr><th scope="col">{words.play}</th><th scope="col" class="number">{words.costs}</th></tr></thead>
                        <tbody>{play.simple_strategies.map((simple) => <tr key={simple.name}><th scope="row">{capital(simple.name)}</th><td class="number">{percent(fraction(simple.cost))}</td></tr>)}</tbody>
                    </table>
                </section>
            )}
        </>
    );
}
