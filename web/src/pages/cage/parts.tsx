// Small parts of this page: a box to tick, a choice of a few, a winner's name, an amount, and the deadline that runs.
import { useId } from "preact/hooks";
import { strings } from "../../strings";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Countdown } from "../../kit/countdown";
import { money } from "../../kit/money";
import type { Prize } from "../../kit/shapes";
import { deadlineOf } from "./claims";

const words = strings.cage;

export function Tick({ label, on, onChange, disabled = false }: { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean }) {
    return (
        <label class="tick">
            <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
            <span>{label}</span>
        </label>
    );
}

export interface ChoiceProps { label: string; value: string; choices: { value: string; words: string }[]; onChange: (value: string) => void }

export function Choice({ label, value, choices, onChange }: ChoiceProps) {
    const name = useId();
    return (
        <fieldset class="choice">
            <legend>{label}</legend>
            <div class="choice-row">
                {choices.map((choice) => (
                    <label key={choice.value} class={choice.value === value ? "choice-chosen" : ""}>
                        <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={() => onChange(choice.value)} />
                        <span>{choice.words}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

export const winnerOf = (prize: Prize): string => prize.name || (prize.patron ? prize.patron : words.unknownWinner);

export function amountOf(prize: Prize): string {
    const thing = prize.thing ? words.things(prize.things, prize.thing) : "";
    return prize.cents > 0 || !thing ? [money(prize.cents), thing].filter(Boolean).join(" + ") : thing;
}

const tones: Record<string, BadgeTone> = { payable: "good", paid: "plain", held: "warn", awarded: "gold", lapsed: "bad", reversed: "bad" };

export function StateBadge({ state }: { state: string }) {
    return <Badge tone={tones[state] ?? "plain"}>{words.states[state] ?? state}</Badge>;
}

export function Clock({ prize, explained = false }: { prize: Prize; explained?: boolean }) {
    const deadline = deadlineOf(prize);
    if (!deadline) return null;
    const identify = deadline.kind === "identify";
    return (
        <span class="clock">
            <Countdown until={deadline.until} label={identify ? words.identifyBy : words.lapses} soonMs={deadline.soonMs} over={identify ? words.tooLate : words.lapsed} />
            {explained && <span class="soft"> {identify ? words.identifyLeft : words.lapsesLeft}</span>}
        </span>
    );
}
