// The server that the tests talk to: the program that CARDROOM_PROGRAM names, with its demonstration, or the mock; and for
// stories in which the house must decide, the program with books of the story's own.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveBuild } from "../../web/dev.mjs";
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

// ------------------------------------------------------------------------------------------ a house of its own

const houseProgram = program || join(root, "build/cardroom");
const houseEnvironment = { CARDROOM_HOME: root, ...process.env };

function run(words, input = "") {
    const answer = spawnSync(houseProgram, words, { input, encoding: "utf8", env: houseEnvironment });
    if (answer.status !== 0) throw new Error(`cardroom ${words.join(" ")}: ${answer.error ?? ""}${answer.stdout.slice(-2_000)}${answer.stderr}`);
}

// Where it listens, which it prints once it does.
function addressOf(child) {
    return new Promise((resolve, reject) => {
        let said = "";
        const late = setTimeout(() => reject(new Error(`the program does not listen: ${said}`)), START_MS);
        const hear = (bytes) => {
            said += bytes;
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
            if (!found) return;
            clearTimeout(late);
            resolve(found[0]);
        };
        child.stdout.on("data", hear);
        child.stderr.on("data", hear);
        child.once("exit", () => reject(new Error(`the program has ended: ${said}`)));
    });
}

// The program with the demo house, after a script of commands. `people` are { person: { password, badge, pin } }. The pages are
// those of build/web. Answers { address, signIn, do, stop }.
export async function startHouse({ script, people }) {
    const folder = mkdtempSync(join(tmpdir(), "cardroom-house-"));
    const store = `sqlite:${join(folder, "house.db")}`;
    run(["house", "init", store, "--house", "demo"]);
    run(["house", "do", store, "--quiet"], script);
    for (const [person, { password, badge, pin }] of Object.entries(people)) {
        run(["house", "staff", store, "set-password", person], `${password}\n`);
        run(["house", "staff", store, "set-pin", person, "--badge", badge], `${pin}\n`);
    }
    const child = spawn(houseProgram, ["serve", "--store", store, "--listen", "127.0.0.1:0"], { env: houseEnvironment, stdio: ["ignore", "pipe", "pipe"] });
    const server = await addressOf(child);
    const front = await serveBuild(server);
    const sessions = {};
    const post = (path, body, headers = {}) => fetch(server + path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
    // Answers the cookie.
    const signIn = async (person) => {
        const answer = await post("/api/session", { name: person, password: people[person].password });
        if (!answer.ok) throw new Error(`${person} cannot sign in: ${await answer.text()}`);
        sessions[person] = { cookie: /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1], token: (await answer.json()).token };
        return sessions[person].cookie;
    };
    // A command of somebody else in the room.
    const doIt = async (person, command) => {
        if (!sessions[person]) await signIn(person);
        const { cookie, token } = sessions[person];
        const answer = await post("/api/commands", command, { Cookie: `cardroom=${cookie}`, "X-CSRF-Token": token });
        if (!answer.ok) throw new Error(`${command.do}: ${(await answer.json()).detail}`);
    };
    const stop = async () => {
        await front.stop();
        const ended = child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
    };
    return { address: front.address, signIn, do: doIt, stop };
}
