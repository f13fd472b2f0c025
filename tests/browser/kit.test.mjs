// The parts of the kit, on the page that shows them all (web/src/gallery).
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, afterEach, before, test } from "node:test";
import { pageHtml, settings } from "../../web/build.mjs";
import { launch, openPage, shoot } from "./browser.mjs";
import { startMock } from "./mock.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "build/web-gallery");
let browser, server, opened;

async function buildGallery() {
    const esbuild = createRequire(join(root, "web/package.json"))("esbuild");
    mkdirSync(folder, { recursive: true });
    await esbuild.build({ ...settings(["src/gallery/main.tsx"], folder), entryNames: "gallery", assetNames: "[name]", publicPath: "/" });
    writeFileSync(join(folder, "gallery.html"), pageHtml("Gallery", "/gallery.js", "/gallery.css", "/icon.svg"));
    writeFileSync(join(folder, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
    const file = (path, name, type) => ({ path, file: name, type, under: false, lasting: false });
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({
        securityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self'",
        files: [file("/gallery", "gallery.html", "text/html"), file("/gallery.js", "gallery.js", "text/javascript"), file("/gallery.css", "gallery.css", "text/css"),
            file("/icon.svg", "icon.svg", "image/svg+xml"), file("/inter-latin-wght-normal.woff2", "inter-latin-wght-normal.woff2", "font/woff2"),
            file("/", "gallery.html", "text/html")],
    }));
}

before(async () => {
    await buildGallery();
    [browser, server] = await Promise.all([launch(), startMock(folder)]);
    server.sessions.set("all", { person: "maria", name: "Maria Santos", role: "manager", may: ["read"], token: "t", expires: "" });
});
after(async () => {
    await browser?.close();
    await server?.stop();
});
afterEach(() => opened?.close());

async function gallery(options = {}) {
    opened = await openPage(browser, server.address, "/gallery", { cookie: "all", ...options });
    await opened.page.getByRole("grid", { name: "Deck" }).waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

for (const [screen, theme] of [["desk", "light"], ["desk", "dark"], ["phone", "light"], ["tablet", "dark"]]) {
    test(`the parts of the kit, ${screen} ${theme}`, async () => {
        const page = await gallery({ screen, theme });
        await shoot(page, `kit-${screen}-${theme}`, { whole: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out sideways");
        assert.deepEqual(opened.faults, []);
    });
}

test("cards are taken by tapping, by arrows and by typing, and never too many", async () => {
    const page = await gallery();
    const chosen = page.getByRole("group", { name: "Selected cards" }).getByRole("button");
    await page.getByRole("button", { name: "ace of spades", exact: true }).click();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("td9c");
    assert.deepEqual(await chosen.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
        ["ace of spades", "ace of hearts", "ten of diamonds", "nine of clubs"].map((card) => `Remove the ${card}`));
    assert.ok(await page.getByRole("button", { name: "king of spades", exact: true }).isDisabled(), "somebody else has it");
    await page.keyboard.type("ks");
    assert.equal(await chosen.count(), 4);
    await page.keyboard.type("2h3h");
    assert.equal(await chosen.count(), 5);
    await shoot(page, "kit-cards");
    await page.keyboard.press("Backspace");
    assert.equal(await chosen.count(), 4);
    await page.getByRole("button", { name: "Clear" }).click();
    assert.equal(await chosen.count(), 0);
});

test("a dialog keeps the focus, closes on Escape and gives the focus back", async () => {
    const page = await gallery();
    await page.getByRole("button", { name: "Open the dialog" }).click();
    const dialog = page.getByRole("dialog", { name: "Authorise the prize" });
    await dialog.waitFor();
    await shoot(page, "kit-dialog");
    for (let press = 0; press < 8; press++) {
        await page.keyboard.press("Tab");
        assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null));
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Open the dialog");
});

test("a refusal is said with its clause and stays; what is well leaves by itself", async () => {
    const page = await gallery({ clock: "2026-11-17T04:05:00Z" });
    await page.getByRole("button", { name: "Say something" }).click();
    await page.getByRole("button", { name: "Say a refusal" }).click();
    const notices = page.getByRole("region", { name: "Messages" });
    await notices.getByText("Rule: Blazing 7s Progressive Jackpot, clause 9").waitFor();
    await page.clock.fastForward(7_000);
    await notices.getByText("The round has ended.").waitFor({ state: "detached" });
    await notices.getByRole("button", { name: "Dismiss" }).click();
    await notices.getByText("Seat 4").waitFor({ state: "detached" });
});

test("tabs are led by arrows", async () => {
    const page = await gallery();
    await page.getByRole("tab", { name: "Open" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Paid" }).getAttribute("aria-selected"), "true");
    await page.getByText("Nothing to show.").waitFor();
});

test("who has not signed in is led to the sign-in, and told where to come back to", async () => {
    opened = await openPage(browser, server.address, "/gallery?x=1");
    await opened.page.waitForURL(`${server.address}/?next=${encodeURIComponent("/gallery?x=1")}`);
});

test("the theme can be changed and is remembered", async () => {
    const page = await gallery({ theme: "light" });
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.reload();
    await page.getByRole("button", { name: "Use the light theme" }).waitFor();
});
