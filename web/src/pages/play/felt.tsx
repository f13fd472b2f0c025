// The table: the dealer at the far side, the seats in an arc, and in front of you the seat that is in view, large, with its spots.
// It draws a picture (picture.ts) and knows no rule. As at a real table, the first seat is at the dealer's left, which is the
// right of those who look at the dealer.
import type { ComponentChildren } from "preact";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { money } from "../../kit/money";
import { FeltCard } from "./card";
import { ChipStack } from "./chips-drawn";
import { keyOfSpot } from "./keyboard";
import type { Picture, SeatPicture } from "./picture";
import type { PlayGame } from "./shapes";

const words = strings.play;

export interface FeltProps {
    picture: Picture;
    game: PlayGame;
    focus: number;
    turn: number; // 0: nobody's
    onFocus?: (seat: number) => void;
    onSpot?: (wager: string, back: boolean) => void; // where chips can be put down
    wrong?: string; // the spot whose wager was refused
    children?: ComponentChildren; // in the middle of the table
}

export const signed = (cents: number): string => `${cents > 0 ? "+" : cents < 0 ? "−" : "±"}${money(Math.abs(cents), "whole")}`;

function Net({ cents }: { cents: number | null }) {
    if (cents === null) return null;
    return <span class={`net net-${cents > 0 ? "won" : cents < 0 ? "lost" : "even"}`}>{signed(cents)}</span>;
}

function Cards({ cards, label }: { cards: readonly (string | null)[]; label: string }) {
    return (
        <div class="cards" role="group" aria-label={label}>
            {cards.map((card, at) => <FeltCard key={at} card={card} />)}
        </div>
    );
}

function Dealer({ picture, title }: { picture: Picture; title: string }) {
    return (
        <div class="dealer">
            <Cards cards={picture.dealer.cards} label={words.dealersCards} />
            <p class="dealer-says">{picture.dealer.says || (picture.dealer.cards.length > 0 ? words.dealer : title)}</p>
        </div>
    );
}

// How far a seat stands from the middle of the arc: the outer ones nearer to the dealer.
function bend(at: number, count: number): string {
    if (count < 2) return "0";
    const side = (2 * at) / (count - 1) - 1;
    return `${-side * side * 26}px`;
}

function stateOf(seat: SeatPicture, isTurn: boolean): ComponentChildren {
    if (seat.net !== null) return <Net cents={seat.net} />;
    if (isTurn) return <Badge tone="gold">{words.turn}</Badge>;
    if (seat.folded) return <Badge>{words.folded}</Badge>;
    if (seat.played) return <Badge tone="good">{words.played}</Badge>;
    const staked = Object.values(seat.wagers).reduce((sum, cents) => sum + cents, 0);
    return staked > 0 ? <span class="seat-staked">{money(staked, "whole")}</span> : null;
}

function SmallSeat({ seat, isFocus, isTurn, onFocus }: { seat: SeatPicture; isFocus: boolean; isTurn: boolean; onFocus: (() => void) | undefined }) {
    const classes = ["small-seat"];
    if (isTurn) classes.push("small-seat-turn");
    if (seat.folded) classes.push("small-seat-folded");
    return (
        <button type="button" class={classes.join(" ")} aria-pressed={isFocus} aria-label={words.showSeat(seat.seat, seat.name)} onClick={onFocus}>
            <span class="small-cards" aria-hidden="true">
                {seat.cards.map((card, at) => <FeltCard key={at} card={card} />)}
            </span>
            <span class="small-name"><i>{seat.seat}</i>{seat.name}</span>
            <span class="small-state">{stateOf(seat, isTurn)}</span>
        </button>
    );
}

interface SpotProps { wager: string; label: string; cents: number; result: number | null; wrong: boolean; onTap: ((back: boolean) => void) | undefined }

function Spot({ wager, label, cents, result, wrong, onTap }: SpotProps) {
    const key = keyOfSpot(wager);
    const face = (
        <>
            <span class="spot-ring" aria-hidden="true">
                {cents > 0 ? <ChipStack cents={cents} /> : onTap && key ? <kbd>{key.toUpperCase()}</kbd> : null}
            </span>
            <span class="spot-label">{label}</span>
            {result !== null && <Net cents={result} />}
        </>
    );
    const classes = `spot spot-${wager}${wrong ? " spot-wrong" : ""}${result !== null ? (result > 0 ? " spot-won" : result < 0 ? " spot-lost" : "") : ""}`;
    const name = words.spot(label, money(cents, "whole"));
    if (!onTap) return <div class={classes} role="img" aria-label={result === null ? name : words.spotResult(name, signed(result))}>{face}</div>;
    return (
        <button
            type="button"
            class={classes}
            aria-label={name}
            aria-keyshortcuts={key || undefined}
            onClick={() => onTap(false)}
            onContextMenu={(event) => {
                event.preventDefault();
                onTap(true);
            }}
        >
            {face}
        </button>
    );
}

function LargeSeat({ seat, props }: { seat: SeatPicture; props: FeltProps }) {
    const { game, onSpot } = props;
    const spots = [...game.wagers.slice(0, 1), ...game.wagers.slice(1).filter((wager) => wager["with-ante"]), { wager: "play", label: words.playSpot },
        ...game.wagers.slice(1).filter((wager) => !wager["with-ante"])];
    return (
        <section class={`large-seat${seat.folded ? " large-seat-folded" : ""}`} aria-label={words.seatOf(seat.seat, seat.name)}>
            <div class="large-hand">
                <Cards cards={seat.cards} label={words.cardsOf(seat.name)} />
                <p class="large-says" aria-live="polite">{seat.says}</p>
            </div>
            <div class="spots" role="group" aria-label={words.spots}>
                {spots.map(({ wager, label }) => (
                    <Spot
                        key={wager}
                        wager={wager}
                        label={label}
                        cents={seat.wagers[wager] ?? 0}
                        result={seat.results[wager] ?? null}
                        wrong={props.wrong === wager}
                        onTap={onSpot && wager !== "play" ? (back) => onSpot(wager, back) : undefined}
                    />
                ))}
            </div>
            <p class="large-name">
                <b><i>{seat.seat}</i>{seat.name}</b>
                {seat.stack !== null && <span class="large-stack">{words.stackOf(money(seat.stack, "whole"))}</span>}
                <Net cents={seat.net} />
            </p>
        </section>
    );
}

export function Felt(props: FeltProps) {
    const { picture, game, focus, turn } = props;
    const seat = picture.seats.find((known) => known.seat === focus) ?? picture.seats[0];
    const count = picture.seats.length;
    return (
        <div class="felt">
            <svg class="felt-print" viewBox="0 0 1000 300" preserveAspectRatio="xMidYMid meet" aria-hidden="true" focusable="false">
                <path id="felt-arc" d="M60 40 Q500 300 940 40" fill="none" />
                <text><textPath href="#felt-arc" startOffset="50%" text-anchor="middle">{game.title} · {words.playMoneyPrint}</textPath></text>
            </svg>
            <span class="shoe" aria-hidden="true" />
            <Dealer picture={picture} title={game.title} />
            <div class="felt-middle">{props.children}</div>
            {count > 1 && (
                <div class={`arc arc-${count}`} role="group" aria-label={words.seats}>
                    {picture.seats.map((known, at) => (
                        <div key={known.seat} class="arc-place" style={{ marginTop: bend(at, count) }}>
                            <SmallSeat
                                seat={known}
                                isFocus={known.seat === seat?.seat}
                                isTurn={known.seat === turn}
                                onFocus={props.onFocus && (() => props.onFocus?.(known.seat))}
                            />
                        </div>
                    ))}
                </div>
            )}
            {seat && <LargeSeat key={seat.seat} seat={seat} props={props} />}
        </div>
    );
}
