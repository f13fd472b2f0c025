// A running house is changed in forms: what changes is shown before two persons sign, refusals stand beside the form, changes wait for
// their first day and are withdrawn, and files that differ from the books are said.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { barriers, launch, openPage, shoot } from "./browser.mjs";
import { startHouse } from "./house.mjs";
import { screensOfTheOffice, sticksOut } from "./office-house.mjs";

let browser, house, opened;

before(async () => {
    [browser, house] = await Promise.all([launch(), startHouse({
        people: ["olga", "theo"],
        badges: { sue: { badge: "302", pin: "3020" } },
        script: [
            'appoint olga role manager name "Olga Brandt" by office',
            'appoint theo role auditor name "Theo Brandeis" by office',
            'appoint sue role supervisor name "Sue Lindqvist" by office',
            'appoint dana role dealer name "Dana Ruiz" by office',
            'appoint fay role floor name "Fay Oduya" by office',
            "open-table BJ-2 by fay",
        ],
        folder: { "house.yaml": (text) => text.replace("address: 1 Lantern Street", "address: 9 Harbour Road") },
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

async function assertAccessible(page) {
    assert.deepEqual(await barriers(page), []);
}

const side = (page) => page.locator(".change-side");
const change = (page, words) => side(page).getByRole("definition").filter({ hasText: words });

async function sign(page) {
    await page.getByRole("button", { name: "Sign and change" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the card room" });
    await dialog.getByLabel("Second person: badge number").fill("302");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("3020");
    await dialog.getByRole("button", { name: "Sign and change" }).click();
    return dialog;
}

test("other limits of a table: shown before, signed by two, and in the books", async () => {
    const page = await office("/house");
    await page.getByRole("button", { name: "C4-1", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Table C4-1" });
    await dialog.getByLabel("Limits").fill("$10 to $100");
    await shoot(page, "office-house-table-desk-light");
    await assertAccessible(page);
    await dialog.getByRole("button", { name: "Keep" }).click();
    await page.getByText("This can be signed.").waitFor();
    assert.equal(await change(page, "$10 to $100").innerText(), "$5 to $50 → $10 to $100");
    await side(page).getByText("Table C4-1, limits").waitFor();
    await side(page).getByText(/Two people sign: you, and one of .*Sue Lindqvist/).waitFor();
    await shoot(page, "office-house-changes-desk-light");
    await assertAccessible(page);
    const before = await house.get("olga", "/api/house-file");
    assert.equal(before.tables.find((table) => table.table === "C4-1").limits, "$5 to $50", "nothing is sent before two have signed");
    await sign(page);
    await page.getByText("The card room is changed.").waitFor();
    const after = await house.get("olga", "/api/house-file");
    assert.equal(after.tables.find((table) => table.table === "C4-1").limits, "$10 to $100");
    assert.equal(after.number, before.number + 1);
    await page.getByText("No changes yet.").waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a new table, and then it is closed for good", async () => {
    const page = await office("/house");
    await page.getByRole("button", { name: "New table" }).click();
    const dialog = page.getByRole("dialog", { name: "New table" });
    await dialog.getByLabel("Table", { exact: true }).fill("C4-1");
    await dialog.getByText("Another table has this name.").waitFor();
    await dialog.getByLabel("Table", { exact: true }).fill("C4-3");
    await dialog.getByRole("combobox", { name: "Game" }).fill("Crazy 4 Poker (GEGA-004555, GEGR-000691)");
    await dialog.getByLabel("Limits").fill("$5 to $50");
    await dialog.getByLabel("Seats").fill("6");
    await dialog.getByRole("button", { name: "Add table" }).click();
    await page.getByText("This can be signed.").waitFor();
    await sign(page);
    await page.getByText("The card room is changed.").waitFor();
    await page.getByText("No changes yet.").waitFor();
    await page.getByRole("button", { name: "C4-3", exact: true }).click();
    await page.getByRole("dialog", { name: "Table C4-3" }).getByLabel("Closed for good").check();
    await page.getByRole("dialog", { name: "Table C4-3" }).getByRole("button", { name: "Keep" }).click();
    await page.getByText("This can be signed.").waitFor();
    assert.equal(await change(page, "for good").innerText(), "for good");
    await sign(page);
    await page.getByRole("row", { name: /^C4-3 .* Closed for good/ }).waitFor();
    await page.getByText("No changes yet.").waitFor();
    const { tables } = await house.get("olga", "/api/house-file");
    assert.equal(tables.find((table) => table.table === "C4-3").seats, 6);
    assert.ok(tables.find((table) => table.table === "C4-3").closed);
    assert.deepEqual(opened.faults, []);
});

test("what would be orphaned is refused in words beside the form: an open table, a role that somebody has, an offer", async () => {
    const page = await office("/house");
    await page.getByRole("button", { name: "BJ-2", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Seats").fill("7");
    await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
    await side(page).getByText(/Table BJ-2 is open; close it before it is changed/).waitFor();
    assert.ok(await page.getByRole("button", { name: "Sign and change" }).isDisabled());
    await shoot(page, "office-house-refused-desk-light");
    await page.getByRole("button", { name: "Undo all changes" }).click();

    await page.getByRole("tab", { name: "Roles" }).click();
    await page.getByRole("button", { name: "Remove the role Dealer" }).click();
    await side(page).getByText(/has the role dealer; appoint dana to another role first/).waitFor();
    await page.getByRole("button", { name: "Undo all changes" }).click();

    await page.getByRole("tab", { name: "Tables" }).click();
    await page.getByRole("button", { name: "C4-2", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Closed for good").check();
    await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
    await side(page).getByText(/The offer .* stands in the way/).waitFor();
    await page.getByRole("button", { name: "Undo all changes" }).click();

    await page.getByRole("tab", { name: "Funds" }).click();
    await page.getByRole("button", { name: "Remove house jackpot fund" }).click();
    await side(page).getByText(/draws on the fund house jackpot fund; withdraw the offer first|holds \$.*; move the money/).waitFor();
    assert.ok(await page.getByRole("button", { name: "Sign and change" }).isDisabled());
    assert.deepEqual(opened.faults, []);
});

test("roles, funds and equipment have forms of their own", async () => {
    const page = await office("/house");
    await page.getByRole("tab", { name: "Roles" }).click();
    await page.getByLabel("New role").fill("host");
    await page.getByRole("button", { name: "Add role" }).click();
    await page.getByRole("checkbox", { name: "host: read patrons" }).check();
    await page.getByRole("checkbox", { name: "Cage: verify" }).check();
    await page.getByRole("checkbox", { name: "Cage: verify" }).uncheck();
    await side(page).getByText("Role host").waitFor();
    assert.equal(await change(page, "read").count(), 1, "what is ticked and taken back is no change");
    await shoot(page, "office-house-roles-desk-light", { whole: true });
    await assertAccessible(page);
    await page.getByRole("tab", { name: "Funds" }).click();
    await page.getByLabel("New fund").fill("summer fund");
    await page.getByRole("button", { name: "Add fund" }).click();
    await page.getByRole("group", { name: /summer fund/ }).getByLabel("Least amount").fill("$500");
    await page.getByRole("group", { name: /Hawaiian Jackpot/ }).getByLabel("Number of the regulator").fill("GEGA-001478");
    await shoot(page, "office-house-funds-desk-light", { whole: true });
    await page.getByRole("tab", { name: "Equipment" }).click();
    await page.getByLabel("New equipment").fill("wheel two");
    await page.getByLabel("Where it is").fill("lobby");
    await page.getByRole("button", { name: "Add equipment" }).click();
    await page.getByLabel("drum").fill("stage, left");
    await page.getByText("This can be signed.").waitFor();
    await shoot(page, "office-house-equipment-desk-light", { whole: true });
    await sign(page);
    await page.getByText("The card room is changed.").waitFor();
    const books = await house.get("olga", "/api/house-file");
    assert.deepEqual(books.roles.find((role) => role.role === "host").may, ["read", "read patrons"]);
    assert.equal(books.funds.find((fund) => fund.fund === "summer fund").minimum, "$500");
    assert.equal(books.funds.find((fund) => fund.fund === "Hawaiian Jackpot").identifier, "GEGA-001478");
    assert.equal(books.equipment.find((item) => item.equipment === "drum").where, "stage, left");
    assert.deepEqual(opened.faults, []);
});

test("name and look: a colour that cannot be read is refused with words; a good one colours pages and signs", async () => {
    const page = await office("/house");
    await page.getByRole("tab", { name: "Name and look" }).click();
    await page.getByLabel("Line below the name").fill("Cards by the lantern");
    await page.getByLabel("Short name").fill("Lantern Street");
    await page.getByLabel("Colour on white").fill("#F2A7BE");
    await page.getByText(/#F2A7BE is hard to read: its contrast is/).first().waitFor();
    await shoot(page, "office-house-look-refused-desk-light");
    await page.getByLabel("Colour on white").fill("#7A1F3D");
    await page.getByLabel("Colour on signs").fill("#F2A7BE");
    await page.getByLabel("Open", { exact: true }).fill("daily 10 AM to 2:00 AM");
    await page.getByText("This can be signed.").waitFor();
    await shoot(page, "office-house-look-desk-light");
    await assertAccessible(page);
    await sign(page);
    await page.getByText("The card room is changed.").waitFor();
    await page.reload();
    const name = page.getByRole("link", { name: "Lantern Street", exact: true });
    await name.waitFor();
    assert.equal(await name.evaluate((link) => getComputedStyle(link).color), "rgb(122, 31, 61)");
    await opened.close();
    opened = await openPage(browser, house.address, "/sign", { screen: "wall" });
    await opened.page.getByText("Cards by the lantern").waitFor();
    await opened.page.getByText("Open daily 10:00 AM to 2:00 AM").waitFor();
    assert.equal(await opened.page.getByRole("heading", { level: 1 }).evaluate((heading) => getComputedStyle(heading).color), "rgb(242, 167, 190)");
    await shoot(opened.page, "sign-branding-wall");
    assert.deepEqual(opened.faults, []);
});

test("a change from a later day waits, is told what stands in its way today, and is withdrawn", async () => {
    const page = await office("/house");
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByLabel("Gaming day begins").fill("5 AM");
    await side(page).getByText(/Gaming day begins/).waitFor();
    await page.getByLabel("First day").fill("Jan 5, 2031");
    await page.getByText("This can be signed.").waitFor();
    assert.equal(await change(page, "5:00 AM").innerText(), "6:00 AM → 5:00 AM");
    await shoot(page, "office-house-rules-desk-light");
    await assertAccessible(page);
    await sign(page);
    await page.getByText("The change is signed. It holds from Jan 5, 2031.").waitFor();
    const waiting = page.getByRole("listitem").filter({ hasText: "From Jan 5, 2031" });
    await waiting.getByText("6:00 AM → 5:00 AM").waitFor();
    await waiting.getByText(/Signed by Olga Brandt and Sue Lindqvist/).waitFor();
    await shoot(page, "office-house-waiting-desk-light");
    await assertAccessible(page);
    // A second one would undo what its author has not seen.
    await page.getByRole("tab", { name: "Name and look" }).click();
    await page.getByLabel("Address").fill("2 Lantern Street");
    await side(page).getByText(/amendment 1 waits for its first day/i).waitFor();
    await page.getByRole("button", { name: "Undo all changes" }).click();
    await waiting.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByText("The change from Jan 5, 2031 will not be made.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("The change is withdrawn").waitFor();
    await waiting.waitFor({ state: "detached" });
    assert.deepEqual((await house.get("olga", "/api/house-file")).waiting, []);
    assert.deepEqual(opened.faults, []);
});

test("the text says everything; a wrong line is found, and a signature by nobody changes nothing", async () => {
    const page = await office("/house");
    await page.getByRole("tab", { name: "Text" }).click();
    const box = page.getByLabel("Text of the card room");
    const text = await box.inputValue();
    await box.fill(text.replace("chip:", "chop:").replace("time zone: America/Los_Angeles", "time zone: Mars"));
    await page.getByText(/No time zone is called "Mars"/).first().waitFor();
    await page.getByRole("button", { name: /^Go to line/ }).first().click();
    assert.match(await page.evaluate(() => getSelection().toString()), /Mars/);
    await box.fill(text.replace("address: 1 Lantern Street", "address: 3 Lantern Street"));
    await page.getByText("This can be signed.").waitFor();
    await page.getByRole("button", { name: "Sign and change" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the card room" });
    await dialog.getByLabel("Second person: badge number").fill("302");
    await dialog.getByLabel("Second person: PIN", { exact: true }).fill("9999");
    await dialog.getByRole("button", { name: "Sign and change" }).click();
    await dialog.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    await shoot(page, "office-house-wrong-pin-desk-light");
    assert.match((await house.get("olga", "/api/house-file")).text, /1 Lantern Street/);
    assert.deepEqual(opened.faults, []);
});

test("files that differ from the books are said on every part of the office, and what runs is the books", async () => {
    const page = await office("");
    const banner = page.getByRole("status", { name: "Files differ from the books" });
    await banner.getByText("What runs is what the books say.").waitFor();
    await shoot(page, "office-folder-banner-desk-light");
    await assertAccessible(page);
    await banner.getByRole("link", { name: /^Show \d+ difference/ }).click();
    await page.getByText("Address: 1 Lantern Street in the books, 9 Harbour Road in the files").waitFor();
    assert.match((await house.get("olga", "/api/house-file")).text, /1 Lantern Street/);
    await shoot(page, "office-folder-differs-desk-light");
    await assertAccessible(page);
    assert.deepEqual(opened.faults, []);
});

test("files that cannot be read are said as well", async () => {
    const other = await startHouse({
        people: ["olga"],
        script: ['appoint olga role manager name "Olga Brandt" by office'],
        folder: { "house.yaml": (text) => text.replace("name: Lantern", "nam: Lantern") },
    });
    try {
        opened = await openPage(browser, other.address, "/office/house", { cookie: other.cookie.olga });
        await opened.page.getByText("The files of this card room differ from the books.").waitFor();
        await opened.page.getByText("The files cannot be read.").waitFor();
        assert.deepEqual(opened.faults, []);
    } finally {
        await other.stop();
    }
});

test("a zone that is a rule of its own is taken, and every page shows its times", async () => {
    const page = await office("/house");
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByLabel("Time zone").fill("<+05>-5");
    await page.getByLabel("First day").fill("Jan 5, 2031");
    await page.getByText("This can be signed.").waitFor();
    await page.getByRole("button", { name: "Undo all changes" }).click();
    const rule = await startHouse({
        at: new Date(Date.now() - 60_000).toISOString().replace(/\.\d+Z$/, "Z"),
        people: ["olga"],
        zone: "<+05>-5",
        script: ['appoint olga role manager name "Olga Brandt" by office'],
    });
    try {
        await opened.close();
        opened = await openPage(browser, rule.address, "/office/log", { cookie: rule.cookie.olga });
        const shown = new Date(Date.now() + 5 * 60 * 60_000);
        const hour = shown.getUTCHours() % 12 === 0 ? 12 : shown.getUTCHours() % 12;
        await opened.page.getByRole("banner").getByText(new RegExp(`^${hour}:\\d\\d ${shown.getUTCHours() < 12 ? "AM" : "PM"}$`)).waitFor();
        assert.deepEqual(opened.faults, []);
    } finally {
        await rule.stop();
    }
});

test("it is done with the keyboard alone", async () => {
    const page = await office("/house");
    await page.getByRole("button", { name: "C4-2", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Table C4-2" }).waitFor();
    await page.getByRole("dialog").getByLabel("Rounds an hour").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("36");
    await page.keyboard.press("Enter");
    await page.getByText("This can be signed.").waitFor();
    await page.getByRole("button", { name: "Sign and change" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Second person: badge number").focus();
    await page.keyboard.type("302");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3020");
    await page.keyboard.press("Enter");
    await page.getByText("The card room is changed.").waitFor();
    assert.equal((await house.get("olga", "/api/house-file")).tables.find((table) => table.table === "C4-2").pace, 36);
    assert.deepEqual(opened.faults, []);
});

test("the regulator reads everything and changes nothing", async () => {
    const page = await office("/house", { person: "theo" });
    await page.getByRole("row", { name: /^C4-1/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: /New table|Sign and change|Withdraw|C4-1/ }).count(), 0);
    await page.getByRole("tab", { name: "Roles" }).click();
    assert.ok(await page.getByRole("checkbox", { name: "Cage: pay" }).isDisabled());
    await shoot(page, "office-house-read-only-desk-light");
    await assertAccessible(page);
    assert.deepEqual(opened.faults, []);
});

test("it fits every screen", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        const page = await office("/house", { screen, theme });
        await page.getByRole("tab", { name: "Name and look" }).click();
        await page.getByLabel("Address").fill("4 Lantern Street");
        await page.getByText("This can be signed.").waitFor();
        await shoot(page, `office-house-${screen}-${theme}`, { whole: true });
        assert.ok(!(await sticksOut(page)), `${screen} ${theme}`);
        await assertAccessible(page);
        assert.deepEqual(opened.faults, []);
    }
});
