// Names of the office's rows and columns: whose titles the office knows, and what reports call by an identity.
import { strings } from "../../strings";
import { count, money } from "../../kit/money";
import type { ReportColumn } from "../../kit/shapes";
import { dateAndTime, dayWords, timesShown } from "../../kit/time";
import { accountWords, capital, documentTitle, ruleWords } from "../../kit/titles";

export interface Known { offerTitle: (offer: string) => string; personName: (person: string) => string }

type Naming = (words: string, known: Known) => string;

// The text columns of reports that hold an identity, by the name of the column.
const NAMINGS: Record<string, Naming> = {
    offer: (words, known) => known.offerTitle(words),
    activity: (words) => (words === "" ? strings.office.funds.house : documentTitle(words)),
    clause: (words) => ruleWords(words),
    account: (words) => accountWords(words),
    from: (words) => accountWords(words),
    to: (words) => accountWords(words),
    by: (words, known) => known.personName(words),
    verified_by: (words, known) => known.personName(words),
    authorised_by: (words, known) => known.personName(words),
    paid_by: (words, known) => known.personName(words),
    state: (words) => strings.floor.awardsTab.states[words] ?? capital(words),
    hour: (words) => timesShown(words),
    for: (words) => capital(words),
    what: (words) => capital(words),
    movement: (words) => capital(words),
};

// A cell of a report as people read it.
export function cellWords(column: ReportColumn, value: string | number | null | undefined, known: Known): string {
    if (value === null || value === undefined) return "";
    if (column.kind === "money" && typeof value === "number") return money(value);
    if (column.kind === "count" && typeof value === "number") return count(value);
    if (column.kind === "time") return dateAndTime(String(value));
    if (column.kind === "date") return dayWords(String(value));
    return NAMINGS[column.name]?.(String(value), known) ?? String(value);
}

// What a sum is of: "Offer bonus-hand" by the title of the offer.
export const sumWords = (of: string, known: Known): string => of.replace(/^Offer ([a-z0-9-]+)$/, (_, offer: string) => known.offerTitle(offer));

// A line of the settings of a clause: its name and value, and how deep it stands.
export interface Setting { depth: number; name: string; value: string }

// The settings under a clause, which documents write as "name: value" with two spaces for each step inwards, as lines to show.
export function settingsOf(data: string): Setting[] {
    return data.split("\n").filter((line) => line.trim() !== "").map((line) => {
        const depth = Math.floor((line.length - line.trimStart().length) / 2);
        const text = line.trim().replace(/^- /, "");
        const at = /: |:$/.exec(text)?.index;
        const plain = (words: string): string => timesShown(words.trim().replace(/^\[(.*)\]$/, "$1").replace(/^(["'])(.*)\1$/, "$2"));
        if (at === undefined || /^[[{"']/.test(text)) return { depth, name: "", value: plain(text) };
        return { depth, name: capital(plain(text.slice(0, at))), value: plain(text.slice(at + 1)) };
    });
}
