// A word about a state, never by colour alone.
import type { ComponentChildren } from "preact";

export type BadgeTone = "plain" | "good" | "warn" | "bad" | "gold";

export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ComponentChildren }) {
    return <span class={`badge badge-${tone}`}>{children}</span>;
}
