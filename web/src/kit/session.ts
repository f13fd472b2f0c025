// Signing in and out, and which pages that opens.
import { get, post, remove } from "./api";
import { Problem } from "./problem";
import { session } from "./session-state";
import type { Session, SignIn } from "./shapes";

export { session } from "./session-state";

export interface PageEntry { name: string; path: string; under: boolean; needs: string[]; reads: string[]; home: string[] }

// The list of web/pages.mjs, put here by the build.
declare const PAGES: PageEntry[];
export const allPages: readonly PageEntry[] = PAGES;

export async function loadSession(): Promise<Session | null> {
    try {
        session.value = await get<Session>("/api/session");
    } catch (thrown) {
        if (!(thrown instanceof Problem) || thrown.status !== 401) throw thrown;
        session.value = null;
    }
    return session.value ?? null;
}

export async function signIn(credentials: SignIn): Promise<Session> {
    const signedIn = await post<Session>("/api/session", credentials);
    session.value = signedIn;
    return signedIn;
}

export async function signOut(): Promise<void> {
    try {
        await remove("/api/session");
    } finally {
        session.value = null;
    }
}

export function may(who: Session | null | undefined, permission: string): boolean {
    return who?.may?.includes(permission) ?? false;
}

// Whether a command is done for that person if somebody signs it whose role allows it.
export function mayCountersigned(who: Session | null | undefined, name: string): boolean {
    return who?.["may-countersigned"]?.includes(name) ?? false;
}

// The pages to offer to somebody, the sign-in page left out.
export function pagesFor(who: Session | null | undefined, pages: readonly PageEntry[] = allPages): PageEntry[] {
    return pages.filter(
        (page) => page.path !== "/" && (page.needs.length === 0 || page.needs.some((permission) => may(who, permission))),
    );
}

// Whether the page can show somebody anything. Who may only look sees pages that are not offered.
export function mayOpen(who: Session, name: string, pages: readonly PageEntry[] = allPages): boolean {
    const reads = pages.find((page) => page.name === name)?.reads ?? [];
    return reads.length === 0 || reads.some((permission) => may(who, permission));
}

// Where somebody goes after signing in: where they were going, or their role's page, or the list of pages.
export function destination(who: Session, wanted: string | null, pages: readonly PageEntry[] = allPages): string {
    if (wanted && isPathHere(wanted)) return wanted;
    return pages.find((page) => page.home.includes(who.role ?? ""))?.path ?? "/";
}

// A path of this server; "//host" and "/\host" would lead to another.
export function isPathHere(path: string): boolean {
    return /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f]/.test(path);
}

export function signInAddress(from: Location = location): string {
    return `/?next=${encodeURIComponent(from.pathname + from.search)}`;
}
