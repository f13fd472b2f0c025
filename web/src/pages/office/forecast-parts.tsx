// What the pages of forecasts share: the question, and how an amount and a reserve are shown.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { getSlowly } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import type { ForecastReserve } from "../../kit/shapes";
import { onEvents } from "./books";
import { timeWords } from "./forecast-words";

const words = strings.office.forecast;
const COUNT_WAIT_MS = 120_000;

// After these a forecast is another one; fees change it little by little, and it says as of when it is.
const CHANGES = new Set(["awarded", "award-reversed", "offer-posted", "offer-withdrawn", "day-began"]);

export interface Foreseen<Answer> { answer: Answer | null; problem: Problem | null }

// Asks, and asks again when something has changed; the last answer stays meanwhile.
export function useForecast<Answer>(path: string): Foreseen<Answer> {
    const [foreseen, setForeseen] = useState<Foreseen<Answer>>({ answer: null, problem: null });
    useEffect(() => {
        let current = true;
        const ask = (): void => {
            getSlowly<Answer>(path, {}, COUNT_WAIT_MS).then(
                (answer) => current && setForeseen({ answer, problem: null }),
                (thrown) => current && setForeseen((before) => ({ ...before, problem: asProblem(thrown) })),
            );
        };
        setForeseen({ answer: null, problem: null });
        ask();
        const stop = onEvents((events) => events.some((event) => CHANGES.has(event.kind)) && ask());
        return () => {
            current = false;
            stop();
        };
    }, [path]);
    return foreseen;
}

// A mean to the dollar; to the cent where it is small.
const TO_THE_CENT = 1_000;
export const dollars = (cents: number): string =>
    money(Math.abs(cents) < TO_THE_CENT ? Math.round(cents) : Math.round(cents / 100) * 100, "whole");

export function BelowNeed({ reserve }: { reserve: ForecastReserve }) {
    if (reserve["falls-short"]) {
        const days = reserve.days ?? 0;
        return <Badge tone={days > 0 ? "warn" : "bad"}>{days > 0 ? words.belowIn(timeWords(days)) : words.belowNow}</Badge>;
    }
    return reserve.known ? <Badge tone="good">{words.notExpected}</Badge> : <Badge>{words.notKnown}</Badge>;
}
