// A problem where it happened: the sentence, and the clause when the house refused.
import { strings } from "../strings";
import type { Problem } from "./problem";

export function ProblemNote({ problem }: { problem: Problem | null }) {
    return (
        <div role="alert" class="problem-note-place">
            {problem && (
                <div class="problem-note">
                    <p>{problem.detail}</p>
                    {problem.clause && <p class="problem-clause">{strings.problem.clause(problem.clause)}</p>}
                </div>
            )}
        </div>
    );
}
