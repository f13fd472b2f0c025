// Hands that are settled at the end of a period: what stands on each board now.
import { Badge } from "../../kit/badge";
import { Countdown } from "../../kit/countdown";
import type { Hand } from "../../kit/shapes";
import { timeOfDay } from "../../kit/time";
import { strings } from "../../strings";
import { ShownCards } from "./authorise";
import { eventOfHand } from "./room";
import { events, posted } from "./state";
import { holderWords } from "./tools";

const words = strings.floor.boardsTab;

const scoreOf = (hand: Hand): number => Number(eventOfHand(events.value, "hand-verified", hand.hand)?.["score"] ?? 0);

export function Boards() {
    const offers = [...new Set(posted.value.map((hand) => hand.offer))];
    if (offers.length === 0) return <p class="soft">{words.none}</p>;
    return (
        <div class="stack">
            <p class="soft">{words.note}</p>
            {offers.map((offer) => <Board key={offer} hands={posted.value.filter((hand) => hand.offer === offer)} />)}
        </div>
    );
}

function Board({ hands }: { hands: Hand[] }) {
    const first = hands[0]!;
    const ends = first["stands-until"] ?? "";
    const ranked = [...hands].sort((one, other) => scoreOf(other) - scoreOf(one) || one.hand - other.hand);
    return (
        <section class="panel stack" aria-label={first.title}>
            <header class="floor-board-head">
                <h3>{first.title}</h3>
                {ends && <p class="soft">{words.ends} <Countdown until={ends} label={words.ends} /></p>}
            </header>
            <ol class="floor-board">
                {ranked.map((hand, at) => (
                    <li key={hand.hand}>
                        <span class="floor-board-place">{words.place(at + 1)}</span>
                        <div class="stack">
                            <p><b>{hand.table}</b> {holderWords(hand)} <span class="soft">{timeOfDay(hand.at)}</span> {at === 0 && <Badge tone="gold">{words.best}</Badge>}</p>
                            <ShownCards hand={hand} />
                        </div>
                    </li>
                ))}
            </ol>
        </section>
    );
}
