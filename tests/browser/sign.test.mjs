import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { startMock } from "./mock.mjs";

let browser, server, opened;
before(async () => (browser = await launch()));
after(() => browser?.close());
beforeEach(async () => (server = await startMock()));
afterEach(async () => {
    await opened?.close();
    await server.stop();
});

const CLOCK = "2026-11-17T04:05:00Z";

async function sign(path, options = {}) {
    opened = await openPage(browser, server.address, path, { screen: "wall", ...options });
    await opened.page.locator(".sign-hero, .sign-board").first().waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

const arrived = (page) => page.waitForFunction(() => document.querySelector(".win").getAnimations().every((one) => one.playState === "finished"));
// The words of parts that stick out of the screen.
const cutOff = (page, parts) => page.evaluate((selector) => [...document.querySelectorAll(selector)]
    .filter((part) => !part.closest(".hidden-words"))
    .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
    }).map((part) => part.textContent), parts);
// From ten metres: letters of 4.5% of the shorter side, and not in the soft ink.
const isReadable = (page, part) => page.evaluate((selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    const soft = getComputedStyle(document.querySelector(".sign-clock")).color;
    return parseFloat(style.fontSize) >= 0.045 * Math.min(innerWidth, innerHeight) - 0.5 && style.color !== soft;
}, part);
const amount = (page) => page.locator(".sign-hero .meter").first().getAttribute("aria-label");

// The amount that the wheels show, in cents.
const onTheWheels = (page) => page.evaluate(() => {
    const strips = [...document.querySelector(".sign-hero .meter").querySelectorAll(".meter-strip")];
    const digit = (strip) => {
        const up = -new DOMMatrix(getComputedStyle(strip).transform).f / strip.getBoundingClientRect().height;
        return Math.floor(up * strip.children.length + 0.001) % 10;
    };
    return Number(strips.map(digit).join(""));
});

test("a sign of one offer shows its meter, its chart and the sentence that must be shown", async () => {
    const page = await sign("/sign/bonus-hand");
    assert.match(await amount(page), /\$12,843\.17$/);
    assert.equal(await onTheWheels(page), 1_284_317);
    await page.getByRole("rowheader", { name: /royal flush/i }).waitFor();
    await page.getByText("No purchase necessary").waitFor();
    await shoot(page, "sign-wall-dark");
    assert.deepEqual(opened.faults, []);
});

test("the meter follows the ledger and is never ahead of it", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    const before_ = 1_284_317;
    server.grow("bonus-hand", 1_111);
    await page.getByLabel(/12,854\.28$/).waitFor();
    let last = 0;
    for (let step = 0; step < 12; step++) {
        await page.clock.runFor(150);
        const shown = await onTheWheels(page);
        assert.ok(shown >= before_ && shown <= before_ + 1_111, `shows ${shown}`);
        assert.ok(shown >= last, "and does not go back");
        last = shown;
    }
    assert.equal(last, before_ + 1_111);
});

test("a win takes the sign over with amount, table and new base, and the meter starts again below", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    server.win("bonus-hand", "C4-1");
    const win = page.getByRole("alert");
    await win.getByText("$12,843.17").waitFor();
    await win.getByText("Table C4-1").waitFor();
    await win.getByText("The jackpot starts again at $5,000.00").waitFor();
    await win.getByText("No purchase necessary").waitFor();
    await arrived(page);
    assert.deepEqual(await cutOff(page, ".win p, .win h2, .win li"), []);
    assert.ok(await isReadable(page, ".win-foot"));
    await shoot(page, "sign-win-wall", { moving: true });
    assert.match(await amount(page), /\$5,000\.00$/);
    assert.equal(await onTheWheels(page), 500_000);
    await page.clock.fastForward(17_000);
    await win.waitFor({ state: "detached" });
    assert.deepEqual(opened.faults, []);
});

test("a win that several share names them, also when the room's sign shows it", async () => {
    const page = await sign("/sign");
    server.win("omaha-bad-beat", "OM-1", [{ share: "loser", seat: 4, part: 0.5 }, { share: "winner", seat: 7, part: 0.25 }, { share: "table", seat: 1, part: 0.125 },
        { share: "table", seat: 2, part: 0.125 }]);
    await page.getByRole("alert").getByText("loser, seat 4").waitFor();
    await arrived(page);
    await shoot(page, "sign-win-shared-wall", { moving: true });
});

test("a win of another offer does not disturb this sign", async () => {
    const page = await sign("/sign/blazing-7s");
    server.win("bonus-hand", "C4-1");
    server.grow("blazing-7s", 100);
    await page.getByLabel(/9,035\.55$/).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
});

test("a larger win goes before a smaller one, which comes after it", async () => {
    const page = await sign("/sign", { clock: CLOCK });
    server.win("blazing-7s", "BJ-1");
    await page.getByRole("alert").getByText("Table BJ-1").waitFor();
    server.win("omaha-bad-beat", "OM-1");
    await page.getByRole("alert").getByText("Table OM-1").waitFor();
    await page.clock.fastForward(17_000);
    await page.getByRole("alert").getByText("Table BJ-1").waitFor();
    await page.clock.fastForward(17_000);
    await page.getByRole("alert").waitFor({ state: "detached" });
});

test("while a hand is verified the sign says so", async () => {
    const page = await sign("/sign/bonus-hand");
    server.pending("bonus-hand", "C4-2", 1);
    await page.getByText("A hand at table C4-2 is being verified").waitFor();
    await shoot(page, "sign-verifying-wall");
    await page.reload();
    await page.getByText("A hand at table C4-2 is being verified").waitFor();
    server.pending("bonus-hand", "C4-2", 0);
    await page.getByText("is being verified").waitFor({ state: "detached" });
});

test("a line that is cut comes back, and nothing told meanwhile is missing", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    server.drop();
    server.grow("bonus-hand", 200);
    server.win("bonus-hand", "UTH-1");
    await page.clock.runFor(3_000);
    await page.getByRole("alert").getByText("$12,845.17").waitFor();
});

test("when the server has forgotten what the sign missed, the sign asks for everything anew", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    server.drop();
    server.offer("bonus-hand").meters[0].cents = 2_000_000;
    server.forget();
    await page.clock.runFor(3_000);
    await page.getByLabel(/20,000\.00$/).waitFor();
});

test("figures that may be old are shown as old, and as live again when the line is back", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    server.away = true;
    server.drop();
    await page.clock.fastForward(21_000);
    await page.getByText(/Not live\. Amounts as of 8:05 PM/).waitFor();
    await shoot(page, "sign-stale-wall");
    server.away = false;
    await page.clock.runFor(20_000);
    await page.getByText(/Not live/).waitFor({ state: "detached" });
});

test("a sign of the room shows all meters, then one offer after the other", async () => {
    const page = await sign("/sign", { clock: CLOCK });
    assert.equal(await page.locator(".sign-board li").count(), 6);
    await shoot(page, "sign-room-wall");
    const seen = new Set();
    for (let scene = 0; scene < 8; scene++) {
        await page.clock.fastForward(10_000);
        seen.add(await page.evaluate(() => document.querySelector(".sign-hero h2")?.textContent ?? "board"));
    }
    assert.ok(seen.size >= 6, [...seen].join());
});

test("an offer that does not exist is said to", async () => {
    opened = await openPage(browser, server.address, "/sign/no-such", { screen: "wall" });
    await opened.page.getByText("This jackpot is not offered now.").waitFor();
});

test("a sign reloads itself when there is a newer build, and not when a proxy answers nonsense", async () => {
    const page = await sign("/sign/bonus-hand", { clock: CLOCK });
    await page.evaluate(() => (window.sameDocument = true));
    await page.route("**/sign/bonus-hand", (route) => route.fulfill({ body: "<html>Bad gateway</html>", contentType: "text/html" }));
    await page.clock.fastForward(301_000);
    assert.equal(await page.evaluate(() => window.sameDocument), true);
    await page.unroute("**/sign/bonus-hand");
    let asked = 0;
    await page.route("**/sign/bonus-hand", async (route) => {
        if (asked++ > 0) return route.continue();
        const answer = await route.fetch();
        return route.fulfill({ response: answer, body: (await answer.text()).replace(/sign-\w+\.js/, "sign-NEWER.js") });
    });
    const reloaded = page.waitForEvent("load");
    await page.clock.fastForward(301_000);
    await reloaded;
    assert.equal(await page.evaluate(() => window.sameDocument), undefined);
});

test("who prefers less motion sees amounts change at once", async () => {
    const page = await sign("/sign/bonus-hand", { calm: true, clock: CLOCK });
    server.grow("bonus-hand", 1_111);
    await page.getByLabel(/12,854\.28$/).waitFor();
    assert.equal(await onTheWheels(page), 1_285_428);
});

for (const [name, path, screen, theme] of [
    ["sign-wall-light", "/sign/bonus-hand?theme=light", "wall", "light"],
    ["sign-upright-dark", "/sign/bonus-hand", "upright", "dark"],
    ["sign-phone-dark", "/sign/blazing-7s", "phone", "dark"],
    ["sign-tablet-dark", "/sign/caribbean-jackpot", "tablet", "dark"],
    ["sign-three-meters-wall", "/sign/caribbean-jackpot", "wall", "dark"],
    ["sign-longest-wall", "/sign/fortune-pai-gow", "wall", "dark"],
    ["sign-long-hand-wall", "/sign/omaha-bad-beat", "wall", "dark"],
    ["sign-fixed-wall", "/sign/aces-cracked", "wall", "dark"],
    ["sign-room-upright", "/sign", "upright", "dark"],
    ["sign-room-phone-light", "/sign?theme=light", "phone", "light"],
]) {
    test(`nothing is cut off: ${name}`, async () => {
        const page = await sign(path, { screen, theme, calm: true });
        await shoot(page, name);
        assert.deepEqual(await cutOff(page, ".sign h1, .sign h2, .sign .meter, .sign th, .sign td, .sign-foot, .sign-band"), []);
        assert.ok(await isReadable(page, ".sign-foot"));
        const hidden = await page.evaluate(() => {
            const foot = document.querySelector(".sign-foot").getBoundingClientRect().top;
            return [...document.querySelectorAll(".sign .meter, .sign th, .sign td, .sign-facts dd")].filter((part) => !part.closest(".hidden-words"))
                .filter((part) => part.getBoundingClientRect().bottom > foot + 1).map((part) => part.textContent);
        });
        assert.deepEqual(hidden, [], "nothing lies under the sentence");
        assert.deepEqual(opened.faults, []);
    });
}
