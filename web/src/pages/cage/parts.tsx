// Small parts of this page: a winner's name, an amount, a state, and the deadline that runs.
import { strings } from "../../strings";
import { Badge, type BadgeTone } from "../../kit/badge";
import { Countdown } from "../../kit/countdown";
import { money } from "../../kit/money";
import type { Prize } from "../../kit/shapes";
import { deadlineOf } from "./claims";

const words = strings.cage;

export const winnerOf = (prize: Prize): string => prize.name || (prize.patron ? words.patronNumber(prize.patron) : words.unknownWinner);

export function amountOf(prize: Prize): string {
    const thing = prize.thing ? words.things(prize.things, prize.thing) : "";
    return prize.cents > 0 || !thing ? [money(prize.cents), thing].filter(Boolean).join(" + ") : thing;
}

const tones: Record<string, BadgeTone> = { payable: "good", paid: "plain", held: "warn", awarded: "gold", lapsed: "bad", forfeited: "bad", reversed: "bad" };

export function StateBadge({ state }: { state: string }) {
    return <Badge tone={tones[state] ?? "plain"}>{words.states[state] ?? state}</Badge>;
}

export function Clock({ prize, explained = false }: { prize: Prize; explained?: boolean }) {
    const deadline = deadlineOf(prize);
    if (!deadline) return null;
    const identify = deadline.kind === "identify";
    return (
        <span class="clock">
            <Countdown until={deadline.until} label={identify ? words.identifyBy : words.lapses} soonMs={deadline.soonMs} over={identify ? words.tooLate : words.lapsed} />
            {explained && <span class="soft"> {identify ? words.identifyLeft : words.lapsesLeft}</span>}
        </span>
    );
}
