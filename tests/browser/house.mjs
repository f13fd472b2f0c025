// A house of the real program for a test: it creates the books, does a script of commands, sets the passwords, signs people
// in, and serves. In front of it is a proxy that can be cut off, which serves the pages of build/web; so a test has the pages
// of this tree and the decisions of the program. The program is the one that CARDROOM_PROGRAM names, or build/cardroom.
//
//   const house = await startHouse({ script: ["open-table BJ-1 by fay", ...], people: ["dana", "sam"] });
//
//   house.address                      where a browser finds it
//   house.cookie.dana, house.password  who has signed in, and how to sign in at the page
//   house.do("dana", { do: ... })      a command by somebody else in the room; answers what the house says
//   house.get("dana", "/api/tables")   what the house knows
//   house.ask("audit", house.store)    what the command line of the program prints about its store
//   await house.signIn("dana")         somebody signs in again, whose session has ended
//   house.away = true                  nobody answers
//   house.losesReplies = true          commands are done, but their replies are lost
//   house.asked                        the commands that the pages have sent
//   await house.stop()
import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { answerFrom, serveBuild } from "../../web/dev.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.CARDROOM_PROGRAM || join(root, "build/cardroom");
export const environment = { CARDROOM_HOME: root, ...process.env };
const password = "lantern-street";
const START_MS = 30_000;

// Returns the output of the program.
async function run(words, input = "") {
    const running = promisify(execFile)(program, words, { env: environment, maxBuffer: 1 << 26 });
    running.child.stdin.on("error", () => undefined); // it may end before it has read everything, and says why
    running.child.stdin.end(input);
    try {
        return (await running).stdout;
    } catch (error) {
        throw new Error(`cardroom ${words.join(" ")}: ${error.code} ${(error.stdout ?? "").slice(-2_000)}${error.stderr ?? error.message}`);
    }
}

// The address that it prints once it listens.
export function addressOf(child) {
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
        child.once("error", reject);
        child.once("exit", () => reject(new Error(`the program has ended: ${said}`)));
    });
}

class House {
    away = false;
    losesReplies = false;
    asked = [];
    cookie = {};
    password = password;
    #folder = mkdtempSync(join(tmpdir(), "cardroom-house-"));
    #token = {};
    #child;
    #server;
    #front;
    store = `sqlite:${join(this.#folder, "house.db")}`;

    async open({ at, script, people, badges, folder, zone }) {
        const files = zone ? this.#copy({ "house.yaml": (text) => text.replace(/^time zone: .*/m, `time zone: "${zone}"`) }) : "demo";
        await run(["house", "init", this.store, "--house", files, ...(at ? ["--at", at] : [])]);
        await run(["house", "do", this.store, "--quiet"], `${[script].flat().join("\n")}\n`);
        for (const person of people) await run(["house", "staff", this.store, "set-password", person], `${password}\n`);
        for (const [person, { badge, pin }] of Object.entries(badges)) await run(["house", "staff", this.store, "set-pin", person, "--badge", badge], `${pin}\n`);
        this.#child = spawn(program, ["serve", "--store", this.store, "--listen", "127.0.0.1:0", ...(folder ? ["--house", this.#copy(folder)] : [])], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
        this.#server = await addressOf(this.#child);
        this.#front = await serveBuild(this.#server, 0, (request, response) => this.#answer(request, response));
        this.address = this.#front.address;
        await Promise.all(people.map((person) => this.signIn(person)));
    }

    // The files of the demo house, changed: { "house.yaml": (text) => text }.
    #copy(changes) {
        const copy = join(this.#folder, "files", "demo");
        cpSync(join(root, "houses/demo"), copy, { recursive: true });
        for (const [name, change] of Object.entries(changes)) writeFileSync(join(copy, name), change(readFileSync(join(copy, name), "utf8")));
        return copy;
    }

    async stop() {
        await this.#front?.stop();
        if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) {
            const ended = new Promise((resolve) => this.#child.once("exit", resolve));
            this.#child.kill("SIGTERM");
            await ended;
        }
        rmSync(this.#folder, { recursive: true, force: true });
    }

    async do(person, command) {
        const answer = await this.#post("/api/commands", command, { Cookie: `cardroom=${this.cookie[person]}`, "X-CSRF-Token": this.#token[person] });
        const reply = await answer.json();
        if (!answer.ok) throw new Error(`${command.do}: ${reply.detail}`);
        return reply;
    }

    async get(person, path) {
        const answer = await fetch(this.#server + path, { headers: { Cookie: `cardroom=${this.cookie[person]}` } });
        const reply = await answer.json();
        if (!answer.ok) throw new Error(`${path}: ${reply.detail}`);
        return reply;
    }

    ask(...words) {
        return run(words);
    }

    async signIn(person) {
        const answer = await this.#post("/api/session", { name: person, password });
        if (!answer.ok) throw new Error(`${person} cannot sign in: ${await answer.text()}`);
        this.cookie[person] = /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1];
        this.#token[person] = (await answer.json()).token;
    }

    #post(path, body, headers = {}) {
        return fetch(this.#server + path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
    }

    #answer(request, response) {
        if (this.away) return request.socket.destroy();
        const isCommand = request.method === "POST" && request.url === "/api/commands";
        if (isCommand) {
            const pieces = [];
            request.on("data", (piece) => pieces.push(piece));
            request.on("end", () => this.asked.push(JSON.parse(Buffer.concat(pieces).toString())));
        }
        return answerFrom(this.#server, request, response, () => isCommand && this.losesReplies);
    }
}

// `script` is text or lines, done by the persons that it names. `people` get the password and are signed in; `badges` are {
// person: { badge, pin } }. The books begin at `at`, or now, in the time zone `zone`, or in that of the demo house. `folder`: the server is
// given the files of the demo house with these changes.
export async function startHouse({ at, script, people = [], badges = {}, folder, zone }) {
    const house = new House();
    try {
        await house.open({ at, script, people, badges, folder, zone });
        return house;
    } catch (thrown) {
        await house.stop();
        throw thrown;
    }
}

// The command that posts an offer of the demo house for all hours, because tests run at any hour.
export function offerAlways(offer) {
    const text = readFileSync(join(root, `houses/demo/offers/${offer}.yaml`), "utf8").replace(/^hours: .*/m, "hours: always");
    return JSON.stringify({ do: "post-offer", offer, by: "office", text });
}

// The documents of the tree, where tests approve some that the register of the tree does not have.
let approvals;

// The commands that have a document approved with the demo key, and file it: one of the tree which the demo house does not offer, or with another text.
export function fileDocument(activity, text = readFileSync(join(root, `rulebooks/${activity}.md`), "utf8")) {
    if (!approvals) {
        approvals = mkdtempSync(join(tmpdir(), "cardroom-approvals-"));
        process.on("exit", () => rmSync(approvals, { recursive: true, force: true }));
        cpSync(join(root, "rulebooks"), join(approvals, "rulebooks"), { recursive: true });
    }
    const key = join(root, "rulebooks/demo-only.key"), issuer = join(approvals, "rulebooks", activity.split("/")[0]);
    writeFileSync(join(approvals, `rulebooks/${activity}.md`), text);
    execFileSync(program, ["approve", activity, "--key", key, "--by", "demo", "--reference", "demo"], { cwd: approvals });
    const register = { text: readFileSync(join(issuer, "approvals"), "utf8"), signature: readFileSync(join(issuer, "approvals.minisig"), "utf8") };
    return [{ do: "file-approvals", by: "office", ...register }, { do: "file-document", activity, by: "office", text }].map((command) => JSON.stringify(command)).join("\n");
}
