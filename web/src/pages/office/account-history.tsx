// What an account held over the last days, as a chart of steps; it grows while one looks.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { getSlowly } from "../../kit/api";
import { Button } from "../../kit/button";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { AccountHistory } from "../../kit/shapes";
import { houseNow } from "../../kit/time";
import { funds } from "./books";
import { Chart } from "./chart";
import { stepsOf, withReading, type Reading } from "./history";

const words = strings.office.history;
const PERIODS = [7, 30, 90];
const DAY_MS = 24 * 60 * 60_000;
const WAIT_MS = 120_000;
const STEPS_MAX = 2_000;

// `cents`: what it holds now, as the feed tells.
export function HistoryPanel({ account, cents, title }: { account: number; cents: number; title: string }) {
    const [days, setDays] = useState(30);
    const [steps, setSteps] = useState<Reading[]>([]);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [busy, setBusy] = useState(true);
    useEffect(() => {
        let current = true;
        setBusy(true);
        setProblem(null);
        const from = new Date(houseNow.value.getTime() - days * DAY_MS).toISOString();
        getSlowly<AccountHistory>("/api/history", { account, from }, WAIT_MS).then((answer) => {
            if (!current) return;
            const now = funds.value;
            const known = now && now.sequence > answer.sequence ? now.accounts.find((other) => other.account === account) : undefined;
            setSteps(known ? withStep(stepsOf(answer), known.cents) : stepsOf(answer));
        }, (thrown) => current && setProblem(asProblem(thrown))).finally(() => current && setBusy(false));
        return () => {
            current = false;
        };
    }, [account, days]);
    useEffect(() => setSteps((known) => (known.length > 0 ? withStep(known, cents) : known)), [cents]);
    const choose = (count: number): void => {
        if (count === days) return;
        setBusy(true);
        setDays(count);
    };
    return (
        <section class={busy ? "panel stack busy" : "panel stack"} aria-label={words.heading} aria-busy={busy}>
            <div class="row spread">
                <h2>{words.heading}</h2>
                <div class="row" role="group" aria-label={words.period}>
                    {PERIODS.map((count) => (
                        <Button key={count} size="small" pressed={days === count} onPress={() => choose(count)}>{words.days(count)}</Button>
                    ))}
                </div>
            </div>
            <ProblemNote problem={problem} />
            {steps.length > 0 && <Chart steps={steps} to={houseNow.value.getTime()} label={words.chart(title, days)} />}
        </section>
    );
}

function withStep(steps: Reading[], cents: number): Reading[] {
    if (steps.at(-1)?.cents === cents) return steps;
    return withReading(steps, { ms: houseNow.value.getTime(), cents }, STEPS_MAX);
}
