// Which table? All of them, as they stand; those that are open first.
import { signal } from "@preact/signals";
import { strings } from "../../strings";
import { command, get } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import type { Feed } from "../../kit/feed";
import { follow } from "../../kit/feed";
import { Frame } from "../../kit/frame";
import { may, session } from "../../kit/session";
import type { Floor, FloorTable } from "../../kit/shapes";
import { sayProblem } from "../../kit/toast";

const words = strings.dealer;
const GATHER_MS = 400; // a busy room changes many times a second
const floor = signal<Floor | null>(null);

async function load(): Promise<number> {
    const next = await get<Floor>("/api/floor");
    if (!floor.value || next.sequence >= floor.value.sequence) floor.value = next;
    return next.sequence;
}

let waiting: ReturnType<typeof setTimeout> | undefined;
function soon(): void {
    waiting ??= setTimeout(() => {
        waiting = undefined;
        void load().catch(() => undefined);
    }, GATHER_MS);
}

export const openChoice = (): Feed => follow({ load, on: { event: (message) => typeof message.event["table"] === "string" && soon() } });

function Card({ table }: { table: FloorTable }) {
    const inside = (
        <>
            <span class="choice-top">
                <b>{table.table}</b>
                {table.state === "round" && <Badge tone="good">{words.roundRuns(table.round)}</Badge>}
                {table.state === "open" && <Badge>{words.between}</Badge>}
            </span>
            <span>{table.game}</span>
            <span class="soft">{table.limits}{table.state !== "closed" && ` · ${words.players(table.players, table.seats)}`}</span>
            {table["hands-waiting"] > 0 && <Badge tone="warn">{words.waiting(table["hands-waiting"])}</Badge>}
            {table.alarms.map((alarm) => <span key={alarm} class="choice-alarm">{alarm}</span>)}
        </>
    );
    if (table.state !== "closed") return <a class="choice" href={`/dealer/${encodeURIComponent(table.table)}`}>{inside}</a>;
    return (
        <div class="choice choice-closed">
            {inside}
            {may(session.value, "open-table") && (
                <Button size="small" label={words.openTableLabel(table.table)}
                    onPress={() => void command({ do: "open-table", table: table.table }).then(load).catch(sayProblem)}>
                    {words.openTable}
                </Button>
            )}
        </div>
    );
}

export function ChoosePage({ feed }: { feed: Feed }) {
    const tables = floor.value?.tables ?? [];
    const open = tables.filter((table) => table.state !== "closed");
    const closed = tables.filter((table) => table.state === "closed");
    return (
        <Frame page="dealer" feed={feed.state}>
            {floor.value && (
                <div class="choose">
                    <header><h1>{words.choose}</h1><p class="soft">{words.chooseNote}</p></header>
                    <section aria-label={words.opened}>
                        <h2>{words.opened}</h2>
                        {open.length === 0 && <p class="soft">{words.noOpenTable}</p>}
                        <div class="choices">{open.map((table) => <Card key={table.table} table={table} />)}</div>
                    </section>
                    {closed.length > 0 && (
                        <section aria-label={words.closed}>
                            <h2>{words.closed}</h2>
                            <div class="choices">{closed.map((table) => <Card key={table.table} table={table} />)}</div>
                        </section>
                    )}
                </div>
            )}
        </Frame>
    );
}
