// How long until a moment of the house's clock. Turns to a warning when less than `soonMs` is left, and says when it is over.
import { strings } from "../strings";
import { dateAndTime, houseNow, untilWords } from "./time";

export interface CountdownProps { until: string; label: string; soonMs?: number; over?: string }

export function Countdown({ until, label, soonMs = 5 * 60_000, over = strings.countdown.over }: CountdownProps) {
    const left = Date.parse(until) - houseNow.value.getTime();
    const tone = left <= 0 ? "over" : left <= soonMs ? "soon" : "calm";
    return (
        <time class={`countdown countdown-${tone}`} dateTime={until} role="timer" aria-label={label} title={dateAndTime(until)}>
            {left <= 0 ? over : untilWords(left)}
        </time>
    );
}
