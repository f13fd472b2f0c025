// The tables of the house, and its equipment: a row opens the form of a table. Tables never go, because the books name them; they are
// closed for good.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Choice, choicesOf, Tick } from "../../kit/choice";
import { Dialog } from "../../kit/dialog";
import { Field } from "../../kit/field";
import type { HouseTable } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { editOf, isGone, newIn, textOf, type Edits } from "./house-edits";
import { faultsUnder, useChanging, ValueField } from "./house-parts";

const words = strings.office.house.tables;

// A table as it would be.
interface Draft { game: string; limits: string; seats: string; kind: string; pace: string; freePlay: boolean; closed: boolean }

const postedDraft = (table: HouseTable | undefined): Draft => ({
    game: table?.game ?? "",
    limits: table?.limits ?? "",
    seats: table ? String(table.seats) : "",
    kind: table?.["no-limit"] ? "no limit" : "limit",
    pace: table ? String(table.pace) : "30",
    freePlay: table?.["free-play"] ?? false,
    closed: table?.closed ?? false,
});

function draftOf(edits: Edits, name: string, posted: Draft): Draft {
    const at = (key: string): string[] => ["tables", name, key];
    return {
        game: textOf(edits, at("game"), posted.game),
        limits: textOf(edits, at("limits"), posted.limits),
        seats: textOf(edits, at("seats"), posted.seats),
        kind: textOf(edits, at("kind"), posted.kind) || "limit",
        pace: textOf(edits, at("pace"), posted.pace) || "30",
        freePlay: textOf(edits, at("free play"), posted.freePlay ? "yes" : "") === "yes",
        closed: textOf(edits, at("closed"), posted.closed ? "for good" : "") === "for good",
    };
}

export function TablesPart() {
    const { house, edits, preview, may } = useChanging();
    const [open, setOpen] = useState<string | null>(null);
    const names = [...house.tables.map((table) => table.table), ...newIn(edits, "tables", house.tables.map((table) => table.table))];
    const rows = names.map((name) => {
        const posted = house.tables.find((table) => table.table === name);
        return { name, posted, draft: draftOf(edits, name, postedDraft(posted)), changed: edits.some((edit) => edit.at[0] === "tables" && edit.at[1] === name) };
    });
    const chosen = rows.find((row) => row.name === open);
    return (
        <div class="stack">
            <section class="panel stack">
                <div class="row spread">
                    <h2>{words.heading}</h2>
                    {may && <Button onPress={() => setOpen("")}>{words.add}</Button>}
                </div>
                <Table
                    caption={words.heading}
                    rows={rows}
                    rowKey={(row) => row.name}
                    {...(may ? { onRow: (row: (typeof rows)[number]) => setOpen(row.name) } : {})}
                    columns={[
                        { head: words.table, heading: true, cell: (row) => row.name },
                        { head: words.game, cell: (row) => row.draft.game.replace(/ \([^)]*\)$/, "") },
                        { head: words.limits, cell: (row) => row.draft.limits },
                        { head: words.seats, number: true, cell: (row) => row.draft.seats },
                        {
                            head: words.state,
                            cell: (row) => (
                                <>
                                    {row.draft.closed ? <Badge>{words.closed}</Badge> : row.posted?.open ? <Badge tone="good">{words.open}</Badge> : <span class="soft">{words.shut}</span>}
                                    {row.changed && <> <Badge tone={faultsUnder(preview, ["tables", row.name]) ? "bad" : "gold"}>{row.posted ? words.changed : words.new}</Badge></>}
                                </>
                            ),
                        },
                    ]}
                />
            </section>
            <Dialog title={open === "" ? words.add : words.change(open ?? "")} open={open !== null} onClose={() => setOpen(null)}>
                {open !== null && <TableForm key={open} name={open} posted={chosen?.posted} first={chosen?.draft ?? postedDraft(undefined)} taken={names} onDone={() => setOpen(null)} />}
            </Dialog>
        </div>
    );
}

interface TableFormProps { name: string; posted: HouseTable | undefined; first: Draft; taken: string[]; onDone: () => void }

function TableForm({ name, posted, first, taken, onDone }: TableFormProps) {
    const { house, edits, preview, set, drop } = useChanging();
    const [typed, setTyped] = useState("");
    const [draft, setDraft] = useState(first);
    const isNew = name === "";
    const table = isNew ? typed.trim() : name;
    const fault = isNew && taken.includes(table) ? words.taken : "";
    const ready = table !== "" && fault === "" && draft.game.trim() !== "" && draft.limits.trim() !== "" && draft.seats.trim() !== "";
    const keep = (): void => {
        const was = postedDraft(posted), at = (key: string): string[] => ["tables", table, key];
        if (!posted && !editOf(edits, ["tables", table])) set(["tables", table], {}, null);
        set(at("game"), draft.game.trim(), posted ? was.game : "");
        set(at("limits"), draft.limits.trim(), posted ? was.limits : "");
        set(at("seats"), draft.seats.trim(), posted ? was.seats : "");
        set(at("kind"), draft.kind === "limit" ? "" : draft.kind, was.kind === "limit" ? "" : was.kind);
        set(at("free play"), draft.freePlay ? "yes" : "", was.freePlay ? "yes" : "");
        if (draft.pace.trim() !== was.pace) set(at("pace"), draft.pace.trim(), posted ? was.pace : "");
        else set(at("pace"), "", "");
        set(at("closed"), draft.closed ? "for good" : "", was.closed ? "for good" : "");
        onDone();
    };
    const games = [...new Set(house.tables.map((other) => other.game))];
    const found = faultsUnder(preview, ["tables", table]);
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (ready) keep();
            }}
        >
            {isNew && <Field label={words.table} hint={words.tableHint} value={typed} onInput={setTyped} fault={fault} required autocomplete="off" autofocus />}
            <GameField games={games} value={draft.game} onInput={(game) => setDraft({ ...draft, game })} />
            <div class="form-fields">
                <Field label={words.limits} hint={words.limitsHint} value={draft.limits} onInput={(limits) => setDraft({ ...draft, limits })} required autocomplete="off" />
                <Field label={words.seats} value={draft.seats} onInput={(seats) => setDraft({ ...draft, seats })} inputmode="numeric" required autocomplete="off" />
                <Field label={words.pace} value={draft.pace} onInput={(pace) => setDraft({ ...draft, pace })} inputmode="numeric" autocomplete="off" />
            </div>
            <Choice label={words.betting} value={draft.kind} onChange={(kind) => setDraft({ ...draft, kind })} choices={choicesOf(words.kinds)} />
            <Tick label={words.freePlay} checked={draft.freePlay} onChange={(freePlay) => setDraft({ ...draft, freePlay })} />
            {!isNew && <Tick label={words.closeForGood} checked={draft.closed} onChange={(closed) => setDraft({ ...draft, closed })} />}
            {!isNew && found && <p class="problem-note" role="alert">{found}</p>}
            <p class="soft small">{words.keepNote}</p>
            <div class="row">
                <Button type="submit" tone="primary" disabled={!ready}>{isNew ? words.addConfirm : words.keep}</Button>
                {!isNew && edits.some((edit) => edit.at[0] === "tables" && edit.at[1] === name) && (
                    <Button
                        onPress={() => {
                            drop(["tables", name]);
                            onDone();
                        }}
                    >
                        {words.undo}
                    </Button>
                )}
            </div>
        </form>
    );
}

// A game by its name; those that the house deals are offered.
function GameField({ games, value, onInput }: { games: string[]; value: string; onInput: (value: string) => void }) {
    return (
        <>
            <Field label={words.game} hint={words.gameHint} value={value} onInput={onInput} list="games-of-the-house" required autocomplete="off" />
            <datalist id="games-of-the-house">{games.map((game) => <option key={game} value={game} />)}</datalist>
        </>
    );
}

export function EquipmentPart() {
    const { house, edits, may, set, drop } = useChanging();
    const [name, setName] = useState("");
    const [where, setWhere] = useState("");
    const known = house.equipment.map((item) => item.equipment);
    const names = [...known, ...newIn(edits, "equipment", known)];
    const wanted = name.trim();
    const taken = names.includes(wanted);
    return (
        <section class="panel stack">
            <h2>{words.equipment}</h2>
            <div class="house-rows">
                {names.map((item) => {
                    const at = ["equipment", item], posted = house.equipment.find((other) => other.equipment === item)?.where ?? "";
                    const gone = isGone(edits, at);
                    return (
                        <div key={item} class={gone ? "house-row house-row-gone" : "house-row"}>
                            {gone ? <p><del>{item}</del> <Badge>{words.goes}</Badge></p> : <ValueField at={at} kind="text" posted={posted} label={item} required />}
                            {may && (gone || posted === "" ? (
                                <Button size="small" onPress={() => drop(at)}>{gone ? words.undo : words.remove(item)}</Button>
                            ) : (
                                <Button size="small" onPress={() => set(at, null, posted)}>{words.remove(item)}</Button>
                            ))}
                        </div>
                    );
                })}
            </div>
            {may && (
                <form
                    class="row house-add"
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (wanted === "" || where.trim() === "" || taken) return;
                        set(["equipment", wanted], where.trim(), null);
                        setName("");
                        setWhere("");
                    }}
                >
                    <Field label={words.newEquipment} value={name} onInput={setName} fault={taken ? words.takenName : ""} autocomplete="off" />
                    <Field label={words.where} value={where} onInput={setWhere} autocomplete="off" />
                    <Button type="submit" disabled={wanted === "" || where.trim() === "" || taken}>{words.addEquipment}</Button>
                </form>
            )}
        </section>
    );
}
