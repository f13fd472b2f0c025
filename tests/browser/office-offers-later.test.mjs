// An offer is posted from a later time, signed by two persons where the house asks for it; until then the old posting holds, and every
// posting stays to be read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { barriers, launch, openPage, shoot } from "./browser.mjs";
import { startHouse } from "./house.mjs";
import { screensOfTheOffice, sticksOut } from "./office-house.mjs";

const file = fileURLToPath(new URL("../../houses/demo/house.yaml", import.meta.url));
const twoSign = readFileSync(file, "utf8").replace("business day:", "offers signed by: two persons\nbusiness day:");
let browser, house, opened;

before(async () => {
    [browser, house] = await Promise.all([launch(), startHouse({
        people: ["olga", "theo"],
        badges: { sue: { badge: "302", pin: "3020" } },
        script: [
            'appoint olga role manager name "Olga Brandt" by office',
            'appoint theo role auditor name "Theo Brandeis" by office',
            'appoint sue role supervisor name "Sue Lindqvist" by office',
            JSON.stringify({ do: "amend-house", text: twoSign, "authorised-by": "sue", by: "olga" }),
        ],
    })]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(() => opened?.close());

async function office(path, { person = "olga", ...options } = {}) {
    await opened?.close();
    opened = await openPage(browser, house.address, `/office${path}`, { cookie: house.cookie[person], ...options });
    await opened.page.getByText("Live", { exact: true }).first().waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

async function sign(page, button) {
    await page.getByRole("button", { name: button, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Second person: badge number").fill("302");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("3020");
    await dialog.getByRole("button", { name: button, exact: true }).click();
}

const waiting = (page) => page.getByRole("listitem").filter({ hasText: "From Jan 5, 2031" });

test("an offer from a later time waits; the old posting holds until then", async () => {
    const page = await office("/offers/bonus-hand/change");
    await page.getByRole("img", { name: /^First page of the notice/ }).waitFor();
    await page.getByLabel("administration: fee").fill("$20");
    await page.getByText("The rules allow it").waitFor();
    await page.getByText("Two people sign an offer here").waitFor();
    await page.getByRole("radio", { name: "From a later time" }).check();
    assert.ok(await page.getByRole("button", { name: "Post from then" }).count() === 0, "without a time it is not posted later");
    await page.getByLabel("First day").fill("Jan 5, 2031");
    await page.getByLabel("Time", { exact: true }).fill("25 AM");
    await page.getByText("Enter a time such as 6:00 AM.").waitFor();
    assert.ok(await page.getByRole("button", { name: "Post", exact: true }).isDisabled());
    await page.getByLabel("Time", { exact: true }).fill("6 AM");
    await page.getByText("The rules allow it").waitFor();
    await page.getByRole("button", { name: "Post from then" }).evaluate((button) => button.scrollIntoView({ block: "center" }));
    await shoot(page, "office-offer-later-desk-light");
    assert.deepEqual(await barriers(page), []);
    await sign(page, "Post from then");
    await page.getByText("will be posted Jan 5, 2031, 6:00 AM.").waitFor();
    // The page of the offer: what waits, above the posting that holds.
    await waiting(page).getByText("From Jan 5, 2031, 6:00 AM").waitFor();
    await waiting(page).getByText("$10 → $20").waitFor();
    await waiting(page).getByText(/Signed by Olga Brandt and Sue Lindqvist/).waitFor();
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("row", { name: /Administration: fee \$10 / }).waitFor();
    await shoot(page, "office-offer-waiting-desk-light");
    assert.deepEqual(await barriers(page), []);
    const [filed] = (await house.get("olga", "/api/house-file")).waiting;
    assert.equal(filed["from-time"], "2031-01-05T14:00:00Z");
    assert.match((await house.get("olga", "/api/offers/bonus-hand")).text, /fee: \$10/);
    assert.deepEqual(opened.faults, []);
});

test("the list of offers shows what waits, and it is withdrawn", async () => {
    const page = await office("/offers");
    await waiting(page).getByRole("heading", { name: "Bonus Hand Progressive Jackpot v1.1" }).waitFor();
    await shoot(page, "office-offers-waiting-desk-light");
    assert.deepEqual(await barriers(page), []);
    await waiting(page).getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("The change is withdrawn: Bonus Hand Progressive Jackpot v1.1.").waitFor();
    await waiting(page).waitFor({ state: "detached" });
    assert.deepEqual((await house.get("olga", "/api/house-file")).waiting, []);
    assert.deepEqual(opened.faults, []);
});

test("at once, by two: the earlier posting stays to be read", async () => {
    const page = await office("/offers/bonus-hand/change");
    await page.getByLabel("administration: fee").fill("$15");
    await page.getByText("The rules allow it").waitFor();
    await sign(page, "Post");
    await page.getByText("is posted.").waitFor();
    await page.getByRole("tab", { name: "Earlier postings" }).click();
    await page.getByText(/Olga Brandt, Sue Lindqvist/).waitFor();
    assert.equal(await page.locator("details.posting-of").count(), 2);
    await page.locator("details.posting-of").last().locator("summary").click();
    await page.getByText("fee: $10").first().waitFor();
    await shoot(page, "office-offer-postings-desk-light");
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(opened.faults, []);
});

test("one signature, or two of one person, post nothing", async () => {
    await assert.rejects(house.do("olga", { do: "post-offer", offer: "bonus-hand", text: (await house.get("olga", "/api/offers/bonus-hand")).text }), /second person|two persons/i);
    await assert.rejects(house.do("olga", { do: "post-offer", offer: "bonus-hand", text: (await house.get("olga", "/api/offers/bonus-hand")).text, countersign: { name: "olga", password: house.password } }), /./);
});

test("it fits every screen", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        const page = await office("/offers/blazing-7s/change", { screen, theme });
        await page.getByLabel("Three sevens", { exact: true }).fill("$1,500");
        await page.getByRole("radio", { name: "From a later time" }).check();
        await page.getByLabel("Time", { exact: true }).fill("6:00 AM");
        await page.getByLabel("Time", { exact: true }).evaluate((field) => field.scrollIntoView({ block: "center" }));
        await shoot(page, `office-offer-later-${screen}-${theme}`);
        assert.ok(!(await sticksOut(page)), `${screen} ${theme}`);
        assert.deepEqual(opened.faults, []);
    }
});
