import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { startMock } from "./mock.mjs";

let browser, server;
before(async () => {
    [browser, server] = await Promise.all([launch(), startMock()]);
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

afterEach(() => Object.assign(server, { away: false, demo: true }));

test("a name and a password open the door", async () => {
    const { page, faults, close } = await openPage(browser, server.address, "/?next=/");
    await page.getByLabel("Sign-in name", { exact: true }).fill("maria");
    await page.getByLabel("Password", { exact: true }).fill("open-the-room");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Welcome, Maria Santos" }).waitFor();
    await page.getByRole("link", { name: /Signs/ }).waitFor();
    await shoot(page, "sign-in-welcome");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("a wrong password is answered with what to do, and nothing is lost", async () => {
    const { page, close } = await openPage(browser, server.address, "/");
    await page.getByLabel("Sign-in name", { exact: true }).fill("maria");
    await page.getByLabel("Password", { exact: true }).fill("guess");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Name and password do not fit.").waitFor();
    assert.equal(await page.getByLabel("Sign-in name", { exact: true }).inputValue(), "maria");
    await shoot(page, "sign-in-refused");
    await close();
});

test("what somebody else has set is changed before it opens the door", async () => {
    const { page, faults, close } = await openPage(browser, server.address, "/?next=/");
    await page.getByLabel("Sign-in name", { exact: true }).fill("noor");
    await page.getByLabel("Password", { exact: true }).fill("from-the-office");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Set a new password or PIN" }).waitFor();
    await page.getByText("noor's password was set by maria").waitFor();
    await page.getByLabel("New password", { exact: true }).fill("known to noor");
    await page.getByLabel("Repeat").fill("known to nobody");
    await page.getByText("The two entries are different. Type them again.").waitFor();
    await shoot(page, "sign-in-choose-desk-light");
    await page.getByLabel("Repeat").fill("known to noor");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await page.getByRole("heading", { name: "Welcome, Noor Haddad" }).waitFor();
    await page.getByText("Change your password or PIN").click();
    await page.getByLabel("Current password").fill("known to noor");
    await page.getByLabel("New password", { exact: true }).fill("another of noor's");
    await page.getByLabel("Repeat").fill("another of noor's");
    await shoot(page, "sign-in-change-desk-light", { whole: true });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. You are signed out on all other devices.").waitFor();
    assert.deepEqual(faults, []);
    await close();
});

test("a badge and a PIN open the door, by touch and by keyboard", async () => {
    for (const way of ["touch", "keyboard"]) {
        const { page, faults, close } = await openPage(browser, server.address, "/?next=/", { screen: "phone", theme: "dark" });
        await page.getByRole("tab", { name: "Badge" }).click();
        await page.getByLabel("Badge number").fill("1001");
        if (way === "touch") {
            for (let press = 0; press < 4; press++) await page.getByRole("button", { name: "1", exact: true }).tap();
            await shoot(page, "sign-in-badge-phone-dark");
            await page.getByRole("group", { name: "PIN" }).getByRole("button", { name: "Sign in" }).tap();
        } else {
            await page.getByRole("group", { name: "PIN" }).locator("output").focus();
            await page.keyboard.type("1111");
            await page.keyboard.press("Enter");
        }
        await page.getByRole("heading", { name: "Welcome, Dana Whitfield" }).waitFor();
        assert.deepEqual(faults, []);
        await close();
    }
});

test("after signing in one arrives where one was going, but never on another host", async () => {
    for (const [next, path] of [["/sign/bonus-hand", "/sign/bonus-hand"], ["//elsewhere.example/", "/floor"]]) {
        const { page, close } = await openPage(browser, server.address, `/?next=${encodeURIComponent(next)}`);
        await page.getByRole("button", { name: /Sign in as Sam Okafor/ }).click();
        await page.waitForURL(server.address + path);
        await close();
    }
});

test("the logins are listed in a demonstration and nowhere else", async () => {
    server.demo = false;
    const { page, close } = await openPage(browser, server.address, "/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.equal(await page.getByText("Demo").count(), 0);
    await shoot(page, "sign-in-desk-light");
    await close();
});

test("a server that is away is waited for", async () => {
    const { page, close } = await openPage(browser, server.address, "/?next=/", { screen: "tablet" });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    server.away = true;
    await page.getByLabel("Sign-in name", { exact: true }).fill("maria");
    await page.getByLabel("Password", { exact: true }).fill("open-the-room");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Cannot reach the server.").waitFor();
    server.away = false;
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: /Welcome/ }).waitFor();
    await close();
});

for (const [screen, theme] of [["desk", "light"], ["desk", "dark"], ["phone", "light"], ["tablet", "dark"]]) {
    test(`the demonstration's door, ${screen} ${theme}`, async () => {
        const { page, faults, close } = await openPage(browser, server.address, "/", { screen, theme });
        await page.getByText("Demo", { exact: true }).waitFor();
        await page.evaluate(() => document.fonts.ready);
        await shoot(page, `sign-in-demo-${screen}-${theme}`);
        const outside = await page.evaluate(() => [...document.querySelectorAll("section.panel")].flatMap((panel) =>
            [...panel.querySelectorAll("button, input, a, p, h1, h2")].filter((part) =>
                part.getBoundingClientRect().right > panel.getBoundingClientRect().right || panel.getBoundingClientRect().right > innerWidth)
                .map((part) => part.outerHTML)));
        assert.deepEqual(outside, [], "nothing sticks out of its panel");
        assert.deepEqual(faults, []);
        await close();
    });
}
