// The room at a glance: figures, and every table as a tile, by its game. What a tile says is never said by colour alone.
import { useState } from "preact/hooks";
import { Choice } from "../../kit/choice";
import type { FloorTable } from "../../kit/shapes";
import { strings } from "../../strings";
import { glanceOf, groupsOf, type Shown } from "./room";
import { floor } from "./state";

const words = strings.floor;
const STATE_SIGNS: Record<string, string> = { closed: "○", open: "◐", round: "●" };
const ALARMS_SHOWN = 2;

export function GlanceBar() {
    if (!floor.value) return null;
    const glance = glanceOf(floor.value);
    const figures: [keyof typeof glance, boolean][] = [
        ["open", false], ["rounds", false], ["players", false], ["hands", glance.hands > 0], ["prizes", false], ["alarms", glance.alarms > 0],
    ];
    return (
        <dl class="floor-glance" aria-label={words.glance.label}>
            {figures.map(([name, loud]) => (
                <div key={name} class={loud ? `floor-figure floor-figure-${name}` : "floor-figure"}>
                    <dt>{words.glance[name]}</dt>
                    <dd>{glance[name]}</dd>
                </div>
            ))}
        </dl>
    );
}

export function RoomMap({ onTable }: { onTable: (table: string) => void }) {
    const [shown, setShown] = useState<Shown>("all");
    if (!floor.value) return <p class="soft">{strings.kit.loading}</p>;
    const groups = groupsOf(floor.value, shown);
    return (
        <div class="stack">
            <Choice
                label={words.show}
                quiet
                value={shown}
                onChange={(value) => setShown(value as Shown)}
                choices={[{ value: "all", words: words.showAll }, { value: "open", words: words.showOpen }, { value: "alarms", words: words.showAlarms }]}
            />
            {groups.length === 0 && <p class="soft">{words.noneShown}</p>}
            <div class="floor-map">
                {groups.map((group) => (
                    <section key={group.game} class="floor-group" aria-label={group.game}>
                        <h3>{group.game}</h3>
                        <ul>
                            {group.tables.map((table) => <li key={table.table}><Tile table={table} onOpen={() => onTable(table.table)} /></li>)}
                        </ul>
                    </section>
                ))}
            </div>
        </div>
    );
}

function tileWords(table: FloorTable): string {
    const waiting = table["hands-waiting"];
    return [
        words.table(table.table),
        words.state[table.state],
        table.state === "closed" ? "" : words.playersOf(table.players, table.seats),
        waiting > 0 ? words.waiting(waiting) : "",
        ...table.alarms.map((alarm) => `${words.alarm}: ${alarm}`),
    ].filter(Boolean).join(", ");
}

function Tile({ table, onOpen }: { table: FloorTable; onOpen: () => void }) {
    const waiting = table["hands-waiting"];
    const classes = ["floor-tile", `floor-tile-${table.state}`];
    if (table.alarms.length > 0) classes.push("floor-tile-alarm");
    if (waiting > 0) classes.push("floor-tile-waiting");
    return (
        <button type="button" class={classes.join(" ")} aria-label={tileWords(table)} onClick={onOpen}>
            <span class="floor-tile-head">
                <b>{table.table}</b>
                <small>{table.limits}</small>
            </span>
            <span class="floor-tile-state">
                <i aria-hidden="true">{STATE_SIGNS[table.state]}</i>
                {words.state[table.state]}
                {table.state === "round" && <em>{table.round}</em>}
            </span>
            {table.state !== "closed" && (
                <span class="floor-pips" aria-hidden="true">
                    {Array.from({ length: table.seats }, (_, seat) => <i key={seat} class={seat < table.players ? "taken" : ""} />)}
                    {table.fees > 0 && <em>{words.fees(table.fees)}</em>}
                </span>
            )}
            {waiting > 0 && <span class="floor-flag floor-flag-gold"><i aria-hidden="true">◆</i>{words.waiting(waiting)}</span>}
            {table.alarms.slice(0, ALARMS_SHOWN).map((alarm) => <span key={alarm} class="floor-flag floor-flag-bad"><i aria-hidden="true">▲</i>{alarm}</span>)}
            {table.alarms.length > ALARMS_SHOWN && <span class="floor-flag floor-flag-bad">{words.alarmsMore(table.alarms.length - ALARMS_SHOWN)}</span>}
        </button>
    );
}
