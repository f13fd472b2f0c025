// Who has signed in here: undefined until the server has been asked, null for nobody.
import { signal } from "@preact/signals";
import type { Session } from "./shapes";

export const session = signal<Session | null | undefined>(undefined);
