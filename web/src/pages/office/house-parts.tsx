// What the forms of the house share: what is known, what is wanted, and a field of it.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { strings } from "../../strings";
import { Field, Select } from "../../kit/field";
import type { HouseFile, HouseFinding, HousePreview } from "../../kit/shapes";
import { timesShown, timesStored } from "../../kit/time";
import { capital, plainWords } from "../../kit/titles";
import { findingsUnder, samePlace, textOf, type Edits, type Place, type Wanted } from "./house-edits";

const words = strings.office.house;

export interface Changing {
    house: HouseFile;
    edits: Edits;
    preview: HousePreview | null; // of the edits; null: none yet
    may: boolean; // who looks may change the house
    set: (at: Place, to: Wanted, posted: Wanted) => void;
    drop: (part: Place) => void;
}

const Context = createContext<Changing | null>(null);
export const ChangingHouse = Context.Provider;

export function useChanging(): Changing {
    const changing = useContext(Context);
    if (!changing) throw new Error("the forms of the house stand in the page of the house");
    return changing;
}

export const findingWords = (finding: HouseFinding): string => capital(plainWords([finding.words, finding.remedy].filter(Boolean).join("; ")));

export const faultAt = (preview: HousePreview | null, at: Place): string =>
    (preview ? preview.findings.filter((finding) => finding.at !== undefined && samePlace(finding.at, at)) : []).map(findingWords).join(" ");

export const faultsUnder = (preview: HousePreview | null, part: Place): string =>
    (preview ? findingsUnder(preview.findings, part) : []).map(findingWords).join(" ");

// Names of keys that a person would not use for it have words of their own.
export const settingWords = (at: Place): string => words.settingNames[at.join("/")] ?? words.settingNames[at[at.length - 1]!] ?? capital(at[at.length - 1]!);

const OF_TIME = new Set(["time", "hours", "date", "moments"]);

// A value as the house has it, and as one reads it.
export const shownAs = (kind: string, value: string): string => (OF_TIME.has(kind) ? timesShown(value) : value);
export const storedAs = (kind: string, value: string): string => (OF_TIME.has(kind) ? timesStored(value) : value);

export interface ValueFieldProps {
    at: Place;
    kind: string;
    posted: string;
    label?: string;
    hint?: string;
    choices?: readonly string[];
    required?: boolean;
    fallback?: string;
}

// A field for one value of the house. It shows what is wanted, else what the house says; the finding stands below it.
export function ValueField({ at, kind, posted, label, hint = "", choices = [], required = false, fallback = "" }: ValueFieldProps) {
    const { edits, preview, may, set } = useChanging();
    const value = textOf(edits, at, posted);
    const shownLabel = label ?? settingWords(at);
    const change = (typed: string): void => set(at, typed, posted);
    const without = fallback ? words.without(shownAs(kind, fallback)) : words.notSaid;
    const changed = value !== posted;
    if (choices.length > 0) {
        return (
            <div class={changed ? "form-field form-changed" : "form-field"}>
                <Select
                    label={shownLabel}
                    value={value}
                    onChange={change}
                    disabled={!may}
                    {...(hint ? { hint } : {})}
                    choices={[
                        ...(required ? [] : [{ value: "", words: fallback ? words.usual(capital(fallback)) : words.notSaid }]),
                        ...choices.filter((choice) => choice !== fallback || choice === value).map((choice) => ({ value: choice, words: capital(choice) })),
                    ]}
                />
            </div>
        );
    }
    const numeric = kind === "money" || kind === "count";
    return (
        <div class={changed ? "form-field form-changed" : "form-field"}>
            <Field
                label={shownLabel}
                value={shownAs(kind, value)}
                onInput={(typed) => change(kind === "text" || kind === "colour" ? typed : storedAs(kind, typed))}
                disabled={!may}
                required={required}
                inputmode={numeric ? "decimal" : "text"}
                autocomplete="off"
                hint={[hint, required ? "" : value === "" ? without : ""].filter(Boolean).join(" ")}
                fault={required && value === "" ? words.needed : changed ? faultAt(preview, at) : ""}
            />
            {kind === "colour" && /^#?[0-9a-f]{6}$/i.test(value) && <Swatch colour={value.startsWith("#") ? value : `#${value}`} dark={at[at.length - 1] === "colour on dark"} />}
        </div>
    );
}

// The colour as words on the ground where it is used.
function Swatch({ colour, dark }: { colour: string; dark: boolean }) {
    return <p class={dark ? "swatch swatch-dark" : "swatch"} style={{ color: colour }}>{words.sample}</p>;
}
