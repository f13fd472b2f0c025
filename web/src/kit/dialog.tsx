// A dialog over the page. The browser's own <dialog> keeps the focus inside, makes the rest inert, gives the focus back
// when it closes, and closes on Escape.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { strings } from "../strings";

export interface DialogProps {
    title: string;
    open: boolean;
    onClose: () => void;
    children: ComponentChildren;
    actions?: ComponentChildren;
    wide?: boolean;
    side?: boolean; // at the edge of the page, as high as it is
}

export function Dialog(props: DialogProps) {
    const box = useRef<HTMLDialogElement>(null);
    const id = useId();
    // Before the next picture: an empty box is never seen, and the focus is back when the dialog is gone.
    useLayoutEffect(() => {
        const dialog = box.current;
        if (!dialog) return;
        if (props.open && !dialog.open) dialog.showModal();
        if (!props.open && dialog.open) dialog.close();
    }, [props.open]);
    return (
        <dialog
            ref={box}
            class={`dialog${props.wide ? " dialog-wide" : ""}${props.side ? " dialog-side" : ""}`}
            aria-labelledby={id}
            onCancel={(event) => {
                event.preventDefault();
                props.onClose();
            }}
            onClick={(event) => {
                if (event.target === box.current) props.onClose();
            }}
        >
            {props.open && (
                <div class="dialog-body">
                    <header>
                        <h2 id={id}>{props.title}</h2>
                        <button type="button" class="dialog-close" aria-label={strings.kit.close} onClick={props.onClose}>×</button>
                    </header>
                    <div class="dialog-content">{props.children}</div>
                    {props.actions && <footer>{props.actions}</footer>}
                </div>
            )}
        </dialog>
    );
}
