// One of a few words, which are the browser's own radio buttons drawn as a row; and a box to tick.
import { useId } from "preact/hooks";
import type { SelectChoice } from "./field";

export interface ChoiceProps {
    label: string;
    quiet?: boolean; // the label is read out, not shown: what stands around it says it
    choices: SelectChoice[];
    value: string;
    onChange: (value: string) => void;
}

export function Choice(props: ChoiceProps) {
    const name = useId();
    return (
        <fieldset class="one-of">
            <legend class={props.quiet ? "hidden-words" : ""}>{props.label}</legend>
            <div class="one-of-row">
                {props.choices.map((choice) => (
                    <label key={choice.value}>
                        <input type="radio" name={name} value={choice.value} checked={props.value === choice.value} onChange={() => props.onChange(choice.value)} />
                        <span>{choice.words}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

export const choicesOf = (map: Record<string, string>): SelectChoice[] => Object.entries(map).map(([value, words]) => ({ value, words }));

export function Tick(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
    return (
        <label class="tick">
            <input type="checkbox" checked={props.checked} onChange={(event) => props.onChange(event.currentTarget.checked)} />
            <span>{props.label}</span>
        </label>
    );
}
