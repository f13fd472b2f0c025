// A browser for the tests: Debian's Chromium, screens of the sizes that the pages must fit, and screenshots.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const pagesFolder = process.env.CARDROOM_PAGES ?? join(root, "build/web");
const shots = process.env.CARDROOM_SCREENSHOTS ?? join(root, "build/screenshots");

export const screens = {
    phone: { width: 390, height: 844 },
    tablet: { width: 1024, height: 768 },
    desk: { width: 1440, height: 900 },
    wall: { width: 1920, height: 1080 },
    upright: { width: 1080, height: 1920 },
};

export async function launch() {
    return chromium.launch({
        executablePath: process.env.CARDROOM_CHROMIUM ?? "/usr/bin/chromium-headless-shell",
        headless: true,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"],
    });
}

// A page with its own browser profile. `faults` collects its errors: an exception, a console message, a violation of the
// security policy, or a request to any host but the server.
export async function openPage(browser, address, path, { screen = "desk", theme = "light", calm = false, clock, cookie } = {}) {
    const context = await browser.newContext({
        viewport: screens[screen],
        colorScheme: theme,
        reducedMotion: calm ? "reduce" : "no-preference",
        hasTouch: screen === "phone" || screen === "tablet",
    });
    if (cookie) await context.addCookies([{ name: "cardroom", value: cookie, url: address }]);
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
        // Chromium reports every answer that is an error; the test decides whether it was expected.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) faults.push(message.text());
    });
    page.on("request", (request) => {
        if (!request.url().startsWith(address) && !request.url().startsWith("data:")) faults.push(`asks ${request.url()}`);
    });
    if (clock) await page.clock.install({ time: clock });
    await page.goto(address + path);
    return { page, faults, close: () => context.close() };
}

// A screenshot after all animations have ended; `moving` takes it during them, `whole` includes what is below the edge of the
// screen.
export async function shoot(page, name, { moving = false, whole = false } = {}) {
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: whole, animations: moving ? "allow" : "disabled" });
}

// What axe-core finds that keeps people from using the page: labels, roles, contrast. Nothing is an empty list.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export async function barriers(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations.map((found) => `${found.id}: ${found.nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`);
}
