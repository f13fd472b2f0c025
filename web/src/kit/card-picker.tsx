// A deck to tap. Arrows walk it, Enter or the space bar takes a card, typing rank and suit ("a" then "s") takes it too,
// Backspace takes the last one back. `taken` are cards that somebody else has. With several decks a card can be taken more
// than once, and is taken back where it lies.
import { useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import { Button } from "./button";
import { cardsAfter, cardWords, isRed, JOKER, rankFace, RANKS, SUIT_SIGNS, SUITS, typed } from "./cards";

export interface CardPickerProps {
    cards: readonly string[];
    onCards: (cards: string[]) => void;
    most: number;
    jokers?: boolean;
    decks?: number;
    taken?: readonly string[];
    label?: string;
}

export function CardFace({ card }: { card: string }) {
    return (
        <span class={isRed(card) ? "card card-red" : "card"} role="img" aria-label={cardWords(card)}>
            <Face card={card} />
        </span>
    );
}

function Face({ card }: { card: string }) {
    if (card === JOKER) return <span class="card-joker" aria-hidden="true">★</span>;
    return (
        <span aria-hidden="true">
            <b>{rankFace(card)}</b>
            <i>{SUIT_SIGNS[card[1] ?? ""]}</i>
        </span>
    );
}

export function CardPicker(props: CardPickerProps) {
    const { cards, most, decks = 1, taken = [], label = strings.cards.deck } = props;
    const rows = [...SUITS.map((suit) => RANKS.map((rank) => rank + suit)), ...(props.jokers ? [[JOKER]] : [])];
    const grid = useRef<HTMLDivElement>(null);
    const [at, setAt] = useState({ row: 0, column: 0 });
    const waiting = useRef("");

    const timesIn = (list: readonly string[], card: string): number => list.filter((other) => other === card).length;
    const isGone = (card: string): boolean =>
        timesIn(taken, card) >= decks || (decks > 1 && timesIn(taken, card) + timesIn(cards, card) >= decks);
    const take = (card: string): void => {
        if (!isGone(card)) props.onCards(cardsAfter(cards, card, most, decks));
    };
    const walk = (down: number, right: number): void => {
        const row = Math.min(rows.length - 1, Math.max(0, at.row + down));
        const column = Math.min(rows[row]!.length - 1, Math.max(0, at.column + right));
        setAt({ row, column });
        grid.current?.querySelector<HTMLElement>(`[data-card="${rows[row]![column]}"]`)?.focus();
    };
    const onKey = (event: KeyboardEvent): void => {
        const steps: Record<string, [number, number]> = {
            ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99],
        };
        const step = steps[event.key];
        if (step) walk(...step);
        else if (event.key === "Backspace") props.onCards(cards.slice(0, -1));
        else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
            const { rank, card } = typed(waiting.current, event.key);
            waiting.current = rank;
            if (card) take(card);
        } else return;
        event.preventDefault();
    };

    return (
        <div class="card-picker" onKeyDown={onKey}>
            <div class="card-picker-chosen">
                <div class="card-picker-cards" role="group" aria-label={strings.cards.chosen} aria-live="polite">
                    {cards.map((card, place) => (
                        <button
                            key={`${card}${place}`}
                            type="button"
                            class={isRed(card) ? "card card-red" : "card"}
                            aria-label={strings.cards.remove(cardWords(card))}
                            onClick={() => props.onCards(cards.filter((_, other) => other !== place))}
                        >
                            <Face card={card} />
                        </button>
                    ))}
                    {cards.length === 0 && <p class="card-picker-none">{strings.cards.none}</p>}
                </div>
                <span class="card-picker-count">{strings.cards.count(cards.length, most)}</span>
                <Button size="small" tone="quiet" disabled={cards.length === 0} onPress={() => props.onCards([])}>{strings.cards.clear}</Button>
            </div>
            <div ref={grid} class="card-picker-deck" role="grid" aria-label={label}>
                {rows.map((row, rowAt) => (
                    <div key={rowAt} role="row" class="card-picker-row">
                        {row.map((card, column) => (
                            <div key={card} role="gridcell">
                                <button
                                    type="button"
                                    class={isRed(card) ? "card card-red" : "card"}
                                    data-card={card}
                                    tabIndex={rowAt === at.row && column === at.column ? 0 : -1}
                                    aria-label={cardWords(card)}
                                    aria-pressed={cards.includes(card)}
                                    disabled={isGone(card) || (cards.length >= most && (decks > 1 || !cards.includes(card)))}
                                    onFocus={() => setAt({ row: rowAt, column })}
                                    onClick={() => take(card)}
                                >
                                    <Face card={card} />
                                </button>
                            </div>
                        ))}
                    </div>
                ))}
            </div>
        </div>
    );
}
