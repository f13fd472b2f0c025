// A mock of the server: serves the built pages and as much of docs/api/openapi.yaml as the tests of the pages need, so that a
// page can be tested in every state. It sends the same headers as the program.
//
// The test controls the events: grow(), pending(), win(), and silence(), drop(), forget() for failures of the connection.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pagesFolder } from "./browser.mjs";
import { house, newcomer, offers, people, roles } from "./mock-house.mjs";

const KEPT = 64;

export class Mock {
    constructor(folder) {
        this.folder = folder;
        this.sequence = 1000;
        this.offers = structuredClone(offers);
        this.sessions = new Map();
        this.commands = new Map();
        this.kept = [];
        this.listeners = new Set();
        this.silent = false;
        this.away = false;
        this.demo = true;
        this.newcomer = { ...newcomer };
        this.now = house.now;
        this.read();
        this.server = createServer((request, response) => {
            this.answer(request, response).catch((error) => response.destroy(error));
        });
    }

    read() {
        this.manifest = JSON.parse(readFileSync(join(this.folder, "manifest.json"), "utf8"));
    }

    async start() {
        await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
        this.address = `http://127.0.0.1:${this.server.address().port}`;
        return this;
    }

    async stop() {
        this.drop();
        this.server.closeAllConnections();
        await new Promise((resolve) => this.server.close(resolve));
    }

    // ------------------------------------------------------------------------------------------ what happens

    tell(name, message) {
        const told = { id: ++this.sequence, name, data: { sequence: this.sequence, ...message } };
        this.kept = [...this.kept, told].slice(-KEPT);
        if (!this.silent) for (const listener of this.listeners) this.send(listener, told);
    }

    send(response, { id, name, data }) {
        response.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    }

    offer(name) {
        return this.offers.find((offer) => offer.offer === name);
    }

    grow(name, cents, pool) {
        const meter = this.offer(name).meters.find((known) => pool === undefined || known.pool === pool);
        meter.cents += cents;
        this.tell("meters", { meters: [{ offer: name, pool: meter.pool, cents: meter.cents }] });
    }

    pending(name, table, hands) {
        Object.assign(this.offer(name), { pending: hands, "pending-table": hands > 0 ? table : "" });
        this.tell("pending", { offer: name, table, hands });
    }

    // All of the first meter is won.
    win(name, table, prizes = [{ share: "winner", seat: 3, part: 1 }]) {
        const offer = this.offer(name);
        const meter = offer.meters[0];
        const cents = meter.cents;
        const award = 1 + Math.max(0, ...this.offers.flatMap((other) => other.wins.map((win) => win.award)));
        meter.cents = meter["base-cents"];
        const win = { award, at: this.now, table, pool: meter.pool, cents };
        offer.wins = [win, ...offer.wins].slice(0, 5);
        const shares = prizes.map(({ share, seat, part }) => ({ share, seat, cents: Math.round(cents * part) }));
        this.tell("win", { ...win, offer: name, "base-cents": meter["base-cents"], prizes: shares });
        this.tell("meters", { meters: [{ offer: name, pool: meter.pool, cents: meter.cents }] });
    }

    // Every line is cut.
    drop() {
        for (const listener of this.listeners) listener.destroy();
        this.listeners.clear();
    }

    // The message is too old to be sent again.
    forget() {
        this.kept = [];
        this.sequence += 500;
    }

    // ------------------------------------------------------------------------------------------ answers

    async answer(request, response) {
        const { pathname, searchParams } = new URL(request.url, this.address);
        if (this.away) return request.socket.destroy();
        const name = `${request.method} ${pathname}`;
        if (name === "GET /api/feed") return this.feed(request, response);
        if (name === "GET /api/house") return this.json(response, 200, { ...house, now: this.now, demo: this.demo, ...(this.demo ? { logins: [...people, { patron: "1001", pin: "1001", role: "patron" }] } : {}) });
        if (name === "GET /api/signs") {
            return this.json(response, 200, { sequence: this.sequence, house: house.house, now: this.now, offers: this.offers });
        }
        if (pathname === "/api/session") return this.session(request, response);
        if (name === "POST /api/commands") return this.command(request, response, searchParams);
        if (pathname.startsWith("/api/")) return this.problem(response, 404, "not-found", "There is no such thing here.");
        return this.page(pathname, request, response);
    }

    json(response, status, body, headers = {}) {
        const type = status < 400 ? "application/json" : "application/problem+json";
        response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store", ...headers });
        response.end(JSON.stringify(body));
    }

    problem(response, status, type, detail, more = {}) {
        this.json(response, status, { type, title: type, status, detail, ...more });
    }

    page(pathname, request, response) {
        const path = pathname.length > 2 ? pathname.replace(/\/$/, "") : pathname;
        const first = /^\/[^/]*/.exec(path)[0];
        const file = this.manifest.files.find((known) => known.path === path)
            ?? this.manifest.files.find((known) => known.under && known.path === first);
        if (!file) return this.problem(response, 404, "not-found", "There is no such page.");
        response.writeHead(200, {
            "Content-Type": file.type,
            "Content-Security-Policy": this.manifest.securityPolicy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": file.lasting ? "public, max-age=31536000, immutable" : "no-cache",
        });
        response.end(readFileSync(join(this.folder, file.file)));
    }

    feed(request, response) {
        response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
        response.write(": welcome\n\n");
        const last = Number(request.headers["last-event-id"] ?? this.sequence);
        const oldest = this.kept[0]?.id ?? this.sequence + 1;
        if (last + 1 < oldest) this.send(response, { id: this.sequence, name: "reset", data: { sequence: this.sequence } });
        else for (const told of this.kept) if (told.id > last) this.send(response, told);
        this.listeners.add(response);
        response.on("close", () => this.listeners.delete(response));
    }

    async session(request, response) {
        const cookie = /cardroom=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
        const known = this.sessions.get(cookie);
        if (request.method === "GET") {
            return known ? this.json(response, 200, known) : this.problem(response, 401, "not-signed-in", "Nobody has signed in here.");
        }
        if (request.method === "DELETE") {
            if (known && request.headers["x-csrf-token"] !== known.token) return this.problem(response, 403, "not-allowed", "The token is not right.");
            this.sessions.delete(cookie);
            return response.writeHead(204).end();
        }
        const asked = await this.body(request);
        const person = [...people, this.newcomer].find((one) =>
            (one.person === asked.name && one.password === asked.password) || (asked.badge && one.badge === asked.badge && one.pin === asked.pin));
        if (!person) return this.problem(response, 401, "not-allowed", "Name and password do not fit. Try again, or ask a manager.");
        if (person.given && !asked.new) return this.problem(response, 403, "must-change", `${person.person}'s password was set by maria; ${person.person} must change it at the sign-in page first.`);
        if (asked.new) Object.assign(person, { password: asked.new, given: false });
        const key = `s${this.sessions.size + 1}`;
        const { person: id, name, role } = person;
        const session = { person: id, name, role, may: roles[role], token: `t-${key}`, expires: this.now };
        this.sessions.set(key, session);
        return this.json(response, 200, session, { "Set-Cookie": `cardroom=${key}; HttpOnly; SameSite=Strict; Path=/` });
    }

    async command(request, response, query) {
        const asked = await this.body(request);
        if (query.get("dry") === "true") return this.json(response, 200, { outcome: "would-be-done", events: [] });
        if (this.commands.has(asked.id)) return this.json(response, 200, { ...this.commands.get(asked.id), outcome: "repeated" });
        this.commands.set(asked.id, { outcome: "done", first: ++this.sequence, last: this.sequence, events: [] });
        return this.json(response, 200, this.commands.get(asked.id));
    }

    async body(request) {
        let text = "";
        for await (const piece of request) text += piece;
        return JSON.parse(text);
    }
}

export const startMock = (folder = pagesFolder) => new Mock(folder).start();

// By hand, to look at pages while they are being made:  node mock.mjs [FOLDER_OF_PAGES]
if (process.argv[1]?.endsWith("mock.mjs")) {
    const mock = await startMock(process.argv[2]);
    console.log(mock.address);
    setInterval(() => mock.grow("bonus-hand", 11 * (1 + (mock.sequence % 5))), 1500);
}
