// Stories of the cage, against the real program: its rules decide.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { startCageHouse } from "./cage-house.mjs";

let browser, house;
before(async () => {
    [browser, house] = await Promise.all([launch(), startCageHouse()]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});

async function cage(options = {}, person = "cy", path = "/cage") {
    const opened = await openPage(browser, house.address, `/?next=${encodeURIComponent(path)}`, options);
    const { page } = opened;
    page.setDefaultTimeout(12_000);
    await page.getByLabel("Sign-in name", { exact: true }).fill(person);
    await page.getByLabel("Password", { exact: true }).fill(house.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(house.address + path);
    await page.getByRole("tab", { name: /To pay/ }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    return opened;
}

async function sign(page) {
    await page.getByLabel("Second person: badge number").fill("302");
    await page.getByLabel("Second person: PIN").fill("3020");
}

const row = (page, number) => page.locator(".claim").filter({ has: page.getByText(`#${number}`, { exact: true }) });

test("prizes wait in the order of their deadlines, and are found by name, number and table", async () => {
    const { page, faults, close } = await cage();
    await page.getByRole("heading", { name: /Ready to pay/ }).waitFor();
    await page.getByRole("heading", { name: /ID needed/ }).waitFor();
    await page.getByRole("heading", { name: /On hold/ }).waitFor();
    assert.match(await row(page, 8).locator(".countdown").getAttribute("class"), /countdown-soon/, "three of fifteen minutes are left");
    assert.match(await row(page, 1).locator(".countdown").getAttribute("class"), /countdown-soon/, "one or two of thirty days are left");
    await shoot(page, "cage-desk-light");
    const search = page.getByLabel("Find a prize");
    for (const [words, count] of [["cole", 2], ["1004", 2], ["TCP-1", 1], ["#14", 1], ["nobody", 0]]) {
        await search.fill(words);
        assert.equal(await page.locator(".claim").count(), count, words);
    }
    await page.getByText("No prize found. Check the name or number.").waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("a winner is identified, the house says which reports are due, the prize is paid and its slip printed", async () => {
    const { page, faults, close } = await cage();
    await row(page, 8).click();
    await page.getByRole("heading", { name: "Ann Lee" }).waitFor();
    await page.getByText("Enter the winner's ID first.").waitFor();
    const amount = /\$[\d,]+\.\d\d/.exec(await row(page, 8).innerText())[0]; // the pool grows by the gaming day
    await shoot(page, "cage-identify-desk-light");

    // A person who is too young is refused with the clause.
    await page.getByLabel("Date of birth").fill("May 6, 2010");
    await page.getByRole("button", { name: "Confirm ID", exact: true }).click();
    await page.locator(".problem-note").getByText(/Rule: No Limit Bad Beat Progressive Jackpot/).waitFor();
    await shoot(page, "cage-refused-desk-light");
    await page.getByLabel("Date of birth").fill("5/6/1980");
    await page.getByLabel("Name on the ID", { exact: true }).fill("Ann Lee");
    await page.getByRole("button", { name: "Confirm ID", exact: true }).click();

    await page.getByText("You may pay this prize.").waitFor();
    await page.getByRole("radio", { name: "Cash" }).check();
    await page.getByLabel("The payment looks suspicious").check();
    await page.locator(".forms-due li").first().waitFor();
    await page.locator(".forecast").getByText("W-2G").waitFor();
    await shoot(page, "cage-pay-desk-light", { whole: true });
    await page.getByRole("button", { name: /^Pay \$/ }).click(); // a part of it is withheld
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Prize 8 to Ann Lee, paid as cash.").waitFor();
    await shoot(page, "cage-confirm-desk-light");
    await dialog.getByRole("button", { name: "Confirm payment" }).click();

    await page.getByRole("button", { name: "Print the slip" }).waitFor();
    await page.evaluate(() => (globalThis.open = () => null)); // a browser that opens no window: the link is there
    const printed = page.waitForResponse((answer) => answer.url().endsWith("/api/slips"));
    await page.getByRole("button", { name: "Print the slip" }).click();
    assert.deepEqual(await (await printed).json(), { number: 1, reprint: false, copy: 1, url: "/api/slips/1.pdf" });
    await page.getByRole("link", { name: "Open slip 1" }).waitFor();
    await shoot(page, "cage-print-desk-light");
    const again = page.waitForResponse((answer) => answer.url().endsWith("/api/slips"));
    await page.getByRole("button", { name: "Reprint the slip" }).click();
    assert.equal((await (await again).json()).reprint, true);
    const sheet = await page.request.get(`${house.address}/api/slips/1.pdf`);
    assert.equal(sheet.headers()["content-type"], "application/pdf");
    assert.equal((await sheet.body()).subarray(0, 5).toString(), "%PDF-");

    await page.getByRole("tab", { name: "Paid today" }).click();
    await page.getByRole("button", { name: new RegExp(`Ann Lee.*Cash · slip 1.*prize \\${amount},`) }).waitFor();
    await shoot(page, "cage-paid-desk-light");
    assert.deepEqual(faults, []);
    await close();
});

test("what the laws hold back is shown before it is paid, when it is confirmed and after it was paid", async () => {
    const { page, faults, close } = await cage();
    await row(page, 15).click();
    const steps = page.locator(".step");
    await steps.nth(0).getByText(/The law requires an ID .* \(Information Returns and Tax Withheld on Winnings, clause 23\)/).waitFor();
    await steps.nth(1).getByText(/two pieces of identification/).waitFor();
    assert.ok(await page.locator(".pay-go button").isDisabled(), "not before the winner has shown who he is");
    await shoot(page, "cage-withhold-first-desk-light", { whole: true });

    await page.getByLabel("Name on the ID", { exact: true }).fill("Gil Hart");
    await page.getByRole("button", { name: "Confirm ID", exact: true }).click();
    await steps.nth(0).getByText("The ID is confirmed.").waitFor();
    const reckoning = page.getByLabel("Payment", { exact: true });
    await reckoning.first().waitFor();
    const [prize, withheld, net] = await reckoning.first().locator("dd").allInnerTexts();
    const cents = (words) => Number(words.replace(/[^\d]/g, ""));
    assert.equal(cents(prize) - cents(withheld), cents(net));
    assert.ok(cents(withheld) > 11_000_00, withheld);
    await page.getByRole("button", { name: `Pay ${net}` }).click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.locator(".confirm-amount").innerText(), net);
    assert.deepEqual(await dialog.getByLabel("Payment", { exact: true }).locator("dd").allInnerTexts(), [prize, withheld, net]);
    await shoot(page, "cage-withhold-confirm-desk-light");
    await dialog.getByRole("button", { name: "Confirm payment" }).click();

    await page.getByRole("button", { name: "Print the slip" }).waitFor();
    await page.getByText("Amount paid", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Paid today" }).click();
    await page.locator(".claim").filter({ hasText: `prize ${prize}` }).getByText(net).waitFor();
    await page.locator(".sum-note").getByText("tax withheld").waitFor();
    await shoot(page, "cage-withhold-paid-desk-light", { whole: true });
    assert.deepEqual(faults, []);
    await close();
});

test("a winner whom nobody knows is registered at the cage, because a report is due", async () => {
    const { page, faults, close } = await cage();
    await row(page, 16).click();
    await page.getByRole("heading", { name: "Name not known" }).waitFor();
    await page.getByLabel("Club number").fill("1077");
    await page.getByText("No patron has this number.").waitFor();
    await page.getByRole("button", { name: "Add patron" }).click();
    const form = page.getByRole("region", { name: "Add patron" });
    assert.equal(await form.getByLabel("Club number").inputValue(), "1077");
    await form.getByLabel("Name", { exact: true }).fill("Hal Ives");
    await form.getByLabel("Date of birth").fill("Jan 31, 1970");
    await shoot(page, "cage-register-desk-light", { whole: true });
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Winner: Hal Ives").waitFor();
    await sign(page);
    await page.getByRole("button", { name: "Confirm ID", exact: true }).click();
    await page.getByText("patron 1077 was not at the table when the cards were dealt", { exact: false }).waitFor();
    await house.do("dana", { do: "sit", table: "C4-1", seat: 2, patron: "1077" }); // it is the guest who still sits there
    await sign(page);
    await shoot(page, "cage-unknown-winner-desk-light", { whole: true });
    await page.getByRole("button", { name: "Confirm ID", exact: true }).click();
    await page.getByRole("heading", { name: "Hal Ives" }).waitFor();
    await page.getByText("You may pay this prize.").waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("the cage is no page for a dealer, who is told what is", async () => {
    const { page, close } = await openPage(browser, house.address, "/cage", { cookie: house.cookie.dana });
    await page.getByText("Your role (Dealer) cannot open the Cage page.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Dealer" }).waitFor();
    await shoot(page, "cage-dealer-desk-light");
    await page.goto(`${house.address}/office`);
    await page.getByText("Your role (Dealer) cannot open the Office page.").waitFor();
    assert.equal(await page.getByText("Read only").count(), 0);
    await close();
});

test("an address without a page says so with a way home, and the interface answers with a problem", async () => {
    const { page, close } = await openPage(browser, house.address, "/kiosk", {});
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Go to the home page" }).getAttribute("href"), "/");
    await shoot(page, "no-page-desk-light");
    for (const [path, accept, type] of [["/stage", "text/html", "text/html"], ["/kiosk", "application/json", "application/problem+json"], ["/api/kiosk", "text/html", "application/problem+json"]]) {
        const answer = await page.request.get(house.address + path, { headers: { Accept: accept } });
        assert.equal(answer.status(), 404, path);
        assert.ok(answer.headers()["content-type"].startsWith(type), `${path}: ${answer.headers()["content-type"]}`);
    }
    await close();
});

test("a window with the slip opens by the press", async () => {
    const { page, faults, close } = await cage();
    await page.evaluate(() => (location.hash = "#7"));
    await page.getByRole("heading", { name: "Eve Fuller" }).waitFor();
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Print the win page" }).click();
    await opened;
    await page.getByRole("button", { name: "Reprint the win page" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("what one cage pays, the other sees at once", async () => {
    const [one, other] = await Promise.all([cage(), cage({ screen: "phone", theme: "dark" })]);
    const open = Number(/\d+/.exec(await other.page.getByRole("tab", { name: /To pay/ }).innerText())[0]);
    await row(one.page, 14).click();
    await one.page.getByRole("radio", { name: "Table tray" }).check();
    await one.page.getByLabel("Handed out by").selectOption("fay");
    await one.page.getByRole("button", { name: "Pay $100.00" }).click();
    await shoot(other.page, "cage-phone-dark");
    await one.page.getByRole("button", { name: "Confirm payment" }).click();
    await other.page.getByRole("tab", { name: `To pay (${open - 1})` }).waitFor();
    await other.page.getByRole("tab", { name: "Trays" }).click();
    const tray = other.page.getByRole("region", { name: "Owed to the tray of TCP-1" });
    await tray.getByText("$200.00").waitFor();
    await shoot(other.page, "cage-trays-phone-dark");
    await tray.getByRole("button", { name: "Refill the tray for prize 14" }).click();
    await other.page.getByRole("row", { name: /TCP-1 .*#14 slip \d+ \$100\.00/ }).waitFor();
    await tray.getByText("$200.00").waitFor({ state: "detached" });
    assert.deepEqual([...one.faults, ...other.faults], []);
    await one.close();
    await other.close();
});

test("who was not known at the table is found by the club number, and the house judges whether it may be", async () => {
    const { page, faults, close } = await cage({ screen: "phone" });
    await row(page, 13).tap();
    await page.getByRole("heading", { name: "Name not known" }).waitFor();
    await page.getByLabel("Club number").fill("1002");
    await page.getByText("Winner: Bob Cole").waitFor();
    await page.getByLabel("Date of birth").fill("1/1/2010");
    await page.getByText("A second person must sign who it is.", { exact: false }).waitFor();
    await page.getByLabel("Second person: badge number").fill("999");
    await page.getByLabel("Second person: PIN").fill("9999");
    await page.getByRole("button", { name: "Confirm ID", exact: true }).tap();
    await page.locator(".problem-note").waitFor();
    await shoot(page, "cage-identify-phone-light", { whole: true });
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await row(page, 13).waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("who may only look has nothing to press", async () => {
    const { page, close } = await cage({}, "theo", "/cage");
    await row(page, 9).click();
    await page.getByText("Your role cannot pay prizes.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Confirm ID", exact: true }).count(), 0);
    await close();
});

for (const [screen, theme] of [["tablet", "light"], ["desk", "dark"], ["wall", "light"]]) {
    test(`the cage, ${screen} ${theme}`, async () => {
        const { page, faults, close } = await cage({ screen, theme });
        await row(page, 2).click();
        await page.getByRole("heading", { name: "Bob Cole" }).waitFor();
        await shoot(page, `cage-${screen}-${theme}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, "nothing sticks out of the page");
        assert.deepEqual(faults, []);
        await close();
    });
}
