// A real house for a story: the program opens a store, plays a script of commands into it and serves it; in front of it
// stands a front that serves the built pages and hands everything else on. So a story has the pages of this tree, the
// decisions of the program, and a line that can be cut.
//
//   const house = await startHouse({ script: "open-table BJ-1 by fay\n...", people: ["dana", "sam"] });
//   house.address, house.cookie.dana       where it is, and who has signed in
//   house.do("dana", { do: ... })          a command by somebody else in the room
//   house.away = true                      nobody answers
//   house.losesReplies = true              commands are done, but their replies are lost
//
// By hand, to look at pages while they are made:  node front.mjs http://127.0.0.1:8080
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pagesFolder } from "./browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = process.env.CARDROOM_PROGRAM || join(root, "build/cardroom");
const START_MS = 30_000;
const environment = { CARDROOM_HOME: root, ...process.env };

export class Front {
    constructor(behind, folder = pagesFolder) {
        this.behind = new URL(behind);
        this.folder = folder;
        this.away = false;
        this.losesReplies = false;
        this.asked = [];
        this.sockets = new Set();
        this.server = createServer((request, response) => this.answer(request, response));
        this.server.on("connection", (socket) => {
            this.sockets.add(socket);
            socket.on("close", () => this.sockets.delete(socket));
        });
    }

    async start(port = 0) {
        await new Promise((resolve) => this.server.listen(port, "127.0.0.1", resolve));
        this.address = `http://127.0.0.1:${this.server.address().port}`;
        return this;
    }

    async stop() {
        this.drop();
        await new Promise((resolve) => this.server.close(resolve));
    }

    drop() {
        for (const socket of this.sockets) socket.destroy();
    }

    answer(request, response) {
        if (this.away) return request.socket.destroy();
        const { pathname } = new URL(request.url, "http://here");
        if (pathname.startsWith("/api/") || pathname === "/healthz") return this.handOn(request, response);
        return this.page(pathname, response);
    }

    handOn(request, response) {
        const isCommand = request.method === "POST" && request.url === "/api/commands";
        const pieces = [];
        const onward = ask({
            host: this.behind.hostname, port: this.behind.port, path: request.url, method: request.method,
            headers: { ...request.headers, host: this.behind.host },
        }, (answer) => {
            if (isCommand && this.losesReplies) {
                answer.resume();
                return request.socket.destroy();
            }
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
        });
        onward.on("error", () => request.socket.destroy());
        response.on("close", () => onward.destroy());
        request.on("data", (piece) => {
            pieces.push(piece);
            onward.write(piece);
        });
        request.on("end", () => {
            if (isCommand) this.asked.push(JSON.parse(Buffer.concat(pieces).toString()));
            onward.end();
        });
    }

    page(pathname, response) {
        const { files, securityPolicy } = JSON.parse(readFileSync(join(this.folder, "manifest.json"), "utf8"));
        const first = /^\/[^/]*/.exec(pathname)[0];
        const file = files.find((known) => known.path === pathname) ?? files.find((known) => known.under && known.path === first);
        if (!file) return response.writeHead(404).end();
        response.writeHead(200, { "Content-Type": file.type, "Content-Security-Policy": securityPolicy, "X-Content-Type-Options": "nosniff" });
        response.end(readFileSync(join(this.folder, file.file)));
    }
}

function run(words, input) {
    const answer = spawnSync(program, words, { input, encoding: "utf8", env: environment });
    if (answer.status !== 0) throw new Error(`cardroom ${words.join(" ")}: ${answer.error ?? ""}${answer.stdout}${answer.stderr}`);
}

const passwordOf = (person) => `lantern-${person}-1`;

async function serve(store) {
    const child = spawn(program, ["serve", "--store", store, "--listen", "127.0.0.1:0"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const address = await new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`the program does not say where it is: ${said}`)), START_MS);
        const read = (piece) => {
            said += piece;
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
            if (found) resolve(found[0]), clearTimeout(late);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.once("exit", () => reject(new Error(`the program ended: ${said}`)));
    });
    return { child, address };
}

export async function startHouse({ script, people = [] }) {
    const folder = mkdtempSync(join(tmpdir(), "cardroom-house-"));
    const store = `sqlite:${join(folder, "house.db")}`;
    run(["house", "init", store, "--house", "demo"]);
    run(["house", "do", store, "--quiet"], script);
    for (const person of people) run(["house", "staff", store, "set-password", person], `${passwordOf(person)}\n`);
    const { child, address } = await serve(store);
    const front = await new Front(address).start();
    front.cookie = {};
    const tokens = {};
    for (const person of people) {
        const answer = await fetch(address + "/api/session", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: person, password: passwordOf(person) }),
        });
        if (!answer.ok) throw new Error(`${person} cannot sign in: ${await answer.text()}`);
        front.cookie[person] = /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1];
        tokens[person] = (await answer.json()).token;
    }
    front.do = async (person, command) => {
        const answer = await fetch(address + "/api/commands", {
            method: "POST",
            headers: { "Content-Type": "application/json", Cookie: `cardroom=${front.cookie[person]}`, "X-CSRF-Token": tokens[person] },
            body: JSON.stringify(command),
        });
        const reply = await answer.json();
        if (!answer.ok) throw new Error(reply.detail);
        return reply;
    };
    front.get = async (person, path) => (await fetch(address + path, { headers: { Cookie: `cardroom=${front.cookie[person]}` } })).json();
    const stopFront = front.stop.bind(front);
    front.stop = async () => {
        await stopFront();
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
        rmSync(folder, { recursive: true, force: true });
    };
    return front;
}

if (process.argv[1]?.endsWith("front.mjs")) console.log((await new Front(process.argv[2] ?? "http://127.0.0.1:8080").start(Number(process.argv[3] ?? 0))).address);
