// Hands of a period that runs: what stands on each board, what was beaten there or cannot win, and who has how many points. A
// hand that was misread, or earned its points by mistake, is taken back here until the period is settled.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countdown } from "../../kit/countdown";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { Field } from "../../kit/field";
import type { Hand, Reply } from "../../kit/shapes";
import { timeOfDay } from "../../kit/time";
import { useCountersigned } from "../../kit/use-command";
import { strings } from "../../strings";
import { ShownCards } from "./authorise";
import { boardsOf, type BoardNow, type Player } from "./room";
import { mayDo, standing } from "./state";
import { holderWords } from "./tools";

const words = strings.floor.boardsTab;

export function Boards() {
    const [taking, setTaking] = useState<number | null>(null);
    const boards = boardsOf(standing.value);
    const hand = standing.value.find((known) => known.hand === taking);
    if (boards.length === 0) return <p class="soft">{words.none}</p>;
    return (
        <div class="stack">
            <p class="soft">{words.note}</p>
            {mayTakeBack() && <p class="soft">{words.takeBackNote}</p>}
            {boards.map((board) => <Board key={board.offer} board={board} onTake={setTaking} />)}
            {hand && <TakeBack key={hand.hand} hand={hand} onClose={() => setTaking(null)} />}
        </div>
    );
}

// Who may verify; the second person signs in the form.
const mayTakeBack = (): boolean => mayDo("verify-hand");

function Board({ board, onTake }: { board: BoardNow; onTake: (hand: number) => void }) {
    return (
        <section class="panel stack" aria-label={board.title}>
            <header class="floor-board-head">
                <h3>{board.title}</h3>
                {board.ends && <p class="soft">{words.ends} <Countdown until={board.ends} label={words.ends} /></p>}
            </header>
            {board.posted.length > 0 && (
                <ol class="floor-board">
                    {board.posted.map((hand) => (
                        <li key={hand.hand}>
                            <span class="floor-board-place">{words.place(hand.place ?? 1)}</span>
                            <StandingHand hand={hand} onTake={onTake}>{hand.place === 1 && <Badge tone="gold">{words.best}</Badge>}</StandingHand>
                        </li>
                    ))}
                </ol>
            )}
            {board.players.length > 0 && <ol class="floor-board">{board.players.map((player) => <PlayerRow key={player.patron} player={player} onTake={onTake} />)}</ol>}
            {board.beaten.length > 0 && <OtherHands label={words.beaten(board.beaten.length)} hands={board.beaten} onTake={onTake} />}
            {board.unable.length > 0 && <OtherHands label={words.unable(board.unable.length)} hands={board.unable} onTake={onTake} />}
        </section>
    );
}

function OtherHands({ label, hands, onTake }: { label: string; hands: Hand[]; onTake: (hand: number) => void }) {
    return (
        <details class="floor-more">
            <summary>{label}</summary>
            <ul class="floor-board floor-board-more">
                {hands.map((hand) => <li key={hand.hand}><StandingHand hand={hand} onTake={onTake} /></li>)}
            </ul>
        </details>
    );
}

function PlayerRow({ player, onTake }: { player: Player; onTake: (hand: number) => void }) {
    return (
        <li>
            <span class="floor-board-place">{words.place(player.place)}</span>
            <details class="floor-more">
                <summary>
                    <b>{player.name || player.patron}</b> <Badge tone={player.place === 1 ? "gold" : "plain"}>{words.points(player.points)}</Badge>
                    <span class="soft"> {words.hands(player.hands.length)}</span>
                </summary>
                <ul class="floor-board floor-board-more">
                    {player.hands.map((hand) => (
                        <li key={hand.hand}><StandingHand hand={hand} onTake={onTake}><Badge>{words.points(hand.points ?? 0)}</Badge></StandingHand></li>
                    ))}
                </ul>
            </details>
        </li>
    );
}

// A hand with its cards, what is said of it, and the button that takes it back.
function StandingHand({ hand, onTake, children }: { hand: Hand; onTake: (hand: number) => void; children?: ComponentChildren }) {
    return (
        <article class="stack" aria-label={strings.floor.hand(hand.hand)}>
            <div class="floor-standing">
                <p><b>{hand.table}</b> {holderWords(hand)} <span class="soft">{timeOfDay(hand.at)}</span> {children}</p>
                {mayTakeBack() && <Button label={words.takeBackLabel(hand.hand)} onPress={() => onTake(hand.hand)}>{words.takeBack}</Button>}
            </div>
            <ShownCards hand={hand} />
        </article>
    );
}

// ------------------------------------------------------------------------------------------ taking back

function whatItMeans(hand: Hand): string {
    if (hand.points) return words.losesPoints(words.points(hand.points));
    if (hand.state === "void") return words.leavesVoid;
    return hand.state === "beaten" ? words.leavesBeaten : words.leavesBoard;
}

// With the hands that stand again because of it.
function doneWords(hand: Hand, reply: Reply): string {
    const again = (reply.events ?? []).filter((told) => told.kind === "hand-on-board").map((told) => Number(told.event["hand"]));
    return hand.points ? words.pointsTakenBack(hand.hand, words.points(hand.points)) : words.takenBack(hand.hand, again);
}

function TakeBack({ hand, onClose }: { hand: Hand; onClose: () => void }) {
    const [reason, setReason] = useState("");
    const sending = useCountersigned();
    const send = async (): Promise<void> => {
        const asked = { do: "reject-hand", hand: hand.hand, reason: reason.trim() };
        if (await sending.ask(asked, (reply) => doneWords(hand, reply))) onClose();
    };
    return (
        <DeedDialog
            title={words.takeBackTitle(hand.hand)}
            confirm={words.takeBackConfirm}
            tone="danger"
            ready={reason.trim() !== "" && sending.signed}
            busy={sending.busy}
            problem={sending.problem}
            onConfirm={() => void send()}
            onClose={onClose}
        >
            <p><b>{hand.table}</b> {holderWords(hand)}</p>
            <ShownCards hand={hand} />
            <p>{whatItMeans(hand)}</p>
            <Field label={strings.floor.reason} hint={words.reasonHint} value={reason} onInput={setReason} required autofocus />
            <Countersign note={words.signs} signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}
