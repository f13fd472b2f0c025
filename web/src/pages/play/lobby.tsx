// Before a table: which game, who sits where, which paytables, and whether to play or to deal.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { Field, Select } from "../../kit/field";
import { MoneyField } from "../../kit/format-fields";
import { ProblemNote } from "../../kit/problem-note";
import { parseMoney } from "../../kit/money";
import { busy, games, openTable, problem } from "./state";
import type { Mode, PlayGame, Who } from "./shapes";

const words = strings.play;
const SEATS_MAX = 6;

interface Place { name: string; who: Who }

const firstPlaces = (mode: Mode): Place[] => mode === "play"
    ? [{ name: words.you, who: "person" }]
    : (["simple", "best", "simple"] as const).map((who, at) => ({ name: words.computerNames[at] ?? "", who }));

// Four of five cards, and a straight flush of four: what each game is about.
const ART: Record<string, string[]> = { "crazy-4-poker": ["A♠", "A♥", "7♣", "A♦", "A♣"], "four-card-poker": ["9♥", "10♥", "J♥", "Q♥"] };

function GameCard({ game, chosen, onChoose }: { game: PlayGame; chosen: boolean; onChoose: () => void }) {
    return (
        <button type="button" class="lobby-game" aria-pressed={chosen} onClick={onChoose}>
            <span class={`lobby-art lobby-art-${game.game}`} aria-hidden="true">
                {(ART[game.game] ?? []).map((card) => <i key={card} class={/[♥♦]/.test(card) ? "lobby-red" : ""}>{card}</i>)}
            </span>
            <b>{game.title}</b>
            <small>{game.wagers.map((wager) => wager.label).join(" · ")}</small>
        </button>
    );
}

function Places({ mode, places, onPlaces }: { mode: Mode; places: Place[]; onPlaces: (places: Place[]) => void }) {
    const change = (at: number, place: Partial<Place>): void => onPlaces(places.map((old, index) => (index === at ? { ...old, ...place } : old)));
    const add = (): void => {
        const name = words.computerNames.find((known) => !places.some((place) => place.name === known)) ?? words.seat(places.length + 1);
        onPlaces([...places, { name, who: places.length % 2 === 1 ? "best" : "simple" }]);
    };
    const kinds: Who[] = mode === "play" ? ["person", "best", "simple"] : ["best", "simple"];
    return (
        <fieldset class="lobby-seats">
            <legend>{words.seats}</legend>
            {places.map((place, at) => (
                <div key={at} class="lobby-seat">
                    <span class="lobby-number" aria-hidden="true">{at + 1}</span>
                    <Field label={words.nameOfSeat(at + 1)} value={place.name} maxLength={12} onInput={(name) => change(at, { name })} />
                    <Select
                        label={words.whoAtSeat(at + 1)}
                        value={place.who}
                        onChange={(who) => change(at, { who: who as Who })}
                        choices={kinds.map((who) => ({ value: who, words: words.who[who] }))}
                    />
                    <Button tone="quiet" label={words.removeSeat(at + 1)} disabled={places.length === 1} onPress={() => onPlaces(places.filter((_, index) => index !== at))}>×</Button>
                </div>
            ))}
            <Button disabled={places.length >= SEATS_MAX} onPress={add}>{words.addSeat}</Button>
        </fieldset>
    );
}

interface SettingsProps { game: PlayGame; chosen: Record<string, string>; onChosen: (chosen: Record<string, string>) => void }

function Tables({ game, chosen, onChosen }: SettingsProps) {
    const first = (wager: string): string => game.paytables.find((paytable) => paytable.wager === wager)?.name ?? "";
    return (
        <>
            {game.choices.map(({ wager, paytables }) => (
                <Select
                    key={wager}
                    label={words.paytableOf(game.wagers.find((known) => known.wager === wager)?.label ?? wager)}
                    value={chosen[wager] ?? first(wager)}
                    onChange={(name) => onChosen({ ...chosen, [wager]: name })}
                    choices={paytables.map((paytable) => ({ value: paytable.name, words: words.paytableName(paytable.name, paytable.rows[0]?.pays ?? "") }))}
                />
            ))}
        </>
    );
}

function LeftOut({ game, without, onWithout }: { game: PlayGame; without: string[]; onWithout: (without: string[]) => void }) {
    if (game.without.length === 0) return null;
    return (
        <fieldset class="lobby-without">
            <legend>{words.leaveOut}</legend>
            {game.without.map((name) => (
                <label key={name}>
                    <input
                        type="checkbox"
                        checked={without.includes(name)}
                        onChange={(event) => onWithout(event.currentTarget.checked ? [...without, name] : without.filter((other) => other !== name))}
                    />
                    {words.nameOf(name)}
                </label>
            ))}
        </fieldset>
    );
}

export function Lobby() {
    const [mode, setMode] = useState<Mode>("play");
    const [name, setName] = useState("");
    const [places, setPlaces] = useState(firstPlaces("play"));
    const [stack, setStack] = useState("500");
    const [seed, setSeed] = useState("");
    const [tables, setTables] = useState<Record<string, string>>({});
    const [without, setWithout] = useState<string[]>([]);
    const list = games.value;
    if (!list) return <p class="soft" role="status">{strings.kit.loading}</p>;
    const game = list.find((known) => known.game === name) ?? list[0]!;
    const cents = parseMoney(stack);
    const choose = (other: Mode): void => {
        setMode(other);
        setPlaces(firstPlaces(other));
    };
    const open = (): void => {
        if (cents === null) return;
        void openTable({
            game: game.game, mode, stack: cents,
            seats: places.map((place, at) => ({ name: place.name.trim() || words.seat(at + 1), who: place.who })),
            ...(seed.trim() ? { seed: seed.trim() } : {}),
            ...(Object.keys(tables).length > 0 ? { tables: Object.values(tables) } : {}),
            ...(without.length > 0 ? { without } : {}),
        });
    };
    return (
        <form
            class="lobby"
            onSubmit={(event) => {
                event.preventDefault();
                open();
            }}
        >
            <header>
                <h1>{words.lobbyHeading}</h1>
                <p class="soft">{words.lobbyNote}</p>
            </header>
            <div class="lobby-games" role="group" aria-label={words.whichGame}>
                {list.map((known) => (
                    <GameCard
                        key={known.game}
                        game={known}
                        chosen={known.game === game.game}
                        onChoose={() => {
                            setName(known.game);
                            setTables({});
                            setWithout([]);
                        }}
                    />
                ))}
            </div>
            <div class="lobby-modes" role="group" aria-label={words.whichMode}>
                {(["play", "train"] as const).map((known) => (
                    <button key={known} type="button" class="lobby-mode" aria-pressed={mode === known} onClick={() => choose(known)}>
                        <b>{words.modes[known]}</b>
                        <small>{words.modeNotes[known]}</small>
                    </button>
                ))}
            </div>
            <div class="panel lobby-panel">
                <Places mode={mode} places={places} onPlaces={setPlaces} />
                <details class="lobby-more">
                    <summary>{words.more}</summary>
                    <div class="lobby-settings">
                        <MoneyField label={words.stack} value={stack} onInput={setStack} fault={cents === null ? words.noAmount : ""} />
                        <Field label={words.seed} value={seed} maxLength={19} inputmode="numeric" hint={words.seedHint} onInput={setSeed} />
                        <Tables game={game} chosen={tables} onChosen={setTables} />
                        <LeftOut game={game} without={without} onWithout={setWithout} />
                    </div>
                </details>
                <ProblemNote problem={problem.value?.problem ?? null} />
                <Button type="submit" tone="primary" size="large" wide busy={busy.value}>{mode === "play" ? words.sitDown : words.startTraining}</Button>
            </div>
            <p class="small-print">{words.smallPrint}</p>
        </form>
    );
}
