// Whether things move, and the pace at which the dealer works.
import { signal } from "@preact/signals";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let still = true; // nothing moves when a page is opened, nor in what is skipped

export const moves = (): boolean => !calm.matches && !still;
export const moving = signal(false);

const PACE_MS: Record<string, number> = { card: 130, reveal: 600, settle: 420, wager: 60, shuffle: 200, cut: 60, chips: 40, stub: 60 };
const PACE_OTHER_MS = 280;

let hurry: (() => void) | null = null;

export function skip(): void {
    hurry?.();
}

// Shows the steps one after the other: `show(n)` when the first n of them have happened.
export async function inTurn(steps: readonly { step: string }[], show: (count: number) => void): Promise<void> {
    if (calm.matches || steps.length === 0) return show(steps.length);
    let skipped = false;
    moving.value = true;
    still = false;
    for (let count = 1; count <= steps.length && !skipped; count++) {
        show(count);
        const wait = PACE_MS[steps[count - 1]!.step] ?? PACE_OTHER_MS;
        await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, wait);
            hurry = () => {
                skipped = true;
                clearTimeout(timer);
                resolve();
            };
        });
    }
    still = true;
    hurry = null;
    moving.value = false;
    show(steps.length);
}
