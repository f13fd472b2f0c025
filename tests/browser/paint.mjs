// How soon a browser with an empty cache shows something of each page, and how many bytes that took: the program with its
// demo house, on this machine. Prints a table, and adds the figures to the named JSON file.
//
//   node tests/browser/paint.mjs [--quick] FILE.json
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { needPackages } from "../../web/packages.mjs";
import { pages } from "../../web/pages.mjs";
import { addressOf, environment, program } from "./house.mjs";

needPackages(fileURLToPath(new URL(".", import.meta.url)));
const { launch, openPage } = await import("./browser.mjs"); // which wants the packages

const GOAL_MS = 1_000;
const words = process.argv.slice(2);
const times = words.includes("--quick") ? 2 : 7;
const file = words.find((word) => !word.startsWith("--"));

async function signIn(address) {
    const { logins } = await (await fetch(`${address}/api/house`)).json();
    const manager = logins.find((login) => login.role === "manager");
    const answer = await fetch(`${address}/api/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: manager.person, password: manager.password }),
    });
    if (!answer.ok) throw new Error(`nobody can sign in: ${await answer.text()}`);
    return /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1];
}

async function paintOf(browser, address, path, cookie) {
    const { page, close } = await openPage(browser, address, path, { cookie });
    const measured = await page.evaluate(async () => {
        const paint = await new Promise((resolve) => {
            new PerformanceObserver((list) => {
                const found = list.getEntriesByName("first-contentful-paint")[0];
                if (found) resolve(found.startTime);
            }).observe({ type: "paint", buffered: true });
        });
        const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        const bytes = loaded.filter((entry) => !new URL(entry.name).pathname.startsWith("/api/")).reduce((sum, entry) => sum + entry.encodedBodySize, 0);
        return { paint, bytes };
    });
    await close();
    return measured;
}

async function measure(browser, address) {
    const cookie = await signIn(address);
    const results = [];
    for (const { name, path } of pages) {
        const found = [];
        for (let i = 0; i < times; i++) found.push(await paintOf(browser, address, path, name === "sign-in" ? undefined : cookie));
        const sorted = found.map(({ paint }) => paint).sort((left, right) => left - right);
        results.push({ page: name, "best-ms": Math.round(sorted[0]), "median-ms": Math.round(sorted[Math.floor(times / 2)]), "goal-ms": GOAL_MS, bytes: found[0].bytes });
    }
    return results;
}

const child = spawn(program, ["serve", "--demo", "--listen", "127.0.0.1:0"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
const browser = await launch();
try {
    const results = await measure(browser, await addressOf(child));
    console.log("\nfirst paint of a page              best ms median ms   goal ms    bytes");
    for (const row of results) {
        console.log(`${row.page.padEnd(32)} ${String(row["best-ms"]).padStart(9)} ${String(row["median-ms"]).padStart(9)} ${String(GOAL_MS).padStart(9)} ${String(row.bytes).padStart(8)}`);
    }
    if (file) writeFileSync(file, `${JSON.stringify({ ...(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}), pages: results }, null, 2)}\n`);
} finally {
    await browser.close();
    child.kill("SIGTERM");
}
