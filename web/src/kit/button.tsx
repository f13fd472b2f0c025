// A button. `busy` while what it began is on its way: it cannot be pressed twice, and says so.
import type { ComponentChildren } from "preact";

export interface ButtonProps {
    children: ComponentChildren;
    onPress?: () => void;
    tone?: "plain" | "primary" | "gold" | "danger" | "quiet";
    size?: "small" | "normal" | "large";
    type?: "button" | "submit";
    form?: string; // the id of the form that it submits, where it stands outside of it
    busy?: boolean;
    disabled?: boolean;
    wide?: boolean;
    pressed?: boolean; // for a button that stays down
    label?: string; // for a button whose face is no word
    shortcut?: string; // as aria-keyshortcuts wants it; shown by the page
}

export function Button(props: ButtonProps) {
    const { tone = "plain", size = "normal", type = "button", busy = false, disabled = false } = props;
    const classes = ["button", `button-${tone}`, `button-${size}`];
    if (props.wide) classes.push("button-wide");
    return (
        <button
            type={type}
            form={props.form}
            class={classes.join(" ")}
            disabled={disabled}
            aria-disabled={busy ? "true" : undefined}
            aria-busy={busy ? "true" : undefined}
            aria-pressed={props.pressed}
            aria-label={props.label}
            aria-keyshortcuts={props.shortcut}
            onClick={(event) => {
                if (busy) event.preventDefault();
                else props.onPress?.();
            }}
        >
            {props.children}
        </button>
    );
}
