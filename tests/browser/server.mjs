// The server that the tests talk to: the program that CARDROOM_PROGRAM names, with its demonstration, or the mock.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pagesFolder } from "./browser.mjs";
import { Mock } from "./mock.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 20_000;

export const startMock = () => new Mock(pagesFolder).start();
export const program = process.env.CARDROOM_PROGRAM ?? "";

async function answers(address) {
    try {
        return (await fetch(address + "/healthz")).ok;
    } catch {
        return false;
    }
}

// Answers { address, stop }.
export async function startProgram(port = 18_000 + (process.pid % 2_000)) {
    const folder = mkdtempSync(join(tmpdir(), "cardroom-browser-"));
    const address = `http://127.0.0.1:${port}`;
    const child = spawn(program, ["serve", "--house", join(root, "houses/demo"), "--store", `sqlite:${join(folder, "store")}`,
        "--listen", `127.0.0.1:${port}`, "--demo"], { stdio: ["ignore", "inherit", "inherit"] });
    const stop = async () => {
        const ended = child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
    };
    const until = Date.now() + START_MS;
    while (!(await answers(address))) {
        if (Date.now() > until || child.exitCode !== null) {
            await stop();
            throw new Error(`${program} does not answer at ${address}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { address, stop };
}

export const startServer = () => (program ? startProgram() : startMock());
