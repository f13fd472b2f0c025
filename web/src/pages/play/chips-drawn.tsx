// Chips as drawings: one in the tray, a stack on a spot.
import { money } from "../../kit/money";
import { chipsDrawn } from "./chips";

const EDGE = "M32 3a29 29 0 0 1 0 58a29 29 0 0 1 0-58";

// What stands on a chip: $5, $1K.
export function chipFace(cents: number): string {
    if (cents === 0) return "¢";
    return cents >= 100_000 ? `${cents / 100_000}K` : String(cents / 100);
}

export function Chip({ cents }: { cents: number }) {
    return (
        <svg class={`chip chip-${cents}`} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
            <circle class="chip-body" cx="32" cy="32" r="31" />
            <path class="chip-dashes" d={EDGE} />
            <circle class="chip-ring" cx="32" cy="32" r="22" />
            <circle class="chip-heart" cx="32" cy="32" r="19.5" />
            <text x="32" y="39" text-anchor="middle" class="chip-face">{chipFace(cents)}</text>
        </svg>
    );
}

export function ChipStack({ cents }: { cents: number }) {
    const chips = chipsDrawn(cents);
    return (
        <span class="chip-stack" aria-hidden="true">
            {chips.map((chip, at) => (
                <span key={at} class="chip-at" style={{ transform: `translateY(${-at * 4}px)` }}><Chip cents={chip} /></span>
            ))}
            <span class="chip-sum">{money(cents, "whole")}</span>
        </span>
    );
}
