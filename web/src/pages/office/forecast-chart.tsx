// The next 30 days of a meter, drawn by uPlot: what it may show, and beside it the chance that it was hit by then.
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { money } from "../../kit/money";
import type { ForecastPoint } from "../../kit/shapes";
import { theme } from "../../kit/theme";
import { dayOf } from "../../kit/time";
import { dollars } from "./forecast-parts";
import { chanceWords } from "./forecast-words";

const HEIGHT = 320;
const DAY_MS = 24 * 60 * 60_000;
const NARROW = 520;
const words = strings.office.forecast;

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export interface ForecastChartProps { at: string; curve: readonly ForecastPoint[]; parts: boolean; whole: boolean; label: string }

function dataOf({ curve, parts, whole }: ForecastChartProps): uPlot.AlignedData {
    const lines = [curve.map((point) => point["unhit-cents"]), curve.map((point) => point.any)];
    if (parts) lines.splice(1, 0, curve.map((point) => point["mean-cents"]));
    if (parts && whole) lines.push(curve.map((point) => point.whole));
    return [curve.map((point) => point.day), ...lines];
}

function seriesOf({ at, parts, whole }: ForecastChartProps): uPlot.Series[] {
    const amount = (_: uPlot, cents: number | null): string => (cents == null ? "" : dollars(cents));
    const chance = (_: uPlot, value: number | null): string => (value == null ? "" : chanceWords(value));
    const began = Date.parse(at);
    const lines: uPlot.Series[] = [
        { label: words.curveDay, value: (_, day) => (day == null ? "" : dayOf(new Date(began + day * DAY_MS))) },
        { label: words.unhit, scale: "cents", stroke: colour("--gold"), width: 2.5, fill: colour("--gold-wash"), value: amount, points: { show: false } },
    ];
    if (parts) lines.push({ label: words.mean, scale: "cents", stroke: colour("--gold"), width: 2, dash: [6, 5], value: amount, points: { show: false } });
    lines.push({ label: words.anyBy, scale: "chance", stroke: colour("--green"), width: 2.5, value: chance, points: { show: false } });
    if (parts && whole) lines.push({ label: words.wholeBy, scale: "chance", stroke: colour("--green"), width: 2, dash: [6, 5], value: chance, points: { show: false } });
    return lines;
}

function optionsOf(props: ForecastChartProps, width: number): uPlot.Options {
    const grid = { stroke: colour("--line"), width: 1 };
    const axis = { stroke: colour("--ink-soft"), font: "13px Inter, sans-serif", ticks: grid };
    return {
        width,
        height: HEIGHT,
        scales: { x: { time: false }, chance: { range: [0, 1] } },
        axes: [
            { ...axis, grid, incrs: [1, 5, 10], values: (_, ticks) => ticks.map(String) },
            { ...axis, grid, scale: "cents", size: width < NARROW ? 76 : 96, values: (_, ticks) => ticks.map((cents) => money(Math.round(cents), "whole")) },
            { ...axis, grid: { show: false }, scale: "chance", side: 1, size: 52, values: (_, ticks) => ticks.map((chance) => `${Math.round(chance * 100)}%`) },
        ],
        series: seriesOf(props),
        legend: { markers: { dash: (plot, at) => (plot.series[at]?.dash ? "dashed" : "solid") } },
        // The legend says the last day until somebody points at another.
        hooks: { setCursor: [(plot) => plot.cursor.idx == null && plot.setLegend({ idx: props.curve.length - 1 }, false)] },
    };
}

export function ForecastChart(props: ForecastChartProps) {
    const box = useRef<HTMLDivElement>(null);
    const shownTheme = theme.value;
    useEffect(() => {
        const place = box.current;
        if (!place) return;
        const plot = new uPlot(optionsOf(props, place.clientWidth), dataOf(props), place);
        const watch = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
        watch.observe(place);
        return () => {
            watch.disconnect();
            plot.destroy();
        };
    }, [shownTheme, props.curve]);
    return <div ref={box} class="chart" role="img" aria-label={props.label} />;
}
