// Questions and commands to the server.
//
//   get(path)          an answer, or a Problem
//   command({do: ...}) a command of the house; the reply means that it is on disk
//   dryRun({do: ...})  what would happen
//
// A command gets its id here, once. When the connection is lost before the reply, nobody knows whether it was done;
// so the same id is asked again, and the house answers `repeated` if it was. A person never needs to guess.
import type { Command, Reply } from "./shapes";
import { Problem, problemOf, unreachable } from "./problem";
import { session } from "./session-state";

const ANSWER_WAIT_MS = 15_000;
const RETRY_WAITS_MS = [300, 1_000, 2_000, 4_000];

// A UUID of version 7: the time comes first, so what the house writes one after the other lies side by side in its index.
export function newId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const time = Date.now();
    for (let at = 0; at < 6; at++) bytes[at] = Math.floor(time / 256 ** (5 - at)) % 256;
    bytes[6] = (bytes[6]! & 0x0f) | 0x70;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function once(method: string, path: string, body?: unknown, waitMs = ANSWER_WAIT_MS): Promise<Response> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const token = session.value?.token;
    if (method !== "GET" && token) headers["X-CSRF-Token"] = token;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), waitMs);
    try {
        return await fetch(path, {
            method,
            headers,
            body: body === undefined ? null : JSON.stringify(body),
            credentials: "same-origin",
            cache: "no-store",
            signal: stop.signal,
        });
    } catch {
        throw unreachable();
    } finally {
        clearTimeout(timer);
    }
}

// Asks until there is an answer: only for what may be asked twice. 503 is "not now", and asking again is what it wants.
async function patiently(method: string, path: string, body?: unknown): Promise<Response> {
    for (const wait of RETRY_WAITS_MS) {
        try {
            const answer = await once(method, path, body);
            if (answer.status !== 503) return answer;
        } catch (thrown) {
            if (!(thrown instanceof Problem)) throw thrown;
        }
        await pause(wait);
    }
    return once(method, path, body);
}

async function result<T>(answer: Response): Promise<T> {
    if (!answer.ok) {
        const problem = await problemOf(answer);
        // The session has ended, here or on the server; who is asked for a password says so with another kind.
        if (problem.status === 401 && problem.kind === "not-signed-in") session.value = null;
        throw problem;
    }
    return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export function addressOf(path: string, query: Record<string, string | number | undefined>): string {
    const words = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
    const search = new URLSearchParams(words.map(([name, value]) => [name, String(value)])).toString();
    return search ? `${path}?${search}` : path;
}

export async function get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
    return result<T>(await patiently("GET", addressOf(path, query)));
}

// `waitMs` is for what takes the server long, such as an audit of years.
export async function post<T>(path: string, body: unknown, waitMs = ANSWER_WAIT_MS): Promise<T> {
    return result<T>(await once("POST", path, body, waitMs));
}

// Like `post`, where the answer is no JSON: a drawing, say.
export async function postForText(path: string, body: unknown): Promise<string> {
    const answer = await once("POST", path, body);
    return answer.ok ? answer.text() : result<string>(answer);
}

// What is not JSON: the text of a document.
export async function getText(path: string): Promise<string> {
    const answer = await once("GET", path);
    return answer.ok ? answer.text() : result<string>(answer);
}

// A question that takes the server long: asked once, and waited for.
export async function getSlowly<T>(path: string, query: Record<string, string | number | undefined>, waitMs: number): Promise<T> {
    return result<T>(await once("GET", addressOf(path, query), undefined, waitMs));
}

export async function put(path: string, body: unknown): Promise<void> {
    await result<void>(await patiently("PUT", path, body));
}

export async function remove(path: string): Promise<void> {
    await result<void>(await once("DELETE", path));
}

export async function command(asked: Command): Promise<Reply> {
    const withId = { ...asked, id: asked.id ?? newId() };
    return result<Reply>(await patiently("POST", "/api/commands", withId));
}

export async function dryRun(asked: Command): Promise<Reply> {
    const withId = { ...asked, id: asked.id ?? newId() };
    return result<Reply>(await patiently("POST", "/api/commands?dry=true", withId));
}
