// Light or dark: what the address asks for (?theme=dark, for screens that nobody touches), else what the person chose
// here, else what the page is made for, else what the system prefers.
import { signal } from "@preact/signals";

export type Theme = "light" | "dark";
const KEY = "cardroom-theme";

const isTheme = (word: string | null): word is Theme => word === "light" || word === "dark";

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // Storage may be forbidden here.
    }
}

function chosen(): Theme | null {
    const asked = new URLSearchParams(location.search).get("theme");
    if (isTheme(asked)) return asked;
    const kept = stored();
    return isTheme(kept) ? kept : null;
}

const system = matchMedia("(prefers-color-scheme: dark)");
let made: Theme | null = null;
export const theme = signal<Theme>("light");

function show(): void {
    theme.value = chosen() ?? made ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset["theme"] = theme.value;
}

system.addEventListener("change", show);
show();

// For a page that is made for one of them.
export function madeFor(best: Theme): void {
    made = best;
    show();
}

export function toggleTheme(): void {
    const other = theme.value === "dark" ? "light" : "dark";
    try {
        localStorage.setItem(KEY, other);
    } catch {
        // Then it holds until the page is left.
    }
    theme.value = other;
    document.documentElement.dataset["theme"] = other;
}
