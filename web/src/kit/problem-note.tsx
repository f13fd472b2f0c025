// A problem where it happened: the sentence, and the clause when the house refused.
import type { Problem } from "./problem";
import { capital, plainWords, ruleNote } from "./titles";

export function ProblemNote({ problem }: { problem: Problem | null }) {
    return (
        <div role="alert" class="problem-note-place">
            {problem && (
                <div class="problem-note">
                    <p>{capital(plainWords(problem.detail))}</p>
                    {problem.clause && <p class="problem-clause">{ruleNote(problem.clause)}</p>}
                </div>
            )}
        </div>
    );
}
