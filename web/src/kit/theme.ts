// Light or dark: what the address asks for (?theme=dark, for screens that nobody touches), else what the person chose
// here, else what the system prefers.
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
export const theme = signal<Theme>(chosen() ?? (system.matches ? "dark" : "light"));

function show(): void {
    document.documentElement.dataset["theme"] = theme.value;
}

system.addEventListener("change", () => {
    theme.value = chosen() ?? (system.matches ? "dark" : "light");
    show();
});
show();

export function toggleTheme(): void {
    theme.value = theme.value === "dark" ? "light" : "dark";
    try {
        localStorage.setItem(KEY, theme.value);
    } catch {
        // Then it holds until the page is left.
    }
    show();
}
