// Names of the office's rows and columns: the cells of reports, and the settings of clauses.
import { strings } from "../../strings";
import { count, money } from "../../kit/money";
import type { ReportColumn, ReportRow } from "../../kit/shapes";
import { dateAndTime, dayWords, timesShown } from "../../kit/time";
import { accountWords, capital, documentTitle, ruleWords } from "../../kit/titles";

// What a row is joined by: where a report shows a title or a name in a column, the column with "_id" has the key.
export const keyOf = (row: ReportRow, column: string): string => String(row[`${column}_id`] ?? row[column] ?? "");

// The text columns of reports whose words are those of the books, by the name of the column.
const NAMINGS: Record<string, (words: string) => string> = {
    activity: documentTitle,
    clause: ruleWords,
    account: accountWords,
    from: accountWords,
    to: accountWords,
    state: (words) => strings.floor.awardsTab.states[words] ?? capital(words),
    for: capital,
    what: capital,
    movement: capital,
    pool: capital,
    words: capital,
};

// A cell of a report as people read it. What the report shows in place of a key is shown as it is.
export function cellWords(column: ReportColumn, row: ReportRow): string {
    const value = row[column.name];
    if (value === null || value === undefined) return "";
    if (column.kind === "money" && typeof value === "number") return money(value);
    if (column.kind === "count" && typeof value === "number") return count(value);
    if (column.kind === "time") return dateAndTime(String(value));
    if (column.kind === "date") return dayWords(String(value));
    const naming = NAMINGS[column.name];
    if (row[`${column.name}_id`] !== undefined) return naming ? capital(String(value)) : String(value);
    return naming?.(String(value)) ?? String(value);
}

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
