// The office against the real program: the pages show what the books say.
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

// Signed in once for all tests: checking a password is slow on purpose.
async function cookieOf(person) {
    const answer = await fetch(`${house.address}/api/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: person, password: house.password }),
    });
    assert.equal(answer.status, 200);
    return /cardroom=([^;]+)/.exec(answer.headers.get("set-cookie"))[1];
}

async function signIn(body) {
    const answer = await fetch(`${house.address}/api/session`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return answer.status;
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
        await page.getByRole("button", { name: new RegExp(`^\\${money(largest)}, .*show details$`) }).waitFor();
        await page.waitForFunction(() => document.querySelectorAll(".spark path").length > 5);
        await shoot(page, `office-overview-${screen}-${theme}`);
        await assertNothingSticksOut(page);
        assert.deepEqual(opened.faults, []);
    });
}

test("the overview says when the last good backup was made", async () => {
    const page = await office("");
    await page.getByText("No backup has been made").waitFor();
    await house.ask("backup", house.store, house.store.replace(/^sqlite:/, "").replace(/house.db$/, "backup.db"));
    const { last } = await ask("/api/backup");
    assert.ok(last.place.endsWith("backup.db"));
    await page.reload();
    await page.getByText(/^Last good backup: [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/).waitFor();
    await assertNothingSticksOut(page);
    assert.deepEqual(opened.faults, []);
});

test("a meter has its history, the regulator's parameters and its wins", async () => {
    for (const [screen, theme] of [["desk", "light"], ["phone", "dark"]]) {
        const page = await office("/overview/no-limit-bad-beat/prize%20pool", { screen, theme });
        await page.getByRole("heading", { name: "No Limit Bad Beat Progressive Jackpot" }).waitFor();
        await page.getByText("Settings").waitFor();
        await page.locator(".chart canvas").waitFor();
        await page.getByRole("button", { name: "7 days" }).click();
        await page.getByRole("img", { name: /^Chart of .* over 7 days$/ }).waitFor();
        await page.locator('[aria-label="History"][aria-busy="false"]').waitFor();
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
    await page.getByRole("button", { name: `${money(house_.cents)}, House, House: show details` }).waitFor();
    await page.getByLabel("Find an account").fill("prizes to pay");
    await shoot(page, "office-funds-desk-light");
    assert.deepEqual(opened.faults, []);
});

test("an account has its own address and its history as steps that end with what it holds", async () => {
    for (const [screen, theme] of [["desk", "light"], ["phone", "dark"]]) {
        const page = await office("/funds", { screen, theme });
        const { accounts } = await ask("/api/funds");
        const { offers } = await ask("/api/offers");
        const [meter] = offers.find((row) => row.offer === "no-limit-bad-beat").meters;
        const account = accounts.find((row) => row.account === meter.account);
        const { steps } = await ask(`/api/history?account=${account.account}&from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`);
        assert.equal(steps[0].cents, 0);
        assert.equal(steps.at(-1).cents, account.cents);
        assert.ok(steps.some((step, at) => at > 0 && step.cents < steps[at - 1].cents), "the bad beat is a step down");
        await page.locator(`a[href="/office/funds/${account.account}"]`).click();
        await page.getByRole("heading", { name: "Prize pool", exact: true }).waitFor();
        await page.getByRole("button", { name: "7 days" }).click();
        await page.locator('[aria-label="History"][aria-busy="false"] canvas').waitFor();
        await shoot(page, `office-account-${screen}-${theme}`);
        await assertNothingSticksOut(page);
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

test("an address that leads nowhere says so, and what there is", async () => {
    const nowhere = [["/horoscope", "This page does not exist.", "Reports"], ["/reports/xyz", "This report does not exist.", "Jackpot Prize Pool Collection Report"],
        ["/odds/game/x/y/z", "This bet does not exist.", "Crazy 4 Poker"], ["/odds/chart/x/y/z", "This bet does not exist.", "Crazy 4 Poker"], ["/funds/9999", "This account does not exist.", "Funds"]];
    for (const [path, words, instead] of nowhere) {
        const page = await office(path);
        await page.getByRole("heading", { name: words }).waitFor();
        await page.locator(".there-is").getByRole("link", { name: instead }).first().click();
        await page.getByRole("heading", { name: words }).waitFor({ state: "detached" });
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

async function tell(person, body) {
    cookies[person] ??= await cookieOf(person);
    const { token } = await ask("/api/session", person);
    const answer = await fetch(`${house.address}/api/commands`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRF-Token": token, Cookie: `cardroom=${cookies[person]}` },
        body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
}

test("a meter moves on the screen when it moves in the books", async () => {
    const page = await office("");
    const before = (await ask("/api/meters")).meters.find((meter) => meter.offer === "no-limit-bad-beat").cents;
    const name = (cents) => `${money(cents)}, prize pool of No Limit Bad Beat Progressive Jackpot: show details`;
    await page.getByRole("button", { name: name(before) }).waitFor();
    await tell("ada", { do: "raise", offer: "no-limit-bad-beat", pool: "prize pool", amount: 100_000, countersign: { badge: "302", pin: "3020" } });
    await page.getByRole("button", { name: name(before + 100_000) }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("accounting raises a pool as far as the document allows", async () => {
    const page = await office("/overview/no-limit-bad-beat/prize%20pool", { person: "ada" });
    await page.getByRole("button", { name: "Raise pool" }).click();
    const dialog = page.getByRole("dialog", { name: "Raise pool" });
    const sign = async () => {
        await dialog.getByLabel("Badge number").fill("302");
        await dialog.getByLabel("Second person: PIN").fill("3020");
    };
    await dialog.getByLabel("Raise by").fill("99,000");
    await sign();
    await dialog.getByRole("button", { name: "Raise pool" }).click();
    await dialog.getByText(/^Rule: No Limit Bad Beat Progressive Jackpot, clause \d+$/).waitFor();
    await shoot(page, "office-raise-refused-desk-light");
    await dialog.getByLabel("Raise by").fill("500");
    await sign();
    await dialog.getByRole("button", { name: "Raise pool" }).click();
    await page.getByText("The prize pool is raised by $500.00.").waitFor();
    assert.deepEqual(opened.faults, []);
});

test("accounting moves money, and a second person signs", async () => {
    const page = await office("/funds", { person: "ada" });
    await page.getByRole("button", { name: "Move money" }).click();
    const dialog = page.getByRole("dialog", { name: "Move money" });
    await dialog.getByLabel("Offer").selectOption("blazing-7s");
    await dialog.getByLabel("From").locator("option", { hasText: /^House: / }).waitFor({ state: "attached" });
    await dialog.getByLabel("From").selectOption("house");
    await dialog.getByLabel("To", { exact: true }).selectOption("prize pool");
    await dialog.getByLabel("Amount").fill("100");
    await dialog.getByLabel("Reason").fill("the meter was read wrongly");
    assert.ok(await dialog.getByRole("button", { name: "Move money" }).isDisabled(), "one person alone moves nothing");
    await dialog.getByLabel("Second person: badge number").fill("302");
    await dialog.getByLabel("Second person: PIN").fill("3020");
    await shoot(page, "office-move-desk-light");
    await dialog.getByRole("button", { name: "Move money" }).click();
    await page.getByText("Moved $100.00.").waitFor();
    assert.deepEqual(opened.faults, []);
});

test("an amount unfolds into reasons, clauses and movements that add up", async () => {
    for (const [screen, theme] of [["desk", "light"], ["phone", "dark"]]) {
        const page = await office("", { screen, theme });
        await page.getByRole("button", { name: /Advanced by the house: show details$/ }).click();
        const drawer = page.getByRole("dialog", { name: "How this amount was made" });
        await drawer.getByRole("button", { name: /Blazing 7s Progressive Jackpot: show details$/ }).click();
        await drawer.getByText("Adds up").waitFor();
        await drawer.getByText("Blazing 7s Progressive Jackpot, clause").first().waitFor();
        await drawer.getByText("advanced by the house").first().waitFor();
        await shoot(page, `office-explain-${screen}-${theme}`);
        if (screen === "desk") {
            await drawer.getByRole("link", { name: /^Event \d+$/ }).first().click();
            await page.getByRole("heading", { name: "Log" }).waitFor();
            await page.locator(".event-marked").waitFor();
        }
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

test("every account of the ledger can be explained", async () => {
    cookies.olga ??= await cookieOf("olga");
    const { accounts } = await ask("/api/funds");
    const { offers } = await ask("/api/offers");
    for (const account of accounts.filter((row) => row.cents !== 0).slice(0, 12)) {
        const offer = offers.find((row) => row.activity === account.activity)?.offer;
        const query = new URLSearchParams({ what: "account", name: account.name, ...(offer ? { second: offer } : {}) });
        const explained = await ask(`/api/explain?${query}`);
        assert.ok(explained.adds_up);
        assert.equal(explained.amount, account.cents, account.name);
    }
});

test("a report is shown with its sums, downloaded and printed", async () => {
    for (const [screen, theme] of [["desk", "light"], ["tablet", "dark"], ["phone", "light"]]) {
        const page = await office("/reports/collection", { screen, theme });
        await page.getByRole("rowheader", { name: "All tables" }).waitFor();
        await page.getByText("The last day is still open").waitFor();
        await shoot(page, `office-reports-${screen}-${theme}`);
        await assertNothingSticksOut(page);
        if (screen === "desk") {
            const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download as CSV" }).click()]);
            assert.match(file.suggestedFilename(), /^collection-.*\.csv$/);
            const [print] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: /Print in a new tab/ }).click()]);
            await print.getByText("Jackpot Prize Pool Collection Report").first().waitFor();
            assert.equal(await print.locator("table").first().evaluate((table) => getComputedStyle(table).borderCollapse), "collapse", "the page to print has its style");
            await page.getByLabel("Report", { exact: true }).selectOption("unclaimed");
            await page.getByText("No Limit Bad Beat Progressive Jackpot").first().waitFor();
        }
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

test("the log tells what happened, is filtered, and is live at the top", async () => {
    const page = await office("/log", { screen: "desk" });
    await page.getByLabel("Event", { exact: true }).selectOption("awarded");
    await page.getByText(/award 2 at NL-1, verified by Sam Pike, authorised by Sue Lindqvist/).waitFor();
    await page.getByText("Prize pool → Prizes to pay").first().waitFor();
    await shoot(page, "office-log-desk-light");
    await page.getByLabel("Event", { exact: true }).selectOption("");
    await page.getByLabel("Offer").selectOption("blazing-7s");
    await page.getByLabel("Club number").fill("1101");
    await page.getByText(/Dirk Hahn · Blazing 7s Progressive Jackpot · patron 1101/).first().waitFor();
    assert.equal(await page.locator(".event").getByText("No Limit Bad Beat Progressive Jackpot").count(), 0);
    await shoot(page, "office-log-filtered-desk-light");
    await page.getByLabel("To", { exact: true }).fill("Jan 1, 2020");
    await page.getByText("No events found.").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("Club number").fill("");
    await page.getByLabel("Offer").selectOption("");
    await page.locator(".event").first().waitFor();
    await tell("olga", { do: "exclude", patron: "1002", reason: "a story of the log", countersign: { badge: "302", pin: "3020" } });
    await page.getByText("Bob Cole, patron 1002: excluded, a story of the log").waitFor();
    assert.match(await page.locator(".event").first().innerText(), /a story of the log/);
    await page.getByRole("button", { name: "Older" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".event").length > 60);
    await tell("olga", { do: "readmit", patron: "1002", reason: "the story is over", countersign: { badge: "302", pin: "3020" } });
    assert.deepEqual(opened.faults, []);
});

test("the log of the door tells who signed in and who was refused", async () => {
    assert.equal(await signIn({ name: "theo", password: "wrong-wrong" }), 401);
    const page = await office("/log", { person: "theo" });
    await page.getByRole("link", { name: "Sign-ins" }).click();
    await page.getByText("Theo Brandeis could not sign in with password: wrong password or PIN.").first().waitFor();
    await page.getByText("Theo Brandeis signed in with password.").first().waitFor();
    await shoot(page, "office-door-desk-light");
    await page.getByLabel("Event", { exact: true }).selectOption({ label: "all refused" });
    await page.getByText("Theo Brandeis could not sign in with password: wrong password or PIN.").first().waitFor();
    assert.equal(await page.getByText("Theo Brandeis signed in with password.").count(), 0);
    await page.getByLabel("Person or club number").fill("nobody");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("No events found.").waitFor();
    await page.getByRole("link", { name: "Card room", exact: true }).click();
    await page.getByRole("button", { name: "Run audit" }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("an audit of the books finds that all is well, and says for which event", async () => {
    const page = await office("/log", { screen: "phone", theme: "dark" });
    await page.getByRole("button", { name: "Run audit" }).click();
    await page.getByText("No problems found").waitFor();
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    await shoot(page, "office-audit-phone-dark");
    await assertNothingSticksOut(page);
    assert.deepEqual(opened.faults, []);
});

test("somebody is appointed, gets a password, signs in, and is dismissed", async () => {
    const page = await office("/staff");
    await page.getByRole("table", { name: "People" }).getByText("Theo Brandeis").waitFor();
    await shoot(page, "office-staff-desk-light");
    await page.getByRole("button", { name: "Add employee" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Sign-in name").fill("nina");
    await dialog.getByLabel("Name", { exact: true }).fill("Nina Holt");
    await dialog.getByLabel("Role").selectOption("floor");
    await dialog.getByRole("button", { name: "Add employee" }).click();
    await page.getByRole("button", { name: "Nina Holt" }).click();
    await dialog.getByLabel("New password").fill("short");
    const second = dialog.getByRole("group", { name: "Second person" }).first();
    await second.getByLabel("Second person: badge number").fill("302");
    await second.getByLabel("Second person: PIN").fill("3020");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await dialog.getByRole("alert").filter({ hasText: /10/ }).waitFor();
    await shoot(page, "office-staff-change-desk-light");
    await dialog.getByLabel("New password").fill("known to olga");
    await dialog.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Nina Holt has a new password").waitFor();
    await page.getByRole("row", { name: /Nina Holt .*must change it at the next sign-in/ }).waitFor();
    assert.equal(await signIn({ name: "nina", password: "known to olga" }), 403);
    assert.equal(await signIn({ name: "nina", password: "known to olga", new: house.password }), 200);
    assert.equal(await signIn({ name: "nina", password: house.password }), 200);
    await dialog.getByRole("button", { name: "Remove employee" }).last().click();
    await dialog.getByText("can no longer sign in").waitFor();
    await dialog.getByRole("button", { name: "Remove employee", exact: true }).click();
    await page.getByText("Nina Holt is removed.").waitFor();
    await page.getByRole("row", { name: /Nina Holt nina Floor Left/ }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a patron is found, excluded with a reason, and readmitted", async () => {
    const page = await office("/patrons");
    await page.getByLabel("Club number or name").fill("ann");
    await page.getByRole("button", { name: "Ann Lee" }).click();
    await page.getByText("Losing hand").waitFor();
    await page.getByRole("button", { name: "Exclude" }).click();
    await page.getByLabel("Reason").fill("asked for it");
    await page.getByRole("dialog").getByRole("button", { name: "Exclude" }).click();
    await page.getByText(/^Patron 1001 has a prize on its way; a second person, who may authorise or adjust, must sign the change$/).waitFor();
    await page.getByRole("dialog").getByLabel("Badge number").fill("302");
    await page.getByRole("dialog").getByLabel("Second person: PIN").fill("3020");
    await page.getByRole("dialog").getByRole("button", { name: "Exclude" }).click();
    await page.getByText("Ann Lee is excluded.").waitFor();
    await page.getByText("asked for it").waitFor();
    await page.getByRole("row", { name: /Ann Lee 1001 Excluded/ }).waitFor();
    await shoot(page, "office-patron-desk-light");
    await page.getByRole("button", { name: "Readmit" }).click();
    await page.getByLabel("Reason").fill("a year has passed");
    await page.getByRole("dialog").getByLabel("Badge number").fill("302");
    await page.getByRole("dialog").getByLabel("Second person: PIN").fill("3020");
    await page.getByRole("dialog").getByRole("button", { name: "Readmit" }).click();
    await page.getByText("Ann Lee may play again.").waitFor();
    await page.getByRole("button", { name: /prize \d+: show details$/ }).first().click();
    await page.getByRole("dialog", { name: "How this amount was made" }).getByText("Authorised by").waitFor();
    await page.getByRole("dialog").getByText("Hand verified").waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a patron types a PIN at the desk, twice, and can sign in", async () => {
    const page = await office("/patrons/1002");
    await page.getByRole("heading", { name: "Bob Cole" }).waitFor();
    await page.getByRole("button", { name: "Set PIN" }).click();
    const dialog = page.getByRole("dialog");
    const type = async (digits) => {
        for (const digit of digits) await dialog.getByRole("button", { name: digit, exact: true }).click();
    };
    await type("2468");
    await dialog.getByRole("button", { name: "Next" }).click();
    await type("2469");
    await dialog.getByRole("button", { name: "Set PIN" }).click();
    await dialog.getByText("The two PINs are different.").waitFor();
    await type("2468");
    await shoot(page, "office-patron-pin-desk-light");
    await dialog.getByRole("button", { name: "Next" }).click();
    await type("2468");
    await dialog.getByRole("button", { name: "Set PIN" }).click();
    await page.getByText("Bob Cole can sign in with the new PIN.").waitFor();
    assert.equal(await signIn({ patron: "1002", pin: "2469" }), 401);
    assert.equal(await signIn({ patron: "1002", pin: "2468" }), 200);
    assert.deepEqual(opened.faults, []);
    await opened.close();
    // The patron then sees no error on the sign-in page.
    opened = await openPage(browser, house.address, "/");
    await opened.page.getByRole("tab", { name: "Patron", exact: true }).click();
    await opened.page.getByLabel("Club number").fill("1002");
    for (const digit of "2468") await opened.page.getByRole("button", { name: digit, exact: true }).click();
    await opened.page.getByRole("group", { name: "PIN" }).getByRole("button", { name: "Sign in" }).click();
    await opened.page.getByRole("heading", { name: "Welcome, Bob Cole" }).waitFor();
    await opened.page.getByText("You are signed in as a patron.").waitFor();
    await opened.page.getByRole("link", { name: /Signs/ }).waitFor();
    await shoot(opened.page, "sign-in-patron-desk-light");
    assert.deepEqual(opened.faults, []);
});

test("lists are read on a phone", async () => {
    for (const [path, words] of [["/funds", "The books balance"], ["/log", "Stored record"], ["/staff", "Theo Brandeis"], ["/patrons/1001", "Losing hand"]]) {
        const page = await office(path, { screen: "phone", theme: "light" });
        await page.getByText(words).first().waitFor();
        await shoot(page, `office${path.replace(/\/(\w+).*/, "-$1")}-phone-light`);
        await assertNothingSticksOut(page);
        assert.deepEqual(opened.faults, []);
        await opened.close();
    }
});

test("the regulator's seat sees everything and has no button that changes anything", async () => {
    const page = await office("/staff", { person: "theo" });
    await page.getByText("Read only").waitFor();
    const changing = /add employee|remove|edit|change|^post$|new offer|exclude|readmit|set p|password|unlock|raise|withdraw|use these rules|move money/i;
    const places = ["", "/overview/no-limit-bad-beat/prize%20pool", "/funds", "/reports", "/log", "/offers", "/offers/bonus-hand", "/offers/bonus-hand/change",
        "/documents", "/documents/bay101/aces-cracked", "/documents/bay101/aces-cracked/offer", "/odds", "/staff", "/patrons", "/patrons/1001"];
    for (const path of places) {
        await page.goto(`${house.address}/office${path}`);
        await page.locator(".office-part h1, .office-part h2").first().waitFor();
        assert.equal(await page.getByRole("button", { name: changing }).count(), 0, path);
        assert.equal(await page.locator("main textarea").count(), 0, path);
    }
    await page.goto(`${house.address}/office/log`);
    await page.getByRole("button", { name: "Run audit" }).waitFor();
    await shoot(page, "office-regulator-desk-light");
    assert.deepEqual(opened.faults, []);
});
