// The office against the real program: what it shows is what the books say.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { startOfficeHouse } from "./office-house.mjs";

let browser, house, opened;
const cookies = {};

before(async () => {
    [browser, house] = await Promise.all([launch(), startOfficeHouse()]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(() => opened?.close());

// Signed in once for all stories: a password takes long to check, on purpose.
async function cookieOf(person) {
    const answer = await fetch(`${house.address}/api/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: person, password: house.password }),
    });
    assert.equal(answer.status, 200);
    return /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1];
}

async function office(path, { person = "olga", ...options } = {}) {
    cookies[person] ??= await cookieOf(person);
    opened = await openPage(browser, house.address, `/office${path}`, { cookie: cookies[person], ...options });
    await opened.page.getByText("Live", { exact: true }).first().waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

async function ask(path, person = "olga") {
    const answer = await fetch(house.address + path, { headers: { Cookie: `cardroom=${cookies[person]}` } });
    assert.equal(answer.status, 200, path);
    return answer.json();
}

const money = (cents) => `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

async function assertNothingSticksOut(page) {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out sideways");
}

for (const [screen, theme] of [["desk", "light"], ["desk", "dark"], ["tablet", "light"], ["phone", "dark"]]) {
    test(`the meters at a glance, ${screen} ${theme}`, async () => {
        const page = await office("", { screen, theme });
        const { meters } = await ask("/api/meters");
        const largest = Math.max(...meters.map((meter) => meter.cents));
        await page.getByRole("button", { name: new RegExp(`^\\${money(largest)}, .*explain$`) }).waitFor();
        await page.waitForFunction(() => document.querySelectorAll(".spark path").length > 5);
        await shoot(page, `office-overview-${screen}-${theme}`);
        await assertNothingSticksOut(page);
        assert.deepEqual(opened.faults, []);
    });
}

test("a meter has its history, the regulator's parameters and its wins", async () => {
    for (const [screen, theme] of [["desk", "light"], ["phone", "dark"]]) {
        const page = await office("/overview/blazing-7s/prize%20pool", { screen, theme });
        await page.getByRole("heading", { name: "Blazing 7s Progressive Jackpot" }).waitFor();
        await page.getByText("Regulator's parameters").waitFor();
        await page.locator(".chart canvas").waitFor();
        await page.waitForTimeout(400);
        await shoot(page, `office-meter-${screen}-${theme}`, { whole: true });
        await assertNothingSticksOut(page);
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

test("the accounts are those of the ledger and add up to nothing", async () => {
    const page = await office("/funds");
    await page.getByText("The books balance").waitFor();
    const { accounts } = await ask("/api/funds");
    const house_ = accounts.find((account) => account.kind === "house");
    await page.getByRole("button", { name: `${money(house_.cents)}, house, The house: explain` }).waitFor();
    await page.getByLabel("Find an account").fill("held");
    await shoot(page, "office-funds-desk-light");
    assert.deepEqual(opened.faults, []);
});
