// The odds explorer: a paytable is edited, and its exact value is shown at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shoot } from "./browser.mjs";
import { screensOfTheOffice, sticksOut, storiesOfTheOffice } from "./office-house.mjs";

const office = storiesOfTheOffice();
const queensUp = "/odds/game/massachusetts/crazy-4-poker/queens-up/A";
const figure = (page, name) => page.locator(".figure").filter({ has: page.getByText(name, { exact: true }) });

// Queens Up, table A: 9,943/324,870. A flush comes in 114,616 of 2,598,960 deals, so one unit more for it lowers the edge by that:
// (79,544 - 114,616)/2,598,960 = -4,384/324,870 = -2,192/162,435.
test("one unit more for a flush turns the edge, to the last digit", async () => {
    const page = await office.visit(queensUp);
    await figure(page, "House edge").getByText("3.0606%").waitFor();
    await figure(page, "House edge").getByText("9,943/324,870").waitFor();
    const pays = page.getByLabel("flush pays", { exact: true });
    assert.equal(await pays.inputValue(), "4 to 1");
    await pays.focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await pays.inputValue(), "5 to 1");
    await figure(page, "House edge").getByText("−2,192/162,435").waitFor();
    await figure(page, "House edge").getByText("−4.4101 points against approved").waitFor();
    await page.getByText("pays back more than it takes").waitFor();
    await page.getByRole("list", { name: "Notes from the rules" }).getByText("5 to 1 is not approved for flush; approved: 4 to 1").waitFor();
    await page.getByRole("link", { name: "Rule: Crazy 4 Poker, clause 204" }).first().waitFor();
    assert.match(page.url(), /row=flush_5\+to\+1/);
    await shoot(page, "office-odds-edited-desk-light", { whole: true });
    await page.getByRole("button", { name: "Reset flush" }).click();
    await figure(page, "House edge").getByText("9,943/324,870").waitFor();
    assert.ok(!page.url().includes("?"));
    assert.deepEqual(office.faults, []);
});

test("an address shares an edited table", async () => {
    const page = await office.visit(queensUp);
    const pays = page.getByLabel("flush pays", { exact: true });
    await pays.fill("5");
    await figure(page, "House edge").getByText("−2,192/162,435").waitFor();
    const shared = new URL(page.url());
    const other = await office.visit(shared.pathname.replace("/office", "") + shared.search, { person: "theo" });
    await figure(other, "House edge").getByText("−2,192/162,435").waitFor();
    assert.deepEqual(office.faults, []);
});

test("what is no payout is said at its row, and the last odds stay", async () => {
    const page = await office.visit(queensUp);
    const pays = page.getByLabel("straight pays", { exact: true });
    await pays.fill("three to one");
    await page.getByRole("alert").filter({ hasText: /\w/ }).waitFor();
    assert.equal(await pays.getAttribute("aria-invalid"), "true");
    await figure(page, "House edge").getByText("9,943/324,870").waitFor();
    await pays.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "two pair pays");
    assert.deepEqual(office.faults, []);
});

test("a row is left out and put in again", async () => {
    const page = await office.visit(queensUp);
    await figure(page, "House edge").getByText("3.0606%").waitFor();
    await page.getByRole("button", { name: "Remove two pair" }).click();
    await figure(page, "House edge").getByText("against approved").waitFor();
    await page.getByLabel("Add a row…").selectOption("two pair");
    await page.getByLabel("two pair pays").fill("2 to 1");
    await figure(page, "House edge").getByText("9,943/324,870").waitFor();
    assert.deepEqual(office.faults, []);
});

// A flush comes in 5,108 of 2,598,960 hands: $10 more for it are $10 * 5,108 / 2,598,960 = $0.01965.
test("the chart of an offer: a prize is edited, and what it costs each hand is there", async () => {
    const page = await office.visit("/odds/chart/bay101/bonus-hand-progressive-v1-1/A");
    const cost = figure(page, "Cost per hand");
    await cost.waitFor();
    await page.getByLabel("Prize of flush").fill("$50");
    await cost.getByText("+$0.0197 against current prizes").waitFor();
    await shoot(page, "office-odds-chart-desk-light", { whole: true });
    assert.deepEqual(office.faults, []);
});

test("rows paid from the pool cost what the pool holds; without a meter it is said which rows are left out", async () => {
    const page = await office.visit("/odds/chart/bay101/bonus-hand-progressive-v1-1/A");
    const { meters } = await office.house.get("olga", "/api/offers/bonus-hand");
    const cost = figure(page, "Cost per hand");
    await cost.waitFor();
    await page.getByText(`default: $${(meters[0].cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`).waitFor();
    assert.equal(await page.getByText(/^Not included/).count(), 0);
    await page.getByLabel("Prize of flush").waitFor();
    const live = await cost.innerText();
    await page.getByLabel("Meter").fill("1,000,000");
    await page.waitForFunction((before) => !document.body.innerText.includes(before), live.split("\n").find((line) => line.startsWith("$")));
    await page.getByLabel("Prizes from").selectOption("");
    await page.getByLabel("Meter").fill("");
    await page.getByLabel("Prize of flush").fill("$50");
    await page.getByText(/^Not included.*: royal flush, straight flush, four of a kind, full house, straight\./).waitFor();
    await shoot(page, "office-odds-chart-no-meter-desk-light");
    assert.deepEqual(office.faults, []);
});

test("the odds fit every screen, of every kind of bet", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        const page = await office.visit(queensUp, { screen, theme });
        await page.getByLabel("straight flush pays").fill("40 to 1");
        await figure(page, "House edge").getByText("against approved").waitFor();
        await shoot(page, `office-odds-${screen}-${theme}`);
        assert.ok(!(await sticksOut(page)));
    }
    for (const [name, path, words] of [
        ["base", "/odds/game/massachusetts/crazy-4-poker/base", "Best play"],
        ["progressive", "/odds/game/south-dakota/four-card-poker/progressive/FCCP-2", "Break-even meter"],
        ["hi-lo", "/odds/hi-lo", "Possible results"],
    ]) {
        const page = await office.visit(path);
        await page.getByText(words).first().waitFor();
        await shoot(page, `office-odds-${name}-desk-light`, { whole: true });
        assert.ok(!(await sticksOut(page)));
        assert.deepEqual(office.faults, []);
    }
});
