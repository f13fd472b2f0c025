// Whether the clock of the server's computer has jumped, as the house and the feed tell.
import { signal } from "@preact/signals";
import type { ClockAlarm } from "./shapes";

export const clockAlarm = signal<ClockAlarm | null>(null);

export function setClockAlarm(alarm: ClockAlarm | undefined): void {
    clockAlarm.value = alarm ?? null;
}
