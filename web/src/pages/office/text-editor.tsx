// The text of an offer or of the house, to be written by hand, with the numbers of its lines; those that are wrong are marked.
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import { strings } from "../../strings";
import { diffLines, spanOfLine } from "./diff";

const words = strings.office.offers;

export interface TextEditorProps {
    label?: string;
    text: string;
    onText: (text: string) => void;
    wrongLines: ReadonlySet<number>;
    box: RefObject<HTMLTextAreaElement | null>;
    describedBy: string;
}

export function TextEditor({ label = words.textLabel, text, onText, wrongLines, box, describedBy }: TextEditorProps) {
    const id = useId();
    const lines = text.split("\n");
    return (
        <section class="panel stack">
            <label class="editor-label" for={id}>{label}</label>
            <div class="editor-box">
                <ol class="editor-lines" aria-hidden="true">{lines.map((_, at) => <li key={at} class={wrongLines.has(at + 1) ? "wrong" : ""}>{at + 1}</li>)}</ol>
                <textarea
                    ref={box}
                    id={id}
                    value={text}
                    spellcheck={false}
                    autocapitalize="none"
                    wrap="off"
                    rows={Math.max(12, lines.length + 1)}
                    aria-describedby={describedBy}
                    aria-invalid={wrongLines.size > 0}
                    onInput={(event) => onText(event.currentTarget.value)}
                />
            </div>
        </section>
    );
}

export function selectLine(box: HTMLTextAreaElement | null, line: number): void {
    if (!box) return;
    const { from, to } = spanOfLine(box.value, line);
    box.focus();
    box.setSelectionRange(from, to);
}

export function TextChanges({ before, after }: { before: string; after: string }) {
    const marks = { added: "+", removed: "−", same: "" };
    const spoken = { added: words.added, removed: words.removed, same: "" };
    return (
        <ol class="diff">
            {diffLines(before, after).filter((line) => line.kind !== "same").map((line) => (
                <li key={`${line.kind}${line.line}`} class={`diff-${line.kind}`}>
                    <span aria-hidden="true">{marks[line.kind]}</span>
                    <span class="hidden-words">{spoken[line.kind]}</span>
                    <code>{line.words || " "}</code>
                </li>
            ))}
        </ol>
    );
}
