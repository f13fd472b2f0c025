// The banner that says that the clock of the server's computer has jumped, and the dialog in which two persons confirm the time.
import { useState } from "preact/hooks";
import { strings } from "../strings";
import { get } from "./api";
import { Button } from "./button";
import { clockAlarm, setClockAlarm } from "./clock-alarm-state";
import { Countersign } from "./countersign";
import { DeedDialog } from "./deed-dialog";
import { Field } from "./field";
import { may, session } from "./session";
import type { House } from "./shapes";
import { dateAndTime } from "./time";
import { sayProblem } from "./toast";
import { useCountersigned } from "./use-command";

const words = strings.clockAlarm;

// What the computer shows at this moment; nothing if it is right again.
async function computerTime(): Promise<string | undefined> {
    const house = await get<House>("/api/house");
    setClockAlarm(house["clock-alarm"]);
    return house["clock-alarm"]?.computer;
}

function ConfirmTime({ shown, onClose }: { shown: string; onClose: () => void }) {
    const [reason, setReason] = useState("");
    const sending = useCountersigned();
    const send = async (): Promise<void> => {
        const to = await computerTime().catch(sayProblem);
        if (!to || (await sending.ask({ do: "confirm-time", to, reason: reason.trim() }, () => words.confirmed(dateAndTime(to))))) onClose();
    };
    return (
        <DeedDialog
            title={words.open}
            confirm={words.open}
            tone="danger"
            ready={reason.trim() !== "" && sending.signed}
            busy={sending.busy}
            problem={sending.problem}
            onConfirm={() => void send()}
            onClose={onClose}
        >
            <p>{words.question(dateAndTime(shown))}</p>
            <p class="soft">{words.note}</p>
            <Field label={words.reason} value={reason} onInput={setReason} required />
            <Countersign note={words.signs} signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}

export function ClockAlarmBanner() {
    const [shown, setShown] = useState<string | null>(null);
    const alarm = clockAlarm.value;
    if (!alarm) return null;
    const [from, to] = [dateAndTime(alarm.from), dateAndTime(alarm.to)];
    return (
        <div role="alert" class="problem-note">
            <p>{alarm["at-start"] ? words.atStart(from, to) : words.jumped(from, to)}</p>
            {may(session.value, "adjust") && (
                <Button size="small" tone="danger" onPress={() => void computerTime().then((time) => setShown(time ?? null), sayProblem)}>{words.open}</Button>
            )}
            {shown && <ConfirmTime shown={shown} onClose={() => setShown(null)} />}
        </div>
    );
}
