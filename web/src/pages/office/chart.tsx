// A chart of what a meter showed, drawn by uPlot: the daily readings, and today as it happens.
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { money } from "../../kit/money";
import { theme } from "../../kit/theme";
import { dayOf, timeOfDay, timeZone } from "../../kit/time";
import type { Reading } from "./history";

const HEIGHT = 300;
const words = strings.office.meter;

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Both lines have the same times; where one says nothing, null.
function dataOf(past: readonly Reading[], today: readonly Reading[]): uPlot.AlignedData {
    const times = [...new Set([...past, ...today].map((reading) => reading.ms))].sort((a, b) => a - b);
    const line = (readings: readonly Reading[]): (number | null)[] => {
        const at = new Map(readings.map((reading) => [reading.ms, reading.cents]));
        return times.map((ms) => at.get(ms) ?? null);
    };
    return [times.map((ms) => ms / 1000), line(past), line(today)];
}

function optionsOf(width: number): uPlot.Options {
    const ink = colour("--ink-soft");
    const grid = { stroke: colour("--line"), width: 1 };
    const amount = (_: uPlot, cents: number | null): string => (cents === null || cents === undefined ? "" : money(cents));
    return {
        width,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone.value),
        axes: [
            { stroke: ink, grid, ticks: grid, font: "13px Inter, sans-serif" },
            {
                stroke: ink, grid, ticks: grid, font: "13px Inter, sans-serif", size: 96,
                values: (_, ticks) => ticks.map((cents) => money(Math.round(cents), "whole")),
            },
        ],
        series: [
            { value: (_, seconds) => (seconds === null ? "" : `${dayOf(new Date(seconds * 1000))}, ${timeOfDay(new Date(seconds * 1000))}`), label: words.win.at },
            {
                label: words.readings, stroke: colour("--gold"), width: 2.5, fill: colour("--gold-wash"), spanGaps: true, value: amount,
                points: { show: true, size: 6, fill: colour("--surface") },
            },
            { label: words.today, stroke: colour("--green"), width: 2.5, spanGaps: true, value: amount, points: { show: false } },
        ],
    };
}

export function Chart({ past, today, label }: { past: readonly Reading[]; today: readonly Reading[]; label: string }) {
    const box = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | null>(null);
    const shownTheme = theme.value;
    useEffect(() => {
        const place = box.current;
        if (!place) return;
        plot.current = new uPlot(optionsOf(place.clientWidth), dataOf(past, today), place);
        const watch = new ResizeObserver(() => plot.current?.setSize({ width: place.clientWidth, height: HEIGHT }));
        watch.observe(place);
        return () => {
            watch.disconnect();
            plot.current?.destroy();
        };
    }, [shownTheme]);
    useEffect(() => plot.current?.setData(dataOf(past, today)), [past, today]);
    return <div ref={box} class="chart" role="img" aria-label={label} />;
}
