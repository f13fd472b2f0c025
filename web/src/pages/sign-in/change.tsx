// A password or PIN of one's own: at the first sign-in with one that somebody else has set, and whenever its owner wants another.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { signIn } from "../../kit/session";
import type { Credentials, Session } from "../../kit/shapes";
import { say } from "../../kit/toast";

const words = strings.signIn;

interface Twice { first: string; second: string }
const nothing: Twice = { first: "", second: "" };
const isSame = (twice: Twice): boolean => twice.first === twice.second;

// What is not seen while it is typed is typed twice.
function NewSecret({ pin, twice, onTwice }: { pin: boolean; twice: Twice; onTwice: (twice: Twice) => void }) {
    const fault = twice.second !== "" && !isSame(twice) && !twice.first.startsWith(twice.second) ? words.differs : "";
    const digits = pin ? { inputmode: "numeric" as const, maxLength: 12 } : {};
    return (
        <>
            <Field label={pin ? words.newPin : words.newPassword} hint={pin ? words.pinHint : words.passwordHint} type="password" value={twice.first} onInput={(first) => onTwice({ ...twice, first })} required autocomplete="new-password" {...digits} />
            <Field label={words.again} fault={fault} type="password" value={twice.second} onInput={(second) => onTwice({ ...twice, second })} required autocomplete="new-password" {...digits} />
        </>
    );
}

export function ChooseOwn(props: { credentials: Credentials; note: string; busy: boolean; problem: Problem | null; onEnter: (fresh: string) => void; onBack: () => void }) {
    const [twice, setTwice] = useState(nothing);
    return (
        <form
            class="stack"
            aria-label={words.chooseHeading}
            onSubmit={(event) => {
                event.preventDefault();
                if (!props.busy && isSame(twice)) props.onEnter(twice.first);
            }}
        >
            <p>{props.note}</p>
            <p class="soft">{words.chooseNote}</p>
            <NewSecret pin={"pin" in props.credentials} twice={twice} onTwice={setTwice} />
            <ProblemNote problem={props.problem} />
            <Button type="submit" tone="primary" size="large" wide busy={props.busy}>{words.keep}</Button>
            <Button tone="quiet" onPress={props.onBack}>{words.back}</Button>
        </form>
    );
}

// For whoever is signed in.
export function ChangeOwn({ who }: { who: Session }) {
    const [way, setWay] = useState(who.patron ? "pin" : "password");
    const [badge, setBadge] = useState("");
    const [former, setFormer] = useState("");
    const [twice, setTwice] = useState(nothing);
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const pin = way === "pin";
    const clear = (): void => {
        setFormer("");
        setTwice(nothing);
    };
    const shown = (): Credentials => {
        if (who.patron) return { patron: who.patron, pin: former };
        return pin ? { badge: badge.trim(), pin: former } : { name: who.person ?? "", password: former };
    };
    const change = (): void => {
        setBusy(true);
        setProblem(null);
        signIn({ ...shown(), new: twice.first }).then(() => {
            say(words.changed, "good");
            clear();
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    return (
        <details class="door-change">
            <summary>{who.patron ? words.changePin : words.changeHeading}</summary>
            <form
                class="stack"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (!busy && isSame(twice)) change();
                }}
            >
                {!who.patron && (
                    <Select
                        label={words.changeWhat}
                        value={way}
                        onChange={(chosen) => {
                            setWay(chosen);
                            clear();
                        }}
                        choices={[{ value: "password", words: words.password }, { value: "pin", words: words.pin }]}
                    />
                )}
                {pin && !who.patron && <Field label={words.badge} value={badge} onInput={setBadge} required inputmode="numeric" autocomplete="off" />}
                <Field label={pin ? words.formerPin : words.formerPassword} type="password" value={former} onInput={setFormer} required autocomplete="current-password" />
                <NewSecret pin={pin} twice={twice} onTwice={setTwice} />
                <ProblemNote problem={problem} />
                <Button type="submit" busy={busy}>{words.change}</Button>
            </form>
        </details>
    );
}
