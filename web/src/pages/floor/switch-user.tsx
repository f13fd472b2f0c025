// Switch user: somebody else takes over on this device, by badge. What is open stays open, and is then theirs to do.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import { Keypad } from "../../kit/keypad";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { session, signIn } from "../../kit/session";
import { say } from "../../kit/toast";
import { strings } from "../../strings";
import { personChanged } from "./state";

const words = strings.floor;
const asked = signal(false);
export const askToSwitchUser = (): void => {
    asked.value = true;
};

export function SwitchUserButton() {
    return <Button size="small" onPress={askToSwitchUser}>{words.switchUser}</Button>;
}

export function SwitchUser() {
    return (
        <Dialog title={words.switchUser} open={asked.value} onClose={() => (asked.value = false)}>
            <BadgeForm onDone={() => (asked.value = false)} />
        </Dialog>
    );
}

function BadgeForm({ onDone }: { onDone: () => void }) {
    const [badge, setBadge] = useState("");
    const [pin, setPin] = useState("");
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const enter = async (): Promise<void> => {
        if (busy || badge.trim() === "" || pin === "") return;
        setBusy(true);
        setProblem(null);
        try {
            const who = await signIn({ badge: badge.trim(), pin });
            await personChanged();
            say(words.nowSignedIn(who.name ?? who.person ?? ""), "good");
            onDone();
        } catch (thrown) {
            setProblem(asProblem(thrown));
        } finally {
            setPin("");
            setBusy(false);
        }
    };
    return (
        <div class="stack floor-badge">
            <p class="soft">{words.switchUserNote(session.value?.name ?? "")}</p>
            <Field label={strings.signIn.badge} value={badge} onInput={setBadge} inputmode="numeric" autocomplete="off" autofocus />
            <ProblemNote problem={problem} />
            <Keypad label={strings.signIn.pin} digits={pin} onDigits={setPin} onEnter={() => void enter()} enterWords={strings.signIn.go} secret most={12} disabled={busy} />
        </div>
    );
}
