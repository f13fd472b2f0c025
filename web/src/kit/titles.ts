// Titles for what has only an identity: documents, clauses, accounts, hands. Pages show these and never the identity itself.
import { signal } from "@preact/signals";
import { strings } from "../strings";

// The titles of rule documents by their identity, such as bay101/blazing-7s. The house tells those that are filed.
export const documentTitles = signal<Readonly<Record<string, string>>>({});

export function learnTitles(titles: Readonly<Record<string, string>>): void {
    documentTitles.value = { ...documentTitles.value, ...titles };
}

// "royal flush" is "Royal flush" where it stands alone.
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

// The words of an identity that has no title: "who-may-win" is "Who may win", "bay101" is "Bay 101".
export function nameWords(identity: string): string {
    return capital(identity.slice(identity.lastIndexOf("/") + 1).replaceAll("-", " ").replace(/([a-z])(\d)/gi, "$1 $2"));
}

export const documentTitle = (identity: string): string => documentTitles.value[identity] ?? nameWords(identity);

// "bay101/blazing-7s#20" is "Blazing 7s Progressive Jackpot, clause 20"; "house#two-persons" is a rule of every house. What has no
// number, such as the whole document, is its title.
export function ruleWords(clause: string): string {
    const [, document = clause, point = ""] = /^([^#\s]*)#([\w-]+)/.exec(clause) ?? [];
    if (document === "house") return strings.rules.house[point] ?? strings.rules.ofHouse;
    const number = strings.rules.clause(point);
    if (document === "") return number;
    return point === "" ? documentTitle(document) : `${documentTitle(document)}, ${number.charAt(0).toLowerCase()}${number.slice(1)}`;
}

export const ruleNote = (clause: string): string => (clause.startsWith("house#") ? ruleWords(clause) : strings.problem.clause(ruleWords(clause)));

// "fee box" is "Fee box"; those whose names are ours have others.
export const accountWords = (name: string): string => strings.accounts[name] ?? capital(name);

// Words of the server without what is ours in them: backquotes, and documents and clauses by their paths.
export function plainWords(words: string): string {
    return words
        .replace(/`([^`]*)`/g, "$1")
        .replace(/\b[a-z0-9-]+\/[a-z0-9-]+#[R\d]+\b/g, ruleWords)
        .replace(/\b[a-z0-9-]+\/[a-z0-9-]+\b/g, (identity) => documentTitles.value[identity] ?? identity)
        .replace(/\(#(\d+)\)/g, (_, point: string) => `(${strings.rules.clause(point).toLowerCase()})`);
}
