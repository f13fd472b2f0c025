// A chart of a document: how often its rows are hit, and what they cost with the prizes as approved, posted or edited.
import { useMemo } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Select } from "../../kit/field";
import { MoneyField } from "../../kit/format-fields";
import { decimals, money, parseMoney } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import type { ChartOdds, ChartOddsRow, OddsChart } from "../../kit/shapes";
import { capital } from "../../kit/titles";
import { offerByName, offers, titleOf } from "./books";
import { clauseIn, numberIn, partOfClause } from "./clauses";
import { decimal, fraction, grouped, minus, percent, type Fraction } from "./exact";
import { Bars, Figure, Notes, PaysInput, useEditedOdds } from "./odds-parts";
import { Link, place, stay } from "./place";

const words = strings.office.odds;

// The prizes in an address: prize=ROW_PRIZE for each that is edited.
const prizesIn = (query: URLSearchParams): Record<string, string> =>
    Object.fromEntries(query.getAll("prize").map((word) => [word.slice(0, word.indexOf("_")), word.slice(word.indexOf("_") + 1)]));

// What the pool of the offer holds, where it has one pool; with several it is said in the question which one is meant.
function liveMeter(offer: string): number | null {
    const meters = offerByName(offer)?.meters ?? [];
    return meters.length === 1 ? meters[0]!.cents : null;
}

export function ChartOddsPart({ chart }: { chart: OddsChart }) {
    const query = new URLSearchParams(place.value.search);
    const offer = query.get("offer") ?? chart.offers[0] ?? "";
    const dealt = query.get("in") ?? "";
    const meter = query.get("meter") ?? "";
    const prizes = prizesIn(query);
    // Fixed when the page opens, so that the figures do not move with every fee.
    const live = useMemo(() => liveMeter(offer), [offer, offers.value.length > 0]);
    const cents = parseMoney(meter) ?? live;
    const setting = {
        ...(offer && chart.offers.includes(offer) ? { offer } : { document: chart.document }),
        chart: chart.chart,
        ...(dealt ? { in: dealt } : {}),
        ...(cents !== null ? { "meter-cents": cents } : {}),
    };
    const edited = Object.keys(prizes).length > 0;
    const { answer, before: posted, problem, busy } = useEditedOdds<ChartOdds>(setting, edited ? { prizes } : null);
    const show = (next: Partial<{ prizes: Record<string, string>; in: string; offer: string; meter: string }>): void => {
        const search = new URLSearchParams();
        const words: Record<string, string> = { offer: next.offer ?? query.get("offer") ?? "", in: next.in ?? dealt, meter: next.meter ?? meter };
        for (const [name, word] of Object.entries(words)) if (word) search.set(name, word);
        for (const [row, prize] of Object.entries(next.prizes ?? prizes)) search.append("prize", `${row}_${prize}`);
        stay(location.pathname + (search.size > 0 ? `?${search}` : ""));
    };
    const wrong = problem?.field.startsWith("prizes/") ? problem.field.slice("prizes/".length) : "";
    return (
        <>
            <section class="panel">
                <div class="filters filters-hinted">
                    {chart.offers.length > 0 && (
                        <Select
                            label={words.prizesOf}
                            value={chart.offers.includes(offer) ? offer : ""}
                            onChange={(next) => show({ offer: next || "none", prizes: {} })}
                            choices={[...chart.offers.map((name) => ({ value: name, words: titleOf(name) })), { value: "", words: words.onlyDocument }]}
                        />
                    )}
                    {chart.games.length > 1 && <Select label={words.dealtAs} value={dealt || chart.games[0]!} onChange={(next) => show({ in: next })} choices={chart.games.map((game) => ({ value: game, words: capital(game) }))} />}
                    <MoneyField label={words.meter} value={meter} onInput={(typed) => show({ meter: typed })} hint={live !== null ? words.chartMeterLive(money(live)) : words.chartMeterHint} />
                </div>
            </section>
            {answer && <ChartFigures odds={answer} posted={posted} busy={busy} />}
            <div class="columns columns-wide">
                {answer && <ChartTable odds={answer} posted={posted} prizes={prizes} wrong={wrong} onPrizes={(next) => show({ prizes: next })} />}
                <div class="stack">
                    <ProblemNote problem={problem} />
                    {answer && <Notes notes={answer.notes} />}
                    {answer && <CostBars odds={answer} posted={posted} />}
                </div>
            </div>
        </>
    );
}

// Hundredths of a cent matter where a fee is a dollar: four digits.
const cents = (amount: Fraction): string => `$${decimal({ above: amount.above, below: amount.below * 100n }, 4)}`;

function ChartFigures({ odds, posted, busy }: { odds: ChartOdds; posted: ChartOdds | null; busy: boolean }) {
    const cost = odds["cost-cents"] && fraction(odds["cost-cents"]);
    const before = posted?.["cost-cents"] && fraction(posted["cost-cents"]);
    const hit = odds.hit && fraction(odds.hit);
    const without = odds.rows.filter((row) => row.probability && row.pays && !row.share).map((row) => row.hand);
    const change = cost && before ? minus(cost, before) : undefined;
    return (
        <section class={busy ? "panel figures-panel busy" : "panel figures-panel"} aria-live="polite" aria-busy={busy}>
            <dl class="figures">
                {cost && (
                    <Figure name={words.cost(odds.per)} value={cents(cost)}>
                        {change && change.above !== 0n && <span class="figure-change">{words.againstBefore(`${change.above > 0n ? "+" : "-"}${cents({ above: change.above < 0n ? -change.above : change.above, below: change.below })}`)}</span>}
                    </Figure>
                )}
                {hit && <Figure name={words.anyRow} value={percent(hit, 4)} exact={hit.above > 0n ? words.oneIn(decimal({ above: hit.below, below: hit.above }, 1)) : undefined} />}
                {odds.players !== undefined && <Figure name={words.players} value={String(odds.players)} exact={odds.pace !== undefined ? words.pace(odds.pace) : undefined} />}
            </dl>
            {cost && without.length > 0 && <p class="small">{words.withoutPool(without)}</p>}
            {odds.assumption && <p class="soft small">{words.assuming(odds.assumption)}</p>}
        </section>
    );
}

interface ChartTableProps { odds: ChartOdds; posted: ChartOdds | null; prizes: Record<string, string>; wrong: string; onPrizes: (prizes: Record<string, string>) => void }

function ChartTable({ odds, posted, prizes, wrong, onPrizes }: ChartTableProps) {
    const before = (row: ChartOddsRow): string => posted?.rows.find((known) => known.row === row.row)?.pays ?? "";
    const change = (row: ChartOddsRow, prize: string): void => {
        const { [row.hand]: _, ...others } = prizes;
        onPrizes(prize === before(row) ? others : { ...others, [row.hand]: prize });
    };
    return (
        <section class="panel stack">
            <h2>{words.chartName(odds.chart)}</h2>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={words.chartName(odds.chart)}>
                <table class="table paytable">
                    <caption class="hidden-words">{words.chartName(odds.chart)}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.hand}</th>
                            <th scope="col">{words.prize}</th>
                            <th scope="col" class="number ways">{words.ways}</th>
                            <th scope="col" class="number">{words.probability}</th>
                            <th scope="col" class="number">{words.hours}</th>
                            <th scope="col" class="number">{words.costOf}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {odds.rows.map((row) => (
                            <tr key={row.row}>
                                <th scope="row">
                                    {capital(row.hand)}
                                    {row.clause && <Link to={partOfClause(row.clause)} class="cell-note" label={clauseIn(row.clause)}>{numberIn(row.clause)}</Link>}
                                </th>
                                <td>
                                    <PaysInput label={words.prizeFor(row.hand)} value={prizes[row.hand] ?? row.pays ?? ""} fault={wrong === row.hand} changed={prizes[row.hand] !== undefined} wide onValue={(prize) => change(row, prize)} />
                                    {prizes[row.hand] !== undefined && before(row) && <button type="button" class="pays-undo" aria-label={words.undoRow(row.hand)} onClick={() => change(row, before(row))}>{before(row)} ↺</button>}
                                    {row.approved && row.approved !== row.pays && <span class="cell-note">{words.approvedPrize(row.approved)}</span>}
                                </td>
                                <ChartCounts row={row} />
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <div class="row spread">
                <p class="soft small">{words.keys}</p>
                <Button disabled={Object.keys(prizes).length === 0} onPress={() => onPrizes({})}>{words.undoPrizes}</Button>
            </div>
        </section>
    );
}

function ChartCounts({ row }: { row: ChartOddsRow }) {
    if (row.kind === "not in this game" || !row.probability) return <td colSpan={4} class="soft">{words.notInGame}</td>;
    const probability = fraction(row.probability);
    return (
        <>
            <td class="number ways">{row.ways ? grouped(row.ways) : ""}{row.kind === "simulated" && <Badge>{words.simulated}</Badge>}</td>
            <td class="number">
                {percent(probability, 5)}
                {probability.above > 0n && <span class="cell-note">{words.oneIn(decimal({ above: probability.below, below: probability.above }, 0))}</span>}
            </td>
            <td class="number">{row["hours-between"] === undefined ? "" : decimals(row["hours-between"], row["hours-between"] < 10 ? 1 : 0, true)}</td>
            <td class="number">{row.share ? cents(fraction(row.share)) : ""}</td>
        </>
    );
}

function CostBars({ odds, posted }: { odds: ChartOdds; posted: ChartOdds | null }) {
    const total = odds["cost-cents"] && fraction(odds["cost-cents"]);
    if (!total || total.above === 0n) return null;
    const before = posted?.["cost-cents"] && fraction(posted["cost-cents"]);
    const part = (share: Fraction, whole: Fraction): Fraction => ({ above: share.above * whole.below, below: share.below * whole.above });
    const bars = odds.rows.flatMap((row) => {
        if (!row.share) return [];
        const old = posted?.rows.find((known) => known.row === row.row)?.share;
        return [{ name: row.hand, share: part(fraction(row.share), total), approved: old && before && before.above !== 0n ? part(fraction(old), before) : undefined }];
    });
    return <Bars heading={words.costByRow} note={words.costNote} bars={bars} places={2} mark={words.before} />;
}
