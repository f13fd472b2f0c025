// A dialog that does one thing: what is asked for, and two buttons. Enter in a field does what the second one does. What the house
// says against it stands beside the button that was refused.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { strings } from "../strings";
import { Button, type ButtonProps } from "./button";
import { Dialog } from "./dialog";
import type { Problem } from "./problem";
import { ProblemNote } from "./problem-note";

export interface DeedDialogProps {
    title: string;
    confirm: string;
    tone?: ButtonProps["tone"];
    ready: boolean;
    busy: boolean;
    problem: Problem | null;
    onConfirm: () => void;
    onClose: () => void;
    children: ComponentChildren;
}

export function DeedDialog(props: DeedDialogProps) {
    const form = useId();
    return (
        <Dialog
            title={props.title}
            open
            onClose={props.onClose}
            actions={
                <>
                    <ProblemNote problem={props.problem} />
                    <Button onPress={props.onClose}>{strings.kit.cancel}</Button>
                    <Button type="submit" form={form} tone={props.tone ?? "primary"} busy={props.busy} disabled={!props.ready}>{props.confirm}</Button>
                </>
            }
        >
            <form
                id={form}
                class="stack"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (props.ready && !props.busy) props.onConfirm();
                }}
            >
                {props.children}
            </form>
        </Dialog>
    );
}
