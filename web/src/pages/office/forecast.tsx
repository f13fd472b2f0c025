// What may be expected: when meters are hit and at what amount, and how long the reserves last.
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { ProblemNote } from "../../kit/problem-note";
import type { ForecastBrief, ForecastPool, ForecastReserve } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dateAndTime } from "../../kit/time";
import { titleOf } from "./books";
import { BelowNeed, dollars, useForecast } from "./forecast-parts";
import { chanceWords, expectedWords, timeWords } from "./forecast-words";
import { OneForecast } from "./forecast-offer";
import { addressIn, Link, place } from "./place";

const words = strings.office.forecast;

export function Forecasts() {
    const [offer] = place.value.rest;
    return offer === undefined ? <AllForecasts /> : <OneForecast offer={offer} />;
}

interface Shown { forecast: ForecastBrief; pool: ForecastPool }

const nameOf = ({ forecast, pool }: Shown) => (
    <>
        <Link to={addressIn("forecast", forecast.offer, pool.pool)}>{titleOf(forecast.offer)}</Link>
        <span class="cell-note">{pool.pool}{!forecast.history && <> <Badge>{words.noHistory}</Badge></>}</span>
    </>
);

function AllForecasts() {
    const { answer, problem } = useForecast<{ at: string; forecasts: ForecastBrief[] }>("/api/forecasts");
    const all = (answer?.forecasts ?? []).flatMap((forecast) => forecast.pools.map((pool) => ({ forecast, pool })));
    const made = all.filter(({ pool }) => pool.any).sort((a, b) => a.pool.any!["mean-days"] - b.pool.any!["mean-days"]);
    const without = all.filter(({ pool }) => pool["why-not"]);
    return (
        <div class="stack forecasts">
            <h1>{words.heading}</h1>
            <p class="soft">{words.note}</p>
            <ProblemNote problem={problem} />
            {!answer && !problem && <p class="panel soft" role="status">{words.counting}</p>}
            {answer && all.length === 0 && <p class="panel soft">{words.nothing}</p>}
            {made.length > 0 && <PoolTable rows={made} at={answer!.at} />}
            {answer && all.length > 0 && <ReserveTable forecasts={answer.forecasts.filter((forecast) => forecast.reserve)} />}
            {without.length > 0 && (
                <section class="panel stack">
                    <h2>{words.without}</h2>
                    <ul class="reasons">
                        {without.map((shown) => (
                            <li key={`${shown.forecast.offer}/${shown.pool.pool}`}>
                                <div>{nameOf(shown)}</div>
                                <p class="soft small">{shown.pool["why-not"]}</p>
                            </li>
                        ))}
                    </ul>
                </section>
            )}
        </div>
    );
}

function PoolTable({ rows, at }: { rows: Shown[]; at: string }) {
    return (
        <section class="panel stack">
            <div class="row spread">
                <h2>{words.pools}</h2>
                <span class="soft small">{words.asOf(dateAndTime(at))}</span>
            </div>
            <Table
                caption={words.pools}
                rows={rows}
                rowKey={({ forecast, pool }) => `${forecast.offer}/${pool.pool}`}
                columns={[
                    { head: words.pool, heading: true, cell: nameOf },
                    { head: words.nextHit, number: true, cell: ({ pool }) => timeWords(pool.any!["mean-days"]) },
                    { head: words.inWeek, number: true, cell: ({ pool }) => chanceWords(pool.any!["within-week"]) },
                    { head: words.inMonth, number: true, cell: ({ pool }) => chanceWords(pool.any!["within-30-days"]) },
                    { head: words.wholeHit, number: true, cell: ({ pool }) => (pool.whole ? timeWords(pool.whole["mean-days"]) : words.never) },
                    { head: words.atHit, number: true, cell: ({ pool }) => (pool["meter-at-whole-cents"] === undefined ? "" : dollars(pool["meter-at-whole-cents"])) },
                    { head: words.meter, number: true, cell: ({ pool }) => dollars(pool["meter-cents"]) },
                    { head: words.growth, number: true, cell: ({ pool }) => dollars(pool["growth-cents-per-day"]) },
                    {
                        head: words.hits, number: true,
                        cell: ({ pool }) => (
                            <>
                                {words.observed(String(pool["hits-90-days"]), expectedWords(pool["expected-90-days"] ?? 0))}
                                {pool.odd && <> <Badge tone="warn">{words.odd}</Badge></>}
                            </>
                        ),
                    },
                ]}
            />
            <p class="soft small">{words.observedNote}</p>
        </section>
    );
}

const counted = (cents: number | undefined) => (cents === undefined ? <span class="soft">{words.notCounted}</span> : dollars(cents));

function ReserveTable({ forecasts }: { forecasts: ForecastBrief[] }) {
    const reserve = (forecast: ForecastBrief): ForecastReserve => forecast.reserve!;
    return (
        <section class="panel stack">
            <h2>{words.reserves}</h2>
            <Table
                caption={words.reserves}
                rows={forecasts}
                rowKey={(forecast) => forecast.offer}
                columns={[
                    { head: words.pool, heading: true, cell: (forecast) => <Link to={addressIn("forecast", forecast.offer)}>{titleOf(forecast.offer)}</Link> },
                    { head: words.below, cell: (forecast) => <BelowNeed reserve={reserve(forecast)} /> },
                    { head: words.holds, number: true, cell: (forecast) => dollars(reserve(forecast)["balance-cents"]) },
                    { head: words.need, number: true, cell: (forecast) => dollars(reserve(forecast)["need-cents"]) },
                    { head: words.in, number: true, cell: (forecast) => dollars(reserve(forecast)["in-cents-per-day"]) },
                    { head: words.fixed, number: true, cell: (forecast) => counted(reserve(forecast)["fixed-cents-per-day"]) },
                    { head: words.toPools, number: true, cell: (forecast) => counted(reserve(forecast)["reseed-cents-per-day"]) },
                    { head: words.net, number: true, cell: (forecast) => counted(reserve(forecast)["net-cents-per-day"]) },
                ]}
            />
            <p class="soft small">{words.needNote}</p>
        </section>
    );
}
