// What went wrong, in words for the person at the screen.
//
// A Problem is made from the server's problem details (RFC 9457), or by the kit when no answer came at all (kind
// "unreachable"). A refusal of the house (kind "refused") carries the clause that refuses.
import { strings } from "../strings";

export interface ProblemDetails {
    type?: string;
    title?: string;
    status?: number;
    detail?: string;
    clause?: string;
    field?: string;
}

export class Problem extends Error {
    readonly kind: string;
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    readonly clause: string;
    readonly field: string;

    constructor(details: ProblemDetails) {
        super(details.detail || details.title || strings.problem.unknown);
        this.name = "Problem";
        this.kind = details.type && details.type !== "about:blank" ? details.type : "unknown";
        this.status = details.status ?? 0;
        this.title = details.title ?? "";
        this.detail = this.message;
        this.clause = details.clause ?? "";
        this.field = details.field ?? "";
    }
}

export function unreachable(): Problem {
    return new Problem({ type: "unreachable", title: strings.problem.unreachableTitle, detail: strings.problem.unreachable });
}

// Of an answer that is not well. A body that is no problem details (of a proxy, say) still becomes a sentence.
export async function problemOf(answer: Response): Promise<Problem> {
    let details: ProblemDetails = {};
    try {
        const body: unknown = await answer.json();
        if (typeof body === "object" && body !== null) details = body as ProblemDetails;
    } catch {
        // Not JSON: the status is all there is to tell.
    }
    return new Problem({ title: strings.problem.status(answer.status), ...details, status: answer.status });
}

// Whatever was thrown, as a Problem.
export function asProblem(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    return new Problem({ detail: thrown instanceof Error ? thrown.message : String(thrown) });
}
