// The second person: what was shown and who verified it, what will be awarded to whom, and whether you are another person.
// What will be awarded is a dry run of the very command, and is asked again when somebody else signs in here.
import { useEffect, useState } from "preact/hooks";
import { dryRun } from "../../kit/api";
import { Button } from "../../kit/button";
import { CardFace } from "../../kit/card-picker";
import { Dialog } from "../../kit/dialog";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { session } from "../../kit/session";
import type { Hand, HouseEvent, Reply } from "../../kit/shapes";
import { dateAndTime } from "../../kit/time";
import { capital, ruleNote } from "../../kit/titles";
import { useCommand } from "../../kit/use-command";
import { strings } from "../../strings";
import { askToSwitchUser } from "./switch-user";
import { cardsIn, eventOfHand, settledWith } from "./room";
import { events, hands, mayDo, personName } from "./state";
import { HandHead } from "./verify";

const words = strings.floor.authorise;

interface PrizeRow { patron?: string; seat?: number; share?: string; cents?: number; thing?: string; things?: number }

const eventIn = (told: readonly HouseEvent[] | undefined, kind: string): Record<string, unknown> | null =>
    told?.find((one) => one.kind === kind)?.event ?? null;

export function ShownCards({ hand }: { hand: Hand }) {
    const verified = eventOfHand(events.value, "hand-verified", hand.hand);
    if (!verified) return <p class="soft">{words.notKept}</p>;
    const parts: [string, string[]][] = [
        ["", cardsIn(verified["cards"])],
        [words.board, cardsIn(verified["board"])],
        [words.winner, cardsIn(verified["winner"])],
        [words.banker, cardsIn(verified["banker"])],
    ];
    const shown = parts.filter(([, cards]) => cards.length > 0);
    return (
        <div class="floor-shown">
            {shown.map(([label, cards]) => (
                <div key={label} class="floor-shown-part">
                    {label && <span class="soft">{label}</span>}
                    <span class="floor-shown-cards">{cards.map((card, at) => <CardFace key={`${card}${at}`} card={card} />)}</span>
                </div>
            ))}
            {shown.length === 0 && <p class="soft">{typeof verified["cards"] === "string" ? verified["cards"] : words.byRow}</p>}
            {typeof verified["why"] === "string" && <p class="soft">{capital(verified["why"])}</p>}
        </div>
    );
}

// By the name that the table knows, where it is one of those who sit there.
function winnerWords(prize: PrizeRow): string {
    if (!prize.patron) return strings.floor.unknownPatron;
    const name = hands.value.find((hand) => hand.patron === prize.patron)?.name;
    return name ? `${name} (${prize.patron})` : prize.patron;
}

function Outcome({ reply }: { reply: Reply }) {
    const awarded = eventIn(reply.events, "awarded");
    const posted = eventIn(reply.events, "hand-on-board");
    if (posted) {
        const ends = dateAndTime(String(posted["ends"] ?? "")), points = Number(posted["points"] ?? 0);
        return <p class="floor-verdict-hand">{points > 0 ? words.earned(points, ends) : words.posted(ends)}</p>;
    }
    if (!awarded) return null;
    const prizes = (awarded["prizes"] as PrizeRow[] | undefined) ?? [];
    const total = prizes.reduce((sum, prize) => sum + (prize.cents ?? 0), 0);
    return (
        <>
            {total > 0 && <p class="floor-verdict-prize">{money(total)}</p>}
            <ul class="floor-prizes">
                {prizes.map((prize, at) => (
                    <li key={at}>
                        <span>{words.to(winnerWords(prize), prize.seat ?? 0)}<small>{prize.share}</small></span>
                        <b class="amount number">{prize.thing ? strings.floor.awardsTab.things(prize.things ?? 1, prize.thing) : money(prize.cents ?? 0)}</b>
                    </li>
                ))}
            </ul>
            <p class="soft">
                {typeof awarded["meter"] === "number" && awarded["meter"] > 0 && <>{words.meterBefore(money(awarded["meter"]))}. </>}
                <span class="floor-clause">{ruleNote(String(awarded["clause"] ?? ""))}</span>
            </p>
        </>
    );
}

// What authorising would do, for whoever is signed in now.
function useOutcome(hand: Hand, who: string): { reply: Reply | null; problem: Problem | null } {
    const [outcome, setOutcome] = useState<{ reply: Reply | null; problem: Problem | null }>({ reply: null, problem: null });
    useEffect(() => {
        let here = true;
        setOutcome({ reply: null, problem: null });
        dryRun({ do: "authorise", hand: hand.hand }).then(
            (reply) => here && setOutcome({ reply, problem: null }),
            (thrown: unknown) => here && setOutcome({ reply: null, problem: asProblem(thrown) }),
        );
        return () => {
            here = false;
        };
    }, [hand.hand, who, hands.value]);
    return outcome;
}

function doneWords(reply: Reply): string {
    const awarded = eventIn(reply.events, "awarded");
    if (!awarded) return words.donePosted;
    const prizes = (awarded["prizes"] as PrizeRow[] | undefined) ?? [];
    const cents = prizes.reduce((sum, prize) => sum + (prize.cents ?? 0), 0);
    return words.done(cents > 0 ? money(cents) : prizes.map((prize) => prize.thing).filter(Boolean).join(", "));
}

export function AuthoriseDialog({ hand, onClose, onReject }: { hand: Hand; onClose: () => void; onReject: () => void }) {
    const me = session.value?.person ?? "";
    const same = me === hand["verified-by"];
    const { reply, problem } = useOutcome(hand, me);
    const sending = useCommand();
    const together = settledWith(hand, hands.value);
    const authorise = async (): Promise<void> => {
        if (await sending.ask({ do: "authorise", hand: hand.hand }, doneWords)) onClose();
    };
    return (
        <Dialog
            title={words.title(hand.hand)}
            open
            wide
            onClose={onClose}
            actions={
                <>
                    <Button tone="danger" disabled={!mayDo("reject-hand")} onPress={onReject}>{strings.floor.verify.reject}</Button>
                    {same
                        ? <Button tone="primary" size="large" onPress={askToSwitchUser}>{words.switchFirst}</Button>
                        : <Button tone="gold" size="large" busy={sending.busy} disabled={!reply} onPress={() => void authorise()}>{words.confirm}</Button>}
                </>
            }
        >
            <HandHead hand={hand} />
            <div class="floor-authorise">
                <section aria-label={words.shown} class="stack">
                    <h3>{words.shown}</h3>
                    {together.map((one) => (
                        <div key={one.hand} class="stack">
                            {together.length > 1 && <p><b>{strings.floor.hand(one.hand)}</b></p>}
                            {one.rows.map((row) => <p key={row.row} class="floor-verdict-hand">{capital(row.hand)} <span class="amount">{row.prize}</span></p>)}
                            <ShownCards hand={one} />
                        </div>
                    ))}
                    {together.length > 1 && <p class="soft">{words.withOthers(together.length)}</p>}
                </section>
                <div class="stack">
                    <ol class="floor-persons">
                        <li><span aria-hidden="true">1</span>{words.verifiedBy(personName(hand["verified-by"]))}</li>
                        <li class={same ? "floor-person-same" : ""}><span aria-hidden="true">2</span>{same ? words.same(session.value?.name ?? me) : words.youAre(session.value?.name ?? me)}</li>
                    </ol>
                    {!same && (
                        <section class={reply ? "floor-verdict floor-verdict-wins" : "floor-verdict"} aria-label={words.pays} aria-live="polite">
                            <h3>{words.pays}</h3>
                            {reply && <Outcome reply={reply} />}
                            {!reply && !problem && <p class="soft">{strings.floor.verify.asking}</p>}
                            <ProblemNote problem={problem} />
                        </section>
                    )}
                    <ProblemNote problem={sending.problem} />
                </div>
            </div>
        </Dialog>
    );
}
