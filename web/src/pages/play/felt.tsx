// The table: the dealer at the far side, the seats in an arc, and in front of you the seat that is in view, large, with its spots.
// It draws a picture (picture.ts) and knows no rule. As at a real table, the first seat is at the dealer's left, which is the
// right of those who look at the dealer.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { money, moneyChange } from "../../kit/money";
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

// "+$49", "-$5"; `even` is the word for neither.
export const signed = (cents: number, even = words.even): string => (cents === 0 ? even : moneyChange(cents, "whole"));

export function Net({ cents, even = words.even, name }: { cents: number | null; even?: string; name?: string }) {
    if (cents === null) return null;
    return <span class={`net net-${cents > 0 ? "won" : cents < 0 ? "lost" : "even"}`}>{name && `${name} `}{signed(cents, even)}</span>;
}

function Cards({ cards, label }: { cards: readonly (string | null)[]; label: string }) {
    return (
        <div class="cards" role="group" aria-label={label}>
            {cards.map((card, at) => <FeltCard key={at} card={card} />)}
        </div>
    );
}

function Dealer({ picture, waits }: { picture: Picture; waits: boolean }) {
    return (
        <div class="dealer">
            <Cards cards={picture.dealer.cards} label={words.dealersCards} />
            <p class="dealer-says">{picture.dealer.says || (waits ? words.placeBets : words.dealer)}</p>
        </div>
    );
}

// How far something stands from the middle of an arc: the outer ones nearer to the dealer, by at most `most` pixels.
function bend(at: number, count: number, most: number): string {
    if (count < 2) return "0px";
    const side = (2 * at) / (count - 1) - 1;
    return `${Math.round(-side * side * most)}px`;
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
    const box = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        const [own, arc] = [box.current, box.current?.closest(".arc")];
        if (!isFocus || !own || !arc) return;
        const [here, there] = [own.getBoundingClientRect(), arc.getBoundingClientRect()];
        arc.scrollLeft += here.left + here.width / 2 - there.left - there.width / 2;
    }, [isFocus]);
    const classes = ["small-seat"];
    if (isTurn) classes.push("small-seat-turn");
    if (seat.folded) classes.push("small-seat-folded");
    return (
        <button ref={box} type="button" class={classes.join(" ")} aria-pressed={isFocus} aria-label={words.showSeat(seat.seat, seat.name)} onClick={onFocus}>
            <span class="small-cards" aria-hidden="true">
                {seat.cards.map((card, at) => <FeltCard key={at} card={card} />)}
            </span>
            <span class="small-name"><i>{seat.seat}</i>{seat.name}</span>
            <span class="small-state">{stateOf(seat, isTurn)}</span>
        </button>
    );
}

interface SpotProps {
    wager: string;
    label: string;
    cents: number;
    result: number | null;
    wrong: boolean;
    bent: string;
    onTap: ((back: boolean) => void) | undefined;
}

function Spot({ wager, label, cents, result, wrong, bent, onTap }: SpotProps) {
    const key = keyOfSpot(wager);
    const face = (
        <>
            <span class="spot-ring" aria-hidden="true">
                {cents > 0 ? <ChipStack cents={cents} /> : onTap && key ? <kbd>{key.toUpperCase()}</kbd> : result !== null && <span class="spot-star">★</span>}
            </span>
            <span class="spot-label">{label}</span>
            <Net cents={result} even={words.push} />
        </>
    );
    const classes = `spot spot-${wager}${wrong ? " spot-wrong" : ""}${result !== null ? (result > 0 ? " spot-won" : result < 0 ? " spot-lost" : "") : ""}`;
    const name = words.spot(label, money(cents, "whole"));
    const style = { "--bend": bent };
    if (!onTap) return <div class={classes} style={style} role="img" aria-label={result === null ? name : words.spotResult(name, signed(result, words.push))}>{face}</div>;
    return (
        <button
            type="button"
            class={classes}
            style={style}
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

// The Ante and what goes with it, the Play wager, the side bets, then bonuses that were settled without a stake. When nothing can
// be put down, only what lies there.
function spotsOf(game: PlayGame, seat: SeatPicture, all: boolean): { wager: string; label: string }[] {
    const own = game.wagers.filter((wager, at) => at === 0 || wager["with-ante"]);
    const side = game.wagers.filter((wager) => !own.includes(wager));
    const spots = [...own, { wager: "play", label: words.playSpot }, ...side];
    if (all) return spots;
    const bonuses = Object.keys(seat.results).filter((wager) => !spots.some((spot) => spot.wager === wager));
    return [...spots, ...bonuses.map((wager) => ({ wager, label: words.nameOf(wager) }))].filter(({ wager }) => wager === "ante" || wager === "play" || (seat.wagers[wager] ?? 0) > 0 || bonuses.includes(wager));
}

function LargeSeat({ seat, props }: { seat: SeatPicture; props: FeltProps }) {
    const { game, onSpot } = props;
    const spots = spotsOf(game, seat, onSpot !== undefined);
    return (
        <section class={`large-seat${seat.folded ? " large-seat-folded" : ""}`} aria-label={words.seatOf(seat.seat, seat.name)}>
            <div class="large-hand">
                <Cards cards={seat.cards} label={words.cardsOf(seat.name)} />
                <p class="large-says" aria-live="polite">{seat.says}</p>
            </div>
            <div class="spots" role="group" aria-label={words.spots}>
                {spots.map(({ wager, label }, at) => (
                    <Spot
                        key={wager}
                        wager={wager}
                        label={label}
                        cents={seat.wagers[wager] ?? 0}
                        result={seat.results[wager] ?? null}
                        wrong={props.wrong === wager}
                        bent={bend(at, spots.length, spots.length > 4 ? 4 * spots.length : 0)}
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

// What is printed on the felt.
function Print({ title }: { title: string }) {
    return (
        <svg class="felt-print" viewBox="0 0 800 84" aria-hidden="true" focusable="false">
            <path id="felt-arc" d="M20 28 Q400 110 780 28" fill="none" />
            <text><textPath href="#felt-arc" startOffset="50%" text-anchor="middle">{title} · {words.playMoneyPrint}</textPath></text>
        </svg>
    );
}

export function Felt(props: FeltProps) {
    const { picture, game, focus, turn } = props;
    const seat = picture.seats.find((known) => known.seat === focus) ?? picture.seats[0];
    const count = picture.seats.length;
    return (
        <div class="felt">
            <span class="shoe" aria-hidden="true" />
            <Dealer picture={picture} waits={props.onSpot !== undefined} />
            <div class="felt-middle">
                {count === 1 && <Print title={game.title} />}
                {props.children}
            </div>
            {count > 1 && (
                <div class={`arc arc-${count}`} role="group" aria-label={words.seats}>
                    {picture.seats.map((known, at) => (
                        <div key={known.seat} class="arc-place" style={{ transform: `translateY(${bend(at, count, 26)})` }}>
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
