// Fields for amounts and days. They show and read the one format of the pages (money.ts, time.ts): what was typed in another way that
// is understood is rewritten when the field is left.
import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import { Field, type FieldProps } from "./field";
import { money, parseMoney } from "./money";
import { dayWords, parseDay } from "./time";

const words = strings.forms;

type MoneyFieldProps = Omit<FieldProps, "type" | "inputmode" | "onBlur" | "children">;

// `value` is what was typed; parseMoney has its cents.
export function MoneyField({ hint = words.moneyHint, fault, ...props }: MoneyFieldProps) {
    const cents = parseMoney(props.value);
    const wrong = fault || (props.value.trim() !== "" && cents === null ? words.notMoney : "");
    return <Field {...props} hint={hint} fault={wrong} inputmode="decimal" autocomplete="off" onBlur={() => cents !== null && props.onInput(money(cents))} />;
}

export interface DayFieldProps {
    label: string;
    day: string | null; // 2026-11-18; empty: none; null: what was typed is no day
    onDay: (day: string | null) => void;
    required?: boolean;
    hint?: string;
}

export function DayField({ label, day, onDay, required = false, hint }: DayFieldProps) {
    const [typed, setTyped] = useState(dayWords(day ?? ""));
    const [left, setLeft] = useState(true);
    const calendar = useRef<HTMLInputElement>(null);
    const read = typed.trim() === "" ? "" : parseDay(typed);
    // Somebody else has set the day, such as a button for a period.
    useEffect(() => {
        if (day !== null && day !== read) setTyped(dayWords(day));
    }, [day]);
    const type = (text: string): void => {
        setTyped(text);
        setLeft(false);
        onDay(text.trim() === "" ? "" : parseDay(text));
    };
    const leave = (): void => {
        setLeft(true);
        if (read) setTyped(dayWords(read));
    };
    return (
        <Field label={label} value={typed} onInput={type} onBlur={leave} hint={hint} fault={left && read === null ? words.notDay : ""} required={required} autocomplete="off">
            <input
                ref={calendar}
                class="field-calendar-days"
                type="date"
                tabIndex={-1}
                aria-hidden="true"
                value={read ?? ""}
                onChange={(event) => event.currentTarget.value && type(dayWords(event.currentTarget.value))}
            />
            <button type="button" class="field-calendar" aria-label={words.calendar} onClick={() => calendar.current?.showPicker()}>
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14v12H3zM3 9h14M7 2.5v4M13 2.5v4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" /></svg>
            </button>
        </Field>
    );
}
