// What an amendment changes, in words: "Table C4-1, limits: $5 to $50 → $10 to $100".
import { strings } from "../../strings";
import { capital } from "../../kit/titles";

// A place of house.yaml, what it said and what it says; empty where it says nothing.
export type ChangeRow = readonly [path: string, before: string, after: string];

const SHOWN = 3;

// The name of a table, role or fund may have slashes; what stands behind the last one is the key.
export function placeWords(path: string): string {
    const [part = "", ...rest] = path.split("/");
    const name = rest.slice(0, -1).join("/"), last = rest[rest.length - 1] ?? "";
    const key = strings.office.house.keyNames[last] ?? last;
    if (part === "tables") return rest.length > 1 ? strings.office.place.tables(name, key) : strings.office.place.tables(last, "");
    if (part === "funds") return rest.length > 1 ? strings.office.place.funds(name, key) : strings.office.place.funds(last, "");
    if (part === "roles") return strings.office.place.roles(strings.roles[rest.join("/")] ?? rest.join("/"));
    if (part === "equipment") return strings.office.place.equipment(rest.join("/"));
    return strings.office.house.settingNames[path] ?? capital(rest.length > 0 ? `${part}, ${rest.join(", ")}` : part);
}

export const changeWords = ([path, before, after]: ChangeRow): string => strings.office.changed(placeWords(path), before, after);

// The first of several, and how many more there are.
export function changesWords(rows: readonly ChangeRow[]): string {
    const shown = rows.slice(0, SHOWN).map(changeWords);
    return [...shown, ...(rows.length > SHOWN ? [strings.office.moreChanges(rows.length - SHOWN)] : [])].join("; ");
}
