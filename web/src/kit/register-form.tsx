// Who a patron is, by club number: for the floor, and for the cage where a winner is not known yet.
import { useState } from "preact/hooks";
import { strings } from "../strings";
import { Button } from "./button";
import { Countersign } from "./countersign";
import { Field, Select } from "./field";
import { DayField } from "./format-fields";
import { ProblemNote } from "./problem-note";
import type { Patron } from "./shapes";
import { asksForTwo, useCommand, useCountersigned, whyTwo } from "./use-command";

const words = strings.register;

const choicesOf = (map: Record<string, string>): { value: string; words: string }[] =>
    Object.entries(map).map(([value, said]) => ({ value, words: said }));

// Of somebody new, or of one who is known; then what is left as it was is sent again, which changes nothing.
export function RegisterForm({ patron, number: first = "", onDone }: { patron: Patron | null; number?: string; onDone: (number: string) => void }) {
    const [number, setNumber] = useState(patron?.patron ?? first);
    const [name, setName] = useState(patron?.name ?? "");
    const [born, setBorn] = useState<string | null>(patron?.born ?? "");
    const [identification, setIdentification] = useState(patron?.identification ?? "");
    const [employee, setEmployee] = useState(patron?.employee ?? "");
    const [proposition, setProposition] = useState(patron?.["proposition-player"] ?? false);
    const [alone, signed] = [useCommand(), useCountersigned()];
    const two = asksForTwo(alone.problem); // while the patron has a prize on its way
    const sending = two ? signed : alone;
    const ready = number.trim() !== "" && born !== null && (!two || signed.signed);
    const send = async (): Promise<void> => {
        const asked = {
            do: patron ? "amend-patron" : "register", patron: number.trim(), name: name.trim(),
            ...(born ? { born } : {}),
            ...(identification in words.identifications && identification ? { identification } : {}),
            ...(employee in words.employees && employee !== (patron?.employee ?? "") ? { employee: employee || "no" } : {}),
            ...(proposition !== (patron?.["proposition-player"] ?? false) ? { "proposition-player": proposition ? "yes" : "no" } : {}),
        };
        if (await sending.ask(asked, () => words.registered(name.trim() || number.trim()))) onDone(number.trim());
    };
    return (
        <form class="stack" onSubmit={(event) => { event.preventDefault(); if (ready) void send(); }}>
            {!patron && <Field label={words.number} value={number} onInput={setNumber} inputmode="numeric" autocomplete="off" required autofocus />}
            <Field label={words.name} value={name} onInput={setName} autocomplete="off" />
            <DayField label={words.born} hint={strings.forms.dayHint} day={born} onDay={setBorn} />
            <div class="two-fields">
                <Select label={words.identification} value={identification in words.identifications ? identification : ""} onChange={setIdentification} choices={choicesOf(words.identifications)} />
                <Select label={words.employee} value={employee in words.employees ? employee : ""} onChange={setEmployee} choices={choicesOf(words.employees)} />
            </div>
            <label class="check">
                <input type="checkbox" checked={proposition} onChange={(event) => setProposition(event.currentTarget.checked)} />
                <span>{words.proposition}</span>
            </label>
            {two && <Countersign note={whyTwo(alone.problem)} signature={signed.signature} onSign={signed.sign} />}
            <ProblemNote problem={sending.problem} />
            <Button type="submit" tone="primary" busy={sending.busy} disabled={!ready}>{words.save}</Button>
        </form>
    );
}
