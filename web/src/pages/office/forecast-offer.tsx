// The forecast of one offer: its curves, the chances of its hands, what was played, its reserve, and what is assumed.
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { count, money } from "../../kit/money";
import { ProblemNote } from "../../kit/problem-note";
import type { Forecast, ForecastChance, ForecastPool, ForecastReserve, ForecastRow, ForecastWindow } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dateAndTime } from "../../kit/time";
import { titleOf } from "./books";
import { decimal, fraction, words as exactly } from "./exact";
import { ForecastChart } from "./forecast-chart";
import { BelowNeed, dollars, useForecast } from "./forecast-parts";
import { brief, chanceWords, expectedWords, timeWords } from "./forecast-words";
import { Figure } from "./odds-parts";
import { addressIn, go, Link, place } from "./place";

const words = strings.office.forecast;

export function OneForecast({ offer }: { offer: string }) {
    const { answer, problem } = useForecast<Forecast>(`/api/forecasts/${encodeURIComponent(offer)}`);
    const wanted = place.value.rest[1];
    const pool = answer?.pools.find((other) => other.pool === wanted) ?? answer?.pools[0];
    return (
        <div class="stack forecasts">
            <p><Link to={addressIn("forecast")} class="back">← {words.back}</Link></p>
            <header class="meter-head">
                <div>
                    <h1>{titleOf(offer)}</h1>
                    {answer && <p class="soft">{[words.asOf(dateAndTime(answer.at)), words.pace(answer.pace), words.handsAnHour(brief(answer["hands-per-hour"])), words.hoursADay(brief(answer["hours-per-day"])), words.tables(answer["open-tables"], answer.tables)].join(" · ")}</p>}
                </div>
            </header>
            <ProblemNote problem={problem} />
            {!answer && !problem && <p class="panel soft" role="status">{words.counting}</p>}
            {answer && !answer.history && <p class="panel"><Badge tone="gold">{words.noHistory}</Badge> {words.noHistoryNote}</p>}
            {answer && answer.pools.length > 1 && (
                <div class="row" role="group" aria-label={words.choosePool}>
                    {answer.pools.map((other) => (
                        <Button key={other.pool} size="small" pressed={other === pool} onPress={() => go(addressIn("forecast", offer, other.pool), true)}>{other.pool}</Button>
                    ))}
                </div>
            )}
            {answer && pool && <PoolForecast forecast={answer} pool={pool} />}
        </div>
    );
}

function PoolForecast({ forecast, pool }: { forecast: Forecast; pool: ForecastPool }) {
    const title = strings.office.explain.meterOf(titleOf(forecast.offer), pool.pool);
    const parts = forecast.rows.some((row) => row.pool === pool.pool && (row.percent ?? 100) < 100);
    return (
        <>
            <PoolFigures pool={pool} />
            {pool["why-not"] && <p class="panel">{pool["why-not"]}</p>}
            {pool.curve && (
                <section class="panel stack" aria-label={words.curve}>
                    <h2>{words.curve}</h2>
                    <ForecastChart at={forecast.at} curve={pool.curve} parts={parts} whole={pool.whole !== undefined} label={words.curveLabel(title)} />
                </section>
            )}
            <div class="columns columns-wide">
                <div class="stack">
                    {pool.any && <Chances pool={pool} parts={parts} />}
                    <Rows rows={forecast.rows} pool={pool.pool} />
                </div>
                <div class="stack">
                    {pool["expected-90-days"] !== undefined && <Compared pool={pool} />}
                    {forecast.reserve && <Reserve reserve={forecast.reserve} />}
                    <section class="panel stack">
                        <h2>{words.assumptions}</h2>
                        <ul class="assumptions">{forecast.assumptions.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
                    </section>
                </div>
            </div>
            <Windows forecast={forecast} pool={pool.pool} />
        </>
    );
}

function PoolFigures({ pool }: { pool: ForecastPool }) {
    const cap = pool["days-to-cap"];
    const at = pool["meter-at-whole-cents"] ?? pool["meter-at-any-cents"];
    const hands = (chance: ForecastChance): string => words.oneHandIn(count(Math.round(chance.hands)));
    return (
        <section class="panel figures-panel">
            <dl class="figures">
                <Figure name={words.meter} value={dollars(pool["meter-cents"])} exact={cap === undefined ? undefined : cap > 0 ? words.capIn(timeWords(cap)) : words.capped} />
                <Figure name={words.figureGrowth} value={words.perDay(dollars(pool["growth-cents-per-day"]))} exact={words.perHour(money(Math.round(pool["growth-cents-per-hour"])))} />
                {pool.any && <Figure name={words.figureAny} value={timeWords(pool.any["mean-days"])} exact={hands(pool.any)} />}
                {pool.whole && <Figure name={words.figureWhole} value={timeWords(pool.whole["mean-days"])} exact={hands(pool.whole)} />}
                {at !== undefined && <Figure name={pool.whole ? words.figureAt : words.figureAtAny} value={dollars(at)} exact={words.inTheMean} />}
            </dl>
        </section>
    );
}

function Chances({ pool, parts }: { pool: ForecastPool; parts: boolean }) {
    const rows = [{ name: words.any, chance: pool.any }, { name: words.whole, chance: pool.whole }].filter((row, at): row is { name: string; chance: ForecastChance } => row.chance !== undefined && (parts || at === 1 || !pool.whole));
    return (
        <section class="panel stack">
            <h2>{words.chances}</h2>
            <Table
                caption={words.chances}
                rows={rows}
                rowKey={(row) => row.name}
                columns={[
                    { head: words.kind, heading: true, cell: (row) => row.name },
                    { head: words.meanTime, number: true, cell: (row) => timeWords(row.chance["mean-days"]) },
                    { head: words.median, number: true, cell: (row) => timeWords(row.chance["median-days"]) },
                    { head: words.ninety, number: true, cell: (row) => timeWords(row.chance["ninety-days"]) },
                    { head: words.day, number: true, cell: (row) => chanceWords(row.chance["within-day"]) },
                    { head: words.week, number: true, cell: (row) => chanceWords(row.chance["within-week"]) },
                    { head: words.month, number: true, cell: (row) => chanceWords(row.chance["within-30-days"]) },
                ]}
            />
        </section>
    );
}

// What takes from the pool that is shown stands first.
function Rows({ rows, pool }: { rows: ForecastRow[]; pool: string }) {
    const shown = [...rows.filter((row) => row.pool === pool), ...rows.filter((row) => row.pool === undefined)];
    if (shown.length === 0) return null;
    const oneIn = (row: ForecastRow) => {
        if (!row.exact || !row.probability) return <span class="soft">{words.notCounted}</span>;
        const chance = fraction(row.probability);
        if (chance.above === 0n) return words.never;
        return (
            <>
                {words.oneIn(decimal({ above: chance.below, below: chance.above }, 0))}
                <span class="cell-note">{exactly(chance)}</span>
            </>
        );
    };
    return (
        <section class="panel stack">
            <h2>{words.rows}</h2>
            <Table
                caption={words.rows}
                rows={shown}
                rowKey={(row) => `${row.chart}/${row.games}/${row.row}/${row.pool ?? ""}`}
                columns={[
                    { head: words.hand, heading: true, cell: (row) => <>{row.hand}<span class="cell-note">{row.games}</span></> },
                    { head: words.takes, number: true, cell: (row) => (row.percent === undefined ? money(row["prize-cents"] ?? 0, "whole") : <>{words.percent(brief(row.percent))}<span class="cell-note">{words.ofPool(row.pool ?? "")}</span></>) },
                    { head: words.probability, number: true, cell: oneIn },
                ]}
            />
        </section>
    );
}

function Windows({ forecast, pool }: { forecast: Forecast; pool: string }) {
    const to = (window: ForecastWindow): number => window["contributions-cents"][pool] ?? 0;
    const per = (cents: number, hours: number): string => (hours > 0 ? money(Math.round(cents / hours)) : "");
    return (
        <section class="panel stack">
            <h2>{words.windows}</h2>
            <Table
                caption={words.windows}
                rows={forecast.windows}
                rowKey={(window) => window.window}
                columns={[
                    { head: words.window, heading: true, cell: (window) => <>{window.window}{window.window === forecast.pace && <> <Badge tone="gold">{words.usedPace}</Badge></>}</> },
                    { head: words.hours, number: true, cell: (window) => brief(window.minutes / 60) },
                    { head: words.tableHours, number: true, cell: (window) => brief(window["table-hours"]) },
                    { head: words.rounds, number: true, cell: (window) => count(window.rounds) },
                    { head: words.hands, number: true, cell: (window) => count(window.hands) },
                    { head: words.fees, number: true, cell: (window) => money(window["fees-cents"], "whole") },
                    { head: words.toMeter, number: true, cell: (window) => money(to(window), "whole") },
                    { head: words.toMeterPerHour, number: true, cell: (window) => per(to(window), window.minutes / 60) },
                    { head: words.toMeterPerTableHour, number: true, cell: (window) => per(to(window), window["table-hours"]) },
                ]}
            />
        </section>
    );
}

function Compared({ pool }: { pool: ForecastPool }) {
    return (
        <section class="panel stack">
            <div class="row spread">
                <h2>{words.compare}</h2>
                {pool.odd && <Badge tone="warn">{words.odd}</Badge>}
            </div>
            <dl class="facts">
                <div><dt>{words.seen}</dt><dd class="number">{pool["hits-90-days"]}</dd></div>
                <div><dt>{words.expected}</dt><dd class="number">{expectedWords(pool["expected-90-days"] ?? 0)}</dd></div>
            </dl>
            <p class="soft small">{words.compareNote(chanceWords(pool.deviation ?? 1))}{pool.odd && ` ${words.compareOdd}`}</p>
        </section>
    );
}

function Reserve({ reserve }: { reserve: ForecastReserve }) {
    const rows: [string, number | undefined][] = [
        [words.holds, reserve["balance-cents"]],
        [words.need, reserve["need-cents"]],
        [words.owed, reserve["advances-cents"] ?? 0],
        [words.in, reserve["in-cents-per-day"]],
        [words.fixed, reserve["fixed-cents-per-day"]],
        [words.toPools, reserve["reseed-cents-per-day"]],
        [words.administration, reserve["administration-cents-per-day"]],
        [words.net, reserve["net-cents-per-day"]],
    ];
    return (
        <section class="panel stack">
            <div class="row spread">
                <h2>{words.reserve}</h2>
                <span class="row small">{words.below}: <BelowNeed reserve={reserve} /></span>
            </div>
            <dl class="facts">
                {rows.map(([name, cents]) => <div key={name}><dt>{name}</dt><dd class="number">{cents === undefined ? words.notCounted : money(Math.round(cents))}</dd></div>)}
            </dl>
            {reserve["not-counted"] && <p class="soft small">{words.notKnownWhy(reserve["not-counted"])}</p>}
            {reserve.shared && <p class="soft small">{words.shared}</p>}
            <p class="soft small">{words.needNote}</p>
        </section>
    );
}
