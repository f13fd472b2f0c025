import { useState } from "preact/hooks";
import { strings } from "../strings";
import { command, newId } from "./api";
import { asProblem, type Problem } from "./problem";
import type { Command, Reply } from "./shapes";
import { credentialsOf, isSigned, noSignature, type Signature } from "./signature";
import { capital, plainWords } from "./titles";
import { say } from "./toast";

export interface Sending {
    busy: boolean;
    problem: Problem | null;
    clear: () => void;
    ask: (asked: Command, done: (reply: Reply) => string | null) => Promise<boolean>;
}

// A command of a form: whether it is on its way, and what was wrong with it. It keeps its id until it is done, so that
// pressing again after a lost line does nothing twice; another command gets another one.
export function useCommand(): Sending {
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [last, setLast] = useState({ id: "", body: "" });
    const ask = async (asked: Command, done: (reply: Reply) => string | null): Promise<boolean> => {
        const body = JSON.stringify(asked);
        const id = last.body === body ? last.id : newId();
        setLast({ id, body });
        setBusy(true);
        setProblem(null);
        try {
            const said = done(await command({ ...asked, id }));
            setLast({ id: "", body: "" });
            if (said) say(said, "good");
            return true;
        } catch (thrown) {
            setProblem(asProblem(thrown));
            return false;
        } finally {
            setBusy(false);
        }
    };
    return { busy, problem, clear: () => setProblem(null), ask };
}

// Whether the house asks for a second person, who then signs in the form.
export const asksForTwo = (problem: Problem | null): boolean => problem?.clause === "house#two-persons";

// Why a second person signs, as the house said it.
export const whyTwo = (problem: Problem | null): string => (problem ? capital(plainWords(problem.detail)) : strings.countersign.note);

// A command that a second person signs in the form. Whatever it came to, the secret is entered anew for the next one.
export function useCountersigned(): Sending & { signature: Signature; sign: (signature: Signature) => void; signed: boolean } {
    const [signature, setSignature] = useState(noSignature);
    const sending = useCommand();
    const ask: Sending["ask"] = async (asked, done) => {
        const went = await sending.ask({ ...asked, countersign: credentialsOf(signature) }, done);
        setSignature({ ...signature, secret: "" });
        return went;
    };
    return { ...sending, ask, signature, sign: setSignature, signed: isSigned(signature) };
}
