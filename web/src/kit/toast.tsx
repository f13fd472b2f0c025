// Short notices at the edge of the page, read out by screen readers. Place <Toasts/> once; call say() or sayProblem().
// A fault stays until it is dismissed, anything else leaves by itself.
import { signal } from "@preact/signals";
import { strings } from "../strings";
import { asProblem } from "./problem";
import { capital, plainWords, ruleNote } from "./titles";

export interface Notice { id: number; tone: "good" | "bad" | "plain"; words: string; clause: string }

const NOTICES_MAX = 4;
const STAY_MS = 6_000;
export const notices = signal<Notice[]>([]);
let last = 0;

export function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function say(words: string, tone: Notice["tone"] = "plain", clause = ""): void {
    const id = ++last;
    notices.value = [...notices.value, { id, tone, words, clause }].slice(-NOTICES_MAX);
    if (tone !== "bad") setTimeout(() => dismiss(id), STAY_MS);
}

export function sayProblem(thrown: unknown): void {
    const problem = asProblem(thrown);
    say(problem.detail, "bad", problem.clause);
}

export function Toasts() {
    return (
        <section class="toasts" aria-label={strings.kit.notices} aria-live="polite" aria-relevant="additions">
            {notices.value.map((notice) => (
                <div key={notice.id} class={`toast toast-${notice.tone}`} role={notice.tone === "bad" ? "alert" : undefined}>
                    <div>
                        <p>{capital(plainWords(notice.words))}</p>
                        {notice.clause && <p class="toast-clause">{ruleNote(notice.clause)}</p>}
                    </div>
                    <button type="button" aria-label={strings.kit.dismiss} onClick={() => dismiss(notice.id)}>×</button>
                </div>
            ))}
        </section>
    );
}
