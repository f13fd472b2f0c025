// Forecasts: when meters are hit and at what amount, how long reserves last, and the assumptions.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { screensOfTheOffice, startOfficeHouse, sticksOut } from "./office-house.mjs";

let browser, house, opened;
before(async () => {
    [browser, house] = await Promise.all([launch(), startOfficeHouse()]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(() => opened?.close());

async function visit(path, { person = "olga", ...options } = {}) {
    await opened?.close();
    opened = await openPage(browser, house.address, `/office/forecast${path}`, { cookie: house.cookie[person], ...options });
    await opened.page.getByText("Live", { exact: true }).first().waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

const ask = (path) => house.get("theo", path);
const figure = (page, name) => page.locator(".figure").filter({ has: page.getByText(name, { exact: true }) });
const region = (page, name) => page.getByRole("region", { name, exact: true });

test("all offers with a pool are there: with a forecast, or with the reason why not", async () => {
    const page = await visit("");
    await region(page, "Meters").waitFor({ timeout: 120_000 });
    const { forecasts } = await ask("/api/forecasts");
    const pools = forecasts.flatMap((forecast) => forecast.pools);
    assert.equal(await region(page, "Meters").locator("tbody tr").count(), pools.filter((pool) => pool.any).length);
    assert.equal(await page.locator(".reasons > li").count(), pools.filter((pool) => pool["why-not"]).length);
    assert.equal(await region(page, "Reserves").locator("tbody tr").count(), forecasts.filter((forecast) => forecast.reserve).length);
    await page.getByText("depends on other hands at the table").first().waitFor();
    await shoot(page, "office-forecast-all-desk-light", { whole: true });
    assert.deepEqual(opened.faults, []);
});

// Two seats with a fee in each of 305 rounds at TCP-1, but for the first 30, which are six days ago and in the window as well.
test("one offer: curve, chances, hands with their exact chance, what was played, what is assumed", async () => {
    const page = await visit("/three-card-progressive");
    await page.getByRole("img", { name: /expected meter and chance of a hit/ }).waitFor({ timeout: 120_000 });
    const forecast = await ask("/api/forecasts/three-card-progressive");
    const week = forecast.windows.find((window) => window.window === "the last 7 days");
    assert.equal(forecast.pace, "the last 7 days");
    assert.equal(week.rounds, 305);
    assert.equal(week.hands, 610);
    await region(page, "Recent play").getByRole("row", { name: /the last 7 days\s+used/ }).getByText("610", { exact: true }).waitFor();
    await figure(page, "Next full hit").waitFor();
    await figure(page, "Meter at the full hit").waitFor();
    await region(page, "When the next hit is likely").waitFor();
    await page.getByText("none of n hands hits with (1-p)^n").waitFor();
    await page.getByRole("heading", { name: "Actual and expected" }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("without play the pace is that of the tables, and that is said", async () => {
    const page = await visit("/bonus-hand");
    await page.getByText("The forecast assumes its tables with every seat taken.").first().waitFor({ timeout: 120_000 });
    await region(page, "Hands that win").getByText("1 in 649,740").first().waitFor();
    await region(page, "Hands that win").getByRole("row", { name: /royal flush.*100%\s*of prize pool/ }).first().waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a bad beat has no forecast, and the page says why; the regulator reads all of it", async () => {
    const page = await visit("/limit-bad-beat", { person: "theo" });
    await page.getByText("depends on other hands at the table").first().waitFor({ timeout: 120_000 });
    assert.equal(await page.getByRole("img", { name: /chance of a hit/ }).count(), 0);
    await page.getByRole("link", { name: "← All forecasts" }).click();
    await region(page, "Meters").waitFor();
    assert.deepEqual(opened.faults, []);
});

test("an offer with several pools shows one at a time, and its address has it", async () => {
    const page = await visit("/poker-bonus-hand");
    await page.getByRole("button", { name: "four of a kind pool" }).click({ timeout: 120_000 });
    await page.waitForURL(/four%20of%20a%20kind%20pool$/);
    await region(page, "Hands that win").getByText("of four of a kind pool").first().waitFor();
    await page.getByRole("img", { name: /four of a kind pool/ }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("what does not exist is said", async () => {
    const page = await visit("/horoscope");
    await page.getByRole("alert").filter({ hasText: "There is no such offer in force" }).waitFor({ timeout: 120_000 });
});

test("forecasts fit every screen", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        for (const [name, path, heading] of [["all", "", "Reserves"], ["offer", "/bonus-hand", "Assumptions"]]) {
            const page = await visit(path, { screen, theme });
            await page.getByRole("heading", { name: heading }).waitFor({ timeout: 120_000 });
            await shoot(page, `office-forecast-${name}-${screen}-${theme}`, { whole: true });
            assert.ok(!(await sticksOut(page)), `${name} on ${screen}`);
            assert.deepEqual(opened.faults, []);
        }
    }
});
