// The hands that wait: for a first person to verify, then for a second one to authorise. Whoever has waited longest is first.
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { session } from "../../kit/session";
import type { Hand } from "../../kit/shapes";
import { capital } from "../../kit/titles";
import { strings } from "../../strings";
import { queueOf } from "./room";
import { hands, mayDo, personName } from "./state";
import { claimedWords, holderWords, WaitingClock } from "./tools";

const words = strings.floor.queue;

export function Queue({ onHand }: { onHand: (hand: number) => void }) {
    const waiting = queueOf(hands.value);
    return (
        <aside class="floor-queue" aria-labelledby="queue-heading">
            <h2 id="queue-heading">{words.heading} <span class="floor-count">{waiting.length}</span></h2>
            {waiting.length === 0 && <p class="soft">{words.none}</p>}
            <ol aria-live="polite" aria-relevant="additions">
                {waiting.map((hand) => <li key={hand.hand}><Waiting hand={hand} onOpen={() => onHand(hand.hand)} /></li>)}
            </ol>
        </aside>
    );
}

// The row that the dealer's button named, or that the hand was verified as.
function rowWords(hand: Hand): string {
    if (hand.rows.length > 0) return capital(hand.rows.map((row) => `${row.hand} · ${row.prize}`).join(", "));
    const claimed = claimedWords(hand);
    return claimed && words.claimedAs(claimed);
}

function Waiting({ hand, onOpen }: { hand: Hand; onOpen: () => void }) {
    const verified = hand.state === "verified";
    const yours = verified && hand["verified-by"] === session.value?.person;
    const can = mayDo(verified ? "authorise" : "verify-hand");
    const row = rowWords(hand);
    return (
        <article class={verified ? "floor-waiting floor-waiting-verified" : "floor-waiting"} aria-label={strings.floor.hand(hand.hand)}>
            <header>
                <Badge tone={verified ? "gold" : "warn"}>{verified ? words.toAuthorise : words.toVerify}</Badge>
                <WaitingClock since={hand.at} />
            </header>
            <p class="floor-waiting-where"><b>{hand.table}</b> {holderWords(hand)}</p>
            <p class="floor-waiting-offer">{hand.title}</p>
            {row && <p class={verified ? "amount" : "soft"}>{row}</p>}
            {verified && <p class="soft">{yours ? words.youVerified : words.verifiedBy(personName(hand["verified-by"]))}</p>}
            <Button wide tone={can && !yours ? "primary" : "plain"} onPress={onOpen}>
                {can ? (verified ? words.authorise : words.verify) : words.look}
            </Button>
        </article>
    );
}
