// The values of the form of an offer: what was typed, what of it is handed to the server, and where its findings belong.
import { money, parseMoney } from "../../kit/money";
import type { Finding, FieldValue, OfferChange, OfferField } from "../../kit/shapes";
import { parseDay, timesShown, timesStored } from "../../kit/time";

export type Values = Readonly<Record<string, FieldValue>>;

export const isMany = (field: OfferField): boolean => field.kind === "list" || field.kind === "choices";

const OF_TIME = new Set<OfferField["kind"]>(["time", "date", "hours", "moments"]);

// A value in the one format of the pages: times and days as "6:30 PM" and "Nov 18, 2026", amounts as "$1,234.50".
export function shownValue(field: OfferField, value: string): string {
    if (OF_TIME.has(field.kind)) return timesShown(timesStored(value));
    const cents = field.kind === "money" ? parseMoney(value) : null;
    return cents === null ? value : money(cents, "whole");
}

// The same as offers write it, and as the server reads it.
export function storedValue(field: OfferField, value: string): string {
    if (field.kind === "date") return parseDay(value) ?? value;
    return OF_TIME.has(field.kind) ? timesStored(value) : value;
}

// What a field shows when nobody has typed in it.
export function postedValue(field: OfferField): FieldValue {
    const value = field.value ?? "";
    return isMany(field) ? listOf(value) : shownValue(field, String(value));
}

// "[HE-1, HE-2]" or "HE-1, HE-2", as one types it, or already a list.
export function listOf(value: FieldValue): string[] {
    if (Array.isArray(value)) return value;
    return value.replace(/^\[|\]$/g, "").split(",").map((word) => word.trim()).filter((word) => word !== "");
}

export const sameValue = (a: FieldValue, b: FieldValue): boolean => String(a) === String(b);

export const valueOf = (field: OfferField, typed: Values): FieldValue => typed[field.path] ?? postedValue(field);

// What differs from the posted offer: only that is sent, so that the rest of its text stays as it is. An empty one is left out.
export function changedValues(fields: readonly OfferField[], typed: Values): Record<string, FieldValue | null> {
    const changed: Record<string, FieldValue | null> = {};
    for (const field of fields) {
        const words = typed[field.path];
        if (words === undefined) continue;
        const value = isMany(field) ? listOf(words) : storedValue(field, String(words));
        const posted = isMany(field) ? listOf(field.value ?? "") : storedValue(field, String(postedValue(field)));
        if (sameValue(value, posted)) continue;
        changed[field.path] = value.length === 0 ? null : value;
    }
    return changed;
}

// The values of a text that somebody wrote, from what the server says that it changes.
export function valuesOfChanges(fields: readonly OfferField[], changes: readonly OfferChange[]): Values {
    const typed: Record<string, FieldValue> = {};
    for (const change of changes) {
        const field = fields.find((known) => known.path === change.field);
        if (field) typed[field.path] = isMany(field) ? listOf(change.to ?? "") : shownValue(field, change.to ?? "");
    }
    return typed;
}

// A field stands in the form unless it is a prize of a chart that is not chosen.
export const applies = (field: OfferField, charts: readonly string[] | undefined): boolean =>
    field.chart === undefined || charts === undefined || charts.length === 0 || charts.includes(field.chart);

export interface Group { name: string; fields: OfferField[] }

// The fields by part of the document, in the order of the server.
export function groupsOf(fields: readonly OfferField[]): Group[] {
    const groups: Group[] = [];
    for (const field of fields) {
        const name = field.group ?? "offer";
        const group = groups.find((known) => known.name === name);
        if (group) group.fields.push(field);
        else groups.push({ name, fields: [field] });
    }
    return groups;
}

// A finding belongs to the field of its path, or to the nearest field above or below that place of the text.
export function fieldOfFinding(fields: readonly OfferField[], finding: Finding): OfferField | undefined {
    const path = finding.field;
    if (!path) return undefined;
    return fields.find((field) => field.path === path)
        ?? fields.find((field) => path.startsWith(`${field.path}/`))
        ?? fields.find((field) => field.path.startsWith(`${path}/`));
}

export const findingWords = (finding: Finding): string => [finding.words, finding.remedy].filter(Boolean).join("; ");

// A name for a new offer: that of its document, or with the first number that is free.
export function freeName(document: string, taken: readonly string[]): string {
    const name = document.slice(document.lastIndexOf("/") + 1);
    if (!taken.includes(name)) return name;
    let number = 2;
    while (taken.includes(`${name}-${number}`)) number++;
    return `${name}-${number}`;
}

export const isOfferName = (name: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
