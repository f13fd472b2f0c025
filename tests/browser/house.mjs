// A house of the real program for a story: its books are begun, a script of commands is done, people get passwords, and it is
// served. The program is the one that CARDROOM_PROGRAM names, or build/cardroom.
//
//   const house = await startHouse({ at: "2026-11-02T18:00:00Z", script: ["open-table NL-1 by fay"], people: ["cy"] });
//   house.address, house.password, await house.stop()
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.CARDROOM_PROGRAM || join(root, "build/cardroom");
const password = "lantern-street";
const START_MS = 20_000;

function run(words, input = "") {
    const answer = spawnSync(program, words, { cwd: root, input, encoding: "utf8" });
    if (answer.status !== 0) throw new Error(`${words.join(" ")}: ${answer.stdout.slice(-2000)}${answer.stderr}`);
}

// The address that it prints once it listens.
function addressOf(child) {
    return new Promise((resolve, reject) => {
        let said = "";
        const timer = setTimeout(() => reject(new Error(`the program does not listen: ${said}`)), START_MS);
        const hear = (bytes) => {
            said += bytes;
            const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(said);
            if (!found) return;
            clearTimeout(timer);
            resolve(found[0]);
        };
        child.stdout.on("data", hear);
        child.stderr.on("data", hear);
        child.once("exit", () => reject(new Error(`the program has ended: ${said}`)));
    });
}

export async function startHouse({ at, script, people }) {
    const folder = mkdtempSync(join(tmpdir(), "cardroom-house-"));
    const store = `sqlite:${join(folder, "house.db")}`;
    run(["house", "init", store, "--house", "demo", "--at", at]);
    run(["house", "do", store, "--quiet"], script.join("\n") + "\n");
    for (const person of people) run(["house", "staff", store, "set-password", person], password + "\n");
    const child = spawn(program, ["serve", "--store", store, "--listen", "127.0.0.1:0"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const stop = async () => {
        const ended = child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
    };
    try {
        return { address: await addressOf(child), store, password, stop };
    } catch (thrown) {
        await stop();
        throw thrown;
    }
}
