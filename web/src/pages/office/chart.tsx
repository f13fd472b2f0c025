// A chart of what an account held, drawn by uPlot as steps: nothing is drawn between two moments at which it changed.
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { money } from "../../kit/money";
import { theme } from "../../kit/theme";
import { dateAndTime, dayOf, drawnTime, timeOfDay } from "../../kit/time";
import type { Reading } from "./history";

const HEIGHT = 300;
const DAY_SECONDS = 24 * 60 * 60;
const WHOLE_DOLLARS = 100;
const words = strings.office.history;

// A moment of the axis: its day, and its time as well where the marks are less than a day apart.
function momentWords(seconds: number, apart: number): string {
    const at = new Date(seconds * 1000);
    return apart < DAY_SECONDS ? `${timeOfDay(at)}\n${dayOf(at)}` : dayOf(at);
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// The first step stands at the beginning of the period and the last lasts until its end, so the whole period is shown.
function dataOf(steps: readonly Reading[], to: number): uPlot.AlignedData {
    const last = steps.at(-1)!;
    const shown = last.ms < to ? [...steps, { ms: to, cents: last.cents }] : steps;
    return [shown.map((step) => step.ms / 1000), shown.map((step) => step.cents)];
}

function optionsOf(width: number): uPlot.Options {
    const ink = colour("--ink-soft");
    const grid = { stroke: colour("--line"), width: 1 };
    return {
        width,
        height: HEIGHT,
        tzDate: (seconds) => drawnTime(seconds * 1000, uPlot.tzDate),
        axes: [
            { stroke: ink, grid, ticks: grid, font: "13px Inter, sans-serif", space: 110, values: (_, ticks, _axis, _space, apart) => ticks.map((seconds) => momentWords(seconds, apart)) },
            {
                stroke: ink, grid, ticks: grid, font: "13px Inter, sans-serif", size: 96, incrs: AMOUNTS,
                values: (_, ticks, _axis, _space, apart) => ticks.map((cents) => money(Math.round(cents), apart < WHOLE_DOLLARS ? "cents" : "whole")),
            },
        ],
        series: [
            { value: (_, seconds) => (seconds === null ? "" : dateAndTime(new Date(seconds * 1000))), label: words.at },
            {
                label: words.held, stroke: colour("--gold"), width: 2.5, fill: colour("--gold-wash"), points: { show: false },
                paths: uPlot.paths.stepped!({ align: 1 }),
                value: (_, cents: number | null) => (cents === null || cents === undefined ? "" : money(cents)),
            },
        ],
    };
}

// How far apart the lines of the grid may be: never less than a cent.
const AMOUNTS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((times) => times * 10 ** power)).flat();

// `to`: the end of the period.
export function Chart({ steps, to, label }: { steps: readonly Reading[]; to: number; label: string }) {
    const box = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | null>(null);
    const shownTheme = theme.value;
    useEffect(() => {
        const place = box.current;
        if (!place) return;
        plot.current = new uPlot(optionsOf(place.clientWidth), dataOf(steps, to), place);
        const watch = new ResizeObserver(() => plot.current?.setSize({ width: place.clientWidth, height: HEIGHT }));
        watch.observe(place);
        return () => {
            watch.disconnect();
            plot.current?.destroy();
        };
    }, [shownTheme]);
    useEffect(() => plot.current?.setData(dataOf(steps, to)), [steps]);
    return <div ref={box} class="chart" role="img" aria-label={label} />;
}
