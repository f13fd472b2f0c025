// Digits by touch or by keyboard, for PINs and numbers. It holds nothing itself: the page has the digits.
import { strings } from "../strings";
import { digitsAfter } from "./keys";

export interface KeypadProps {
    digits: string;
    onDigits: (digits: string) => void;
    onEnter?: () => void;
    most?: number;
    secret?: boolean;
    label?: string;
    enterWords?: string;
    disabled?: boolean;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export function Keypad(props: KeypadProps) {
    const { digits, most = 8, secret = false, label = strings.keypad.label } = props;
    const press = (key: string): boolean => {
        if (props.disabled) return false;
        const after = digitsAfter(digits, key, most);
        if (after !== null) props.onDigits(after);
        return after !== null;
    };
    return (
        <div
            class="keypad"
            role="group"
            aria-label={label}
            onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                if (event.key === "Enter" && digits !== "" && !(event.target instanceof HTMLButtonElement)) props.onEnter?.();
                else if (!press(event.key)) return;
                event.preventDefault();
            }}
        >
            <span class="keypad-label" aria-hidden="true">{label}</span>
            <output class="keypad-digits" tabIndex={0} aria-label={secret ? `${label}: ${strings.keypad.entered(digits.length)}` : label}>
                {secret ? "●".repeat(digits.length) : digits}
            </output>
            {KEYS.map((key) => <Key key={key} face={key} disabled={props.disabled} onPress={() => press(key)} />)}
            <Key face="⌫" label={strings.keypad.erase} disabled={props.disabled} onPress={() => press("Backspace")} />
            <Key face="0" disabled={props.disabled} onPress={() => press("0")} />
            {props.onEnter
                ? <Key face={props.enterWords ?? "↵"} label={props.enterWords ?? strings.keypad.enter} enter disabled={props.disabled || digits === ""} onPress={props.onEnter} />
                : <span />}
        </div>
    );
}

interface KeyProps { face: string; label?: string; enter?: boolean; disabled: boolean | undefined; onPress: () => void }

function Key({ face, label, enter, disabled, onPress }: KeyProps) {
    return (
        <button type="button" class={enter ? "key key-enter" : "key"} aria-label={label} disabled={disabled} onClick={onPress}>
            {face}
        </button>
    );
}
