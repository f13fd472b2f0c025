// A labelled input with its hint and its fault. The fault is read out when it appears.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { strings } from "../strings";

export interface FieldProps {
    label: string;
    value: string;
    onInput: (value: string) => void;
    type?: "text" | "password" | "number" | "search";
    hint?: ComponentChildren;
    fault?: string;
    name?: string;
    autocomplete?: string;
    inputmode?: "text" | "numeric" | "decimal" | "search";
    required?: boolean;
    disabled?: boolean;
    autofocus?: boolean;
    maxLength?: number;
    list?: string; // the id of a <datalist> with what one may mean
    onBlur?: () => void;
    children?: ComponentChildren; // beside the input, in its box
}

export function Field(props: FieldProps) {
    const id = useId();
    const [shown, setShown] = useState(false);
    const secret = props.type === "password";
    // Preact types each kind of input by itself; none of what is set below differs between ours.
    const type = (secret && shown ? "text" : (props.type ?? "text")) as "text";
    const described = [props.fault ? `${id}-fault` : "", props.hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
    return (
        <div class={props.fault ? "field field-wrong" : "field"}>
            <label for={id}>{props.label}</label>
            <div class="field-box">
                <input
                    id={id}
                    name={props.name}
                    type={type}
                    value={props.value}
                    required={props.required}
                    disabled={props.disabled}
                    autocomplete={props.autocomplete}
                    inputMode={props.inputmode}
                    autoFocus={props.autofocus}
                    maxLength={props.maxLength}
                    list={props.list}
                    aria-invalid={props.fault ? "true" : undefined}
                    aria-describedby={described || undefined}
                    autocapitalize="none"
                    spellcheck={false}
                    onInput={(event) => props.onInput(event.currentTarget.value)}
                    onBlur={props.onBlur}
                />
                {props.children}
                {secret && (
                    <button type="button" class="field-reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
                        {shown ? strings.kit.hidePassword : strings.kit.showPassword}
                    </button>
                )}
            </div>
            {props.hint && <p id={`${id}-hint`} class="field-hint">{props.hint}</p>}
            <p id={`${id}-fault`} class="field-fault" role="alert">{props.fault}</p>
        </div>
    );
}

export interface SelectChoice { value: string; words: string }

// Either plain choices, or choices in groups that have names.
export interface SelectProps {
    label: string;
    value: string;
    onChange: (value: string) => void;
    choices?: SelectChoice[];
    groups?: { words: string; choices: SelectChoice[] }[];
    hint?: string;
    disabled?: boolean;
}

const Option = ({ value, words }: SelectChoice) => <option value={value}>{words}</option>;

export function Select(props: SelectProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{props.label}</label>
            <div class="field-box">
                <select
                    id={id}
                    value={props.value}
                    disabled={props.disabled}
                    aria-describedby={props.hint ? `${id}-hint` : undefined}
                    onChange={(event) => props.onChange(event.currentTarget.value)}
                >
                    {props.choices?.map((choice) => <Option key={choice.value} {...choice} />)}
                    {props.groups?.filter((group) => group.choices.length > 0).map((group) => (
                        <optgroup key={group.words} label={group.words}>{group.choices.map((choice) => <Option key={choice.value} {...choice} />)}</optgroup>
                    ))}
                </select>
            </div>
            {props.hint && <p id={`${id}-hint`} class="field-hint">{props.hint}</p>}
        </div>
    );
}
