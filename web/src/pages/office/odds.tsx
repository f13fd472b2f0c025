// The odds explorer: what every bet is worth, counted exactly, as approved and as one edits it. The address holds what is asked:
// /office/odds/game/ISSUER/NAME/BET?row=HAND_PAYS, /office/odds/chart/ISSUER/NAME/CHART?prize=..., /office/odds/hi-lo.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get } from "../../kit/api";
import { Select } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { OddsChart, OddsGame, OddsTargets } from "../../kit/shapes";
import { nameWords } from "../../kit/titles";
import { ChartOddsPart } from "./odds-chart";
import { GameOddsPart } from "./odds-game";
import { HiLoPart } from "./odds-hi-lo";
import { addressIn, go, NoSuch, place } from "./place";

const words = strings.office.odds;

export function OddsExplorer() {
    const [targets, setTargets] = useState<OddsTargets | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        get<OddsTargets>("/api/odds").then(setTargets, (thrown) => setProblem(asProblem(thrown)));
    }, []);
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <p class="soft">{words.note}</p>
            <ProblemNote problem={problem} />
            {targets && <Explorer targets={targets} />}
        </div>
    );
}

export const addressOfBet = (game: string, bet: string): string => addressIn("odds", "game", ...game.split("/"), ...bet.split("/"));
export const addressOfChart = (document: string, chart: string): string => addressIn("odds", "chart", ...document.split("/"), chart);

// The bet that a game is looked at for first: one with a paytable to edit.
const firstBet = (game: OddsGame): string => (game.bets.find((bet) => bet.editable) ?? game.bets[0])?.bet ?? "";

// "queens-up/B" is "Queens up, paytable B".
function betWords(bet: string): string {
    const [wager = "", table] = bet.split("/");
    return table === undefined ? nameWords(wager) : words.betTable(nameWords(wager), table);
}

// Whether the address is of something that can be counted: of nothing in particular, of a game and perhaps a bet of it, of a chart.
function isThere(targets: OddsTargets): boolean {
    const [what, issuer, name, ...rest] = place.value.rest;
    const target = `${issuer}/${name}`;
    if (what === undefined) return true;
    if (what === "hi-lo") return targets["hi-lo"] !== undefined && issuer === undefined;
    if (what === "chart") return targets.charts.some((chart) => chart.document === target && chart.chart === rest.join("/"));
    const game = what === "game" ? targets.games.find((known) => known.game === target) : undefined;
    return game !== undefined && (rest.length === 0 || game.bets.some((bet) => bet.bet === rest.join("/")));
}

// To every game and document, by its first bet or chart.
function linksTo(targets: OddsTargets): { to: string; words: string }[] {
    const charts = [...new Map([...targets.charts].reverse().map((chart) => [chart.document, chart])).values()].reverse();
    return [
        ...targets.games.map((game) => ({ to: addressOfBet(game.game, firstBet(game)), words: game.title })),
        ...(targets["hi-lo"] ? [{ to: addressIn("odds", "hi-lo"), words: targets["hi-lo"].title }] : []),
        ...charts.map((chart) => ({ to: addressOfChart(chart.document, chart.chart), words: chart.title })),
    ];
}

function Explorer({ targets }: { targets: OddsTargets }) {
    const [what = "game", issuer, name, ...rest] = place.value.rest;
    if (!isThere(targets)) return <NoSuch words={words.unknownBet} links={linksTo(targets)} />;
    const target = issuer && name ? `${issuer}/${name}` : "";
    const chart = what === "chart" ? targets.charts.find((known) => known.document === target && known.chart === rest.join("/")) : undefined;
    const game = what === "game" ? (targets.games.find((known) => known.game === target) ?? targets.games[0]) : undefined;
    const bet = game?.bets.find((known) => known.bet === rest.join("/")) ?? game?.bets.find((known) => known.bet === firstBet(game));
    return (
        <>
            <section class="panel">
                <div class="filters chooser">
                    <TargetSelect targets={targets} value={what === "hi-lo" ? "hi-lo" : (chart?.document ?? game?.game ?? "")} />
                    {game && bet && (
                        <Select
                            label={words.bet}
                            value={bet.bet}
                            onChange={(next) => go(addressOfBet(game.game, next), true)}
                            choices={game.bets.map((known) => ({ value: known.bet, words: betWords(known.bet) }))}
                        />
                    )}
                    {chart && <ChartSelect charts={targets.charts.filter((known) => known.document === chart.document)} chart={chart} />}
                </div>
            </section>
            {what === "hi-lo" && targets["hi-lo"] && <HiLoPart about={targets["hi-lo"]} />}
            {chart && <ChartOddsPart key={`${chart.document} ${chart.chart}`} chart={chart} />}
            {game && bet && <GameOddsPart key={`${game.game} ${bet.bet}`} game={game} bet={bet} />}
        </>
    );
}

function TargetSelect({ targets, value }: { targets: OddsTargets; value: string }) {
    const documents = [...new Map(targets.charts.map((chart) => [chart.document, chart])).values()];
    const offered = documents.filter((chart) => chart.offers.length > 0);
    const others = documents.filter((chart) => chart.offers.length === 0);
    const choose = (next: string): void => {
        const game = targets.games.find((known) => known.game === next);
        const chart = targets.charts.find((known) => known.document === next);
        if (game) go(addressOfBet(game.game, firstBet(game)), true);
        else if (chart) go(addressOfChart(chart.document, chart.chart), true);
        else go(addressIn("odds", "hi-lo"), true);
    };
    const option = (chart: OddsChart) => ({ value: chart.document, words: chart.title });
    return (
        <Select
            label={words.target}
            value={value}
            onChange={choose}
            groups={[
                { words: words.games, choices: [...targets.games.map((game) => ({ value: game.game, words: game.title })), ...(targets["hi-lo"] ? [{ value: "hi-lo", words: targets["hi-lo"].title }] : [])] },
                { words: words.offered, choices: offered.map(option) },
                { words: words.others, choices: others.map(option) },
            ]}
        />
    );
}

function ChartSelect({ charts, chart }: { charts: readonly OddsChart[]; chart: OddsChart }) {
    return (
        <Select
            label={words.chart}
            value={chart.chart}
            onChange={(next) => go(addressOfChart(chart.document, next), true)}
            choices={charts.map((known) => ({ value: known.chart, words: words.chartName(known.chart) }))}
        />
    );
}
