// The winner shows who he is. What the house makes of the document, of the age and of the time, it says itself.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, get, newId } from "../../kit/api";
import { Button } from "../../kit/button";
import { Tick } from "../../kit/choice";
import { Countersign } from "../../kit/countersign";
import { Field, Select } from "../../kit/field";
import { DayField } from "../../kit/format-fields";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { RegisterForm } from "../../kit/register-form";
import { may, session } from "../../kit/session";
import type { Patron, Prize } from "../../kit/shapes";
import { credentialsOf, isSigned, noSignature } from "../../kit/signature";
import { load } from "./state";

const words = strings.cage;

export function Identify({ prize }: { prize: Prize }) {
    const [document, setDocument] = useState<string>(words.documents[0]!);
    const [other, setOther] = useState("");
    const [patron, setPatron] = useState("");
    const [known, setKnown] = useState("");
    const [registering, setRegistering] = useState(false);
    const [name, setName] = useState("");
    const [born, setBorn] = useState<string | null>("");
    const [noPhoto, setNoPhoto] = useState(false);
    const [otherName, setOtherName] = useState(false);
    const [signature, setSignature] = useState(noSignature);
    const unknown = prize.patron === ""; // then two persons say who it is
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [id, setId] = useState(newId);

    const lookUp = async (number: string): Promise<void> => {
        setPatron(number);
        setKnown("");
        if (number.trim() === "") return;
        try {
            setKnown(words.patronIs((await get<Patron>(`/api/patrons/${encodeURIComponent(number.trim())}`)).name));
        } catch (thrown) {
            setKnown(asProblem(thrown).status === 404 ? words.patronUnknown : "");
        }
    };

    const identify = async (): Promise<void> => {
        setBusy(true);
        setProblem(null);
        try {
            await command({
                do: "identify",
                id,
                prize: prize.prize,
                document: document === words.otherDocument ? other.trim() : document,
                ...(patron.trim() && { patron: patron.trim() }),
                ...(name.trim() && { name: name.trim() }),
                ...(born && { born }),
                ...(noPhoto && { "no-photo": true }),
                ...(otherName && { "other-name": true }),
                ...(unknown && { countersign: credentialsOf(signature) }),
            });
            await load();
        } catch (thrown) {
            const refused = asProblem(thrown);
            setProblem(refused);
            // What the house refused was not done, and the next attempt is another command.
            if (refused.kind === "refused") setId(newId());
        } finally {
            setBusy(false);
            setSignature({ ...signature, secret: "" });
        }
    };

    if (registering) {
        return (
            <section class="stack" aria-label={words.register}>
                <h4>{words.register}</h4>
                <RegisterForm
                    patron={null}
                    number={patron.trim()}
                    onDone={(number) => {
                        setRegistering(false);
                        void lookUp(number);
                    }}
                />
                <Button onPress={() => setRegistering(false)}>{strings.kit.cancel}</Button>
            </section>
        );
    }
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!busy && born !== null && (!unknown || isSigned(signature))) void identify();
            }}
        >
            <div class="fields">
                <Select label={words.document} value={document} onChange={setDocument} choices={[...words.documents, words.otherDocument].map((one) => ({ value: one, words: one }))} />
                {document === words.otherDocument && <Field label={words.whichDocument} value={other} onInput={setOther} required />}
                {unknown && (
                    <Field label={words.patron} value={patron} onInput={(value) => void lookUp(value)} inputmode="numeric" autocomplete="off" hint={known || words.patronHint} />
                )}
                <Field label={words.nameInIt} value={name} onInput={setName} autocomplete="off" />
                <DayField label={words.born} day={born} onDay={setBorn} hint={strings.forms.dayHint} />
            </div>
            {unknown && may(session.value, "register") && <Button onPress={() => setRegistering(true)}>{words.register}</Button>}
            <div class="ticks">
                <Tick label={words.noPhoto} checked={noPhoto} onChange={setNoPhoto} />
                <Tick label={words.otherName} checked={otherName} onChange={setOtherName} />
            </div>
            {unknown && <Countersign note={words.unknownSigns} signature={signature} onSign={setSignature} />}
            <ProblemNote problem={problem} />
            <Button type="submit" tone="primary" size="large" wide busy={busy}>{words.identify}</Button>
        </form>
    );
}
