// What somebody wants to change of the house, before it is sent: a list of places with what they are to say. A place is a list of keys,
// such as ["tables", "C4-1", "limits"], because names have slashes of their own.
import type { HouseFinding } from "../../kit/shapes";

export type Place = readonly string[];
export type Wanted = string | readonly string[] | null | Readonly<Record<string, never>>; // null: left out; {}: a new table or fund

export interface Edit { readonly at: Place; readonly to: Wanted }
export type Edits = readonly Edit[];

export const samePlace = (one: Place, other: Place): boolean => one.length === other.length && one.every((key, index) => key === other[index]);
export const isUnder = (place: Place, part: Place): boolean => part.every((key, index) => place[index] === key);

const sameWanted = (one: Wanted, other: Wanted): boolean => JSON.stringify(one) === JSON.stringify(other);

export const editOf = (edits: Edits, at: Place): Edit | undefined => edits.find((edit) => samePlace(edit.at, at));

// `posted` is what the house says now: an edit that says the same is none. An empty text leaves the place out.
export function withEdit(edits: Edits, at: Place, to: Wanted, posted: Wanted): Edits {
    const wanted = to === "" ? null : to, before = posted === "" ? null : posted;
    const known = edits.findIndex((edit) => samePlace(edit.at, at));
    if (sameWanted(wanted, before)) return edits.filter((_, index) => index !== known);
    const edit = { at, to: wanted };
    return known < 0 ? [...edits, edit] : edits.map((other, index) => (index === known ? edit : other));
}

export const withoutEdits = (edits: Edits, part: Place): Edits => edits.filter((edit) => !isUnder(edit.at, part));

// A text that a place is to say; what the house says if nobody has changed it.
export function textOf(edits: Edits, at: Place, posted: string): string {
    const edit = editOf(edits, at);
    return edit ? (typeof edit.to === "string" ? edit.to : "") : posted;
}

export function listIn(edits: Edits, at: Place, posted: readonly string[]): readonly string[] {
    const edit = editOf(edits, at);
    return edit ? (Array.isArray(edit.to) ? (edit.to as readonly string[]) : []) : posted;
}

export const isGone = (edits: Edits, at: Place): boolean => editOf(edits, at)?.to === null;

// The names of what is new in a part: of tables or funds those that were made, of roles and equipment those with a value.
export function newIn(edits: Edits, part: string, known: readonly string[]): string[] {
    const names = edits.filter((edit) => edit.at[0] === part && edit.at.length === 2 && edit.to !== null).map((edit) => edit.at[1]!);
    return [...new Set(names)].filter((name) => !known.includes(name));
}

export const findingsUnder = (findings: readonly HouseFinding[], part: Place): HouseFinding[] =>
    findings.filter((finding) => finding.at !== undefined && isUnder(finding.at, part));
