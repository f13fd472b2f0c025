// The clock of the server's computer does not fit the books: a banner says so on every page, and two persons confirm which time is right.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { barriers, launch, openPage, shoot } from "./browser.mjs";
import { startHouse } from "./house.mjs";

const daysAgo = (days) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
const hoursAhead = (hours) => new Date(Date.now() + hours * 60 * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
let browser, house, opened;

// The books are two hours ahead of the computer, as if its clock had been put back.
before(async () => {
    [browser, house] = await Promise.all([launch(), startHouse({
        at: daysAgo(1),
        people: ["olga", "dana"],
        badges: { sue: { badge: "302", pin: "3020" } },
        script: [
            'appoint olga role manager name "Olga Brandt" by office',
            'appoint sue role supervisor name "Sue Lindqvist" by office',
            'appoint dana role dealer name "Dana Ruiz" by office',
            `clock ${hoursAhead(2)} reason "the computer shows it" authorised-by sue by olga`,
        ],
    })]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(() => opened?.close());

async function visit(person, path, options = {}) {
    opened = await openPage(browser, house.address, path, { cookie: house.cookie[person], ...options });
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

const banner = (page) => page.getByRole("alert").filter({ hasText: "The books end at" });

test("everybody reads it, and a dealer has no button to confirm", async () => {
    const page = await visit("dana", "/dealer");
    await banner(page).getByText("nothing was moved").waitFor();
    assert.equal(await page.getByRole("button", { name: "Confirm time" }).count(), 0);
    assert.deepEqual(await barriers(page), []);
    assert.deepEqual(opened.faults, []);
});

test("two persons confirm the time with a reason; a wrong PIN confirms nothing, and then the banner goes", async () => {
    const page = await visit("olga", "/office");
    await banner(page).waitFor();
    await shoot(page, "clock-alarm-desk-light");
    assert.deepEqual(await barriers(page), []);
    await banner(page).getByRole("button", { name: "Confirm time" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm time" });
    await dialog.getByText(/^Is it .* now\?$/).waitFor();
    const confirm = dialog.getByRole("button", { name: "Confirm time" });
    await dialog.getByLabel("Second person: badge number").fill("302");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("3020");
    assert.ok(await confirm.isDisabled(), "without a reason nothing is confirmed");
    await dialog.getByLabel("Reason").fill("the computer had been two hours ahead");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("1111");
    await confirm.click();
    await dialog.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    await shoot(page, "clock-alarm-dialog-desk-light");
    assert.ok((await house.get("olga", "/api/house"))["clock-alarm"], "nothing is confirmed");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("3020");
    await confirm.click();
    await page.getByText(/^Confirmed: /).waitFor();
    await banner(page).waitFor({ state: "detached" });
    assert.equal((await house.get("olga", "/api/house"))["clock-alarm"], undefined);
    const { events } = await house.get("olga", "/api/log?kind=time-confirmed");
    assert.equal(events[0].event.reason, "the computer had been two hours ahead");
    assert.equal(events[0].event["authorised-by"], "sue");
    assert.deepEqual(opened.faults, []);
});

test("it fits a phone", async () => {
    const page = await visit("dana", "/dealer", { screen: "phone", theme: "dark" });
    await page.getByRole("main").waitFor();
    await shoot(page, "clock-alarm-gone-phone-dark");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(opened.faults, []);
});
