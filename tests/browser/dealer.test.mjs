import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { fileDocument, startHouse } from "./house.mjs";

// Offers whose hours have begun, at whatever hour this runs.
const always = JSON.stringify(`offer: bay101/bonus-hand-progressive-v1-1
tables: [C4-1, UTH-1, NPN-1]
hours: always
chart: A
pools:
  prize pool:
    seed: $5,000
    reseed: $5,000
prizes: {four of a kind: $300, full house: $50, flush: $40, straight: $30}
administration: {fee: $10}
`);

// An activity with a space for fees on the player-dealer's hand, which the demo house has not filed.
const spaces = readFileSync(new URL("../../rulebooks/bay101/bonus-hand-progressive.md", import.meta.url), "utf8");
const both = `offer: bay101/bonus-hand-progressive
tables: [C4-2]
hours: always
chart: B
pools:
  prize pool:
    seed: $50,000
    reseed: $25,000
prizes: {quads: $500, full house: $100, flush: $75, straight: $50}
administration: {fee: $20}
`;

const script = `
appoint dana role dealer name "Dana Ruiz" by office
appoint fay role floor name "Fay Oduya" by office
appoint sam role supervisor name "Sam Pike" by office
register 1001 name "Ann Lee" born 1980-05-06 identification seen by fay
register 1002 name "Bob Cole" born 1990-01-01 by fay
register 1004 name "Don Estes" born 1975-07-19 by fay
register 1008 name "Hana Ito" born 1992-09-09 proposition-player yes by fay
register 1101 name "Amy Lee" born 1981-05-06 by fay
register 1102 name "Ben Cole" born 1991-01-01 by fay
register 1108 name "Hal Ito" born 1993-09-09 proposition-player yes by fay
register 1201 name "Abe Lee" born 1982-05-06 by fay
register 1202 name "Bea Cole" born 1992-01-01 by fay
register 1208 name "Ada Ito" born 1994-09-09 proposition-player yes by fay
register 1301 name "Art Lee" born 1983-05-06 by fay
register 1009 name "Ian Judd" born 1983-04-04 by fay
exclude 1009 reason "asked to be put on the list" by sam
post-offer bonus-hand text ${always} by office
${fileDocument("bay101/bonus-hand-progressive", spaces)}
post-offer both text ${JSON.stringify(both)} by office
open-table BJ-1 by fay
open-table BJ-2 by fay
open-table C4-1 by fay
open-table C4-2 by fay
open-table HE-1 by fay
open-table EZ-1 by fay
open-table F7-1 by fay
open-table P9-1 by fay
open-table NPN-1 by fay
sit BJ-1 seat 1 patron 1001 by dana
sit BJ-1 seat 2 patron 1002 by dana
sit BJ-1 seat 5 by dana
sit BJ-1 seat 8 patron 1008 by dana
bank BJ-1 seat 8 by dana
sit C4-1 seat 1 by dana
sit C4-1 seat 2 patron 1301 by dana
sit C4-1 seat 4 by dana
sit C4-2 seat 1 patron 1101 by dana
sit C4-2 seat 2 patron 1102 by dana
sit C4-2 seat 6 patron 1108 by dana
bank C4-2 seat 6 by dana
sit HE-1 seat 1 patron 1201 by dana
sit HE-1 seat 2 patron 1202 by dana
sit HE-1 seat 6 by dana
sit HE-1 seat 9 by dana
sit EZ-1 seat 1 by dana
sit EZ-1 seat 2 by dana
sit F7-1 seat 1 by dana
sit F7-1 seat 2 patron 1208 by dana
sit P9-1 seat 1 by dana
sit P9-1 seat 2 by dana
sit P9-1 seat 3 by dana
bank P9-1 seat 3 by dana
sit NPN-1 seat 2 by dana
`;

let browser, house, opened;
before(async () => {
    browser = await launch();
    house = await startHouse({ script, people: ["dana", "fay", "sam"], badges: { sam: { badge: "300", pin: "3000" } } });
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(async () => {
    house.away = false;
    house.losesReplies = false;
    await opened?.close();
    opened = null;
});

async function keypad(table, { as = "dana", screen = "tablet", ...options } = {}) {
    opened = await openPage(browser, house.address, `/dealer/${table}`, { screen, cookie: house.cookie[as], ...options });
    await opened.page.getByRole("heading", { name: table, exact: true }).waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

const seat = (page, number) => page.getByRole("button", { name: new RegExp(`^Seat ${number}(,| is free)`) });
const lamp = (page, number) => page.getByRole("button", { name: new RegExp(`fee for Seat ${number}[, ]`) });
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const start = (page) => page.locator(".start");
const round = (page, number) => page.locator(".desk-head").getByText(`Round ${number}`, { exact: true }).waitFor();
const tableNow = (table) => house.get("dana", `/api/tables/${table}`);

test("the dealer chooses among the tables that are open", async () => {
    opened = await openPage(browser, house.address, "/dealer", { screen: "tablet", cookie: house.cookie.dana });
    const { page } = opened;
    await page.getByRole("heading", { name: "Select a table" }).waitFor();
    await shoot(page, "dealer-choose-tablet-light");
    await page.getByRole("link", { name: /BJ-1/ }).click();
    await page.getByRole("heading", { name: "BJ-1", exact: true }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a normal round is one press: the fees that are lit are taken, and the round before ends", async () => {
    const page = await keypad("BJ-1");
    await lamp(page, 1).click();
    await lamp(page, 2).click();
    await start(page).getByText("$2").waitFor();
    await shoot(page, "dealer-before-tablet-light");
    await start(page).click();
    await round(page, 1);
    assert.deepEqual((await tableNow("BJ-1")).round.fees, [1, 2]);
    await page.getByLabel(/Blazing 7s.*\$7,777\.\d\d/).waitFor();
    await start(page).click();
    await round(page, 2);
    await start(page).click();
    await round(page, 3);
    assert.deepEqual((await tableNow("BJ-1")).round.fees, [1, 2], "the fees stayed lit");
    await start(page).dblclick();
    await round(page, 4);
    await start(page).click();
    await round(page, 5);
    await shoot(page, "dealer-round-tablet-light");
    assert.equal((await tableNow("BJ-1")).round.number, 5, "a double tap starts one round");
    assert.deepEqual(opened.faults, []);
});

test("a reload in the middle of a round loses nothing", async () => {
    const page = await keypad("BJ-1");
    await page.reload();
    await round(page, 5);
    assert.equal(await lamp(page, 1).getAttribute("aria-pressed"), "true");
    assert.equal(await lamp(page, 5).getAttribute("aria-pressed"), "false");
});

test("a seat is taken by a tap, gets a club number, and that can be undone", async () => {
    const page = await keypad("BJ-1");
    await seat(page, 3).click();
    await page.getByRole("button", { name: "Seat 3, Player" }).waitFor();
    await press(page, "Club number");
    for (const digit of "1004") await page.getByRole("dialog").getByRole("button", { name: digit, exact: true }).click();
    await shoot(page, "dealer-club-tablet-light");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Seat 3, Don Estes" }).waitFor();
    await shoot(page, "dealer-seat-tablet-light");
    await press(page, "Undo: Seat 3: player changed");
    await page.getByRole("button", { name: "Seat 3, Player" }).waitFor();
    await press(page, "Undo: Seat 3: player sits down");
    await page.getByRole("button", { name: /Seat 3 is free/ }).waitFor();
});

test("taps in quick succession are all done, in their order", async () => {
    const page = await keypad("BJ-1");
    for (const number of [3, 4, 6, 7]) await page.locator(".seat-body").nth(number - 1).dispatchEvent("click");
    for (const number of [3, 4, 6, 7]) await page.getByRole("button", { name: `Seat ${number}, Player` }).waitFor();
    for (const number of [3, 4, 6, 7]) await house.do("dana", { do: "leave", table: "BJ-1", seat: number });
    await seat(page, 7).getByText("Tap to sit").waitFor();
});

test("who is on the exclusion list is not seated, and the banner has the rule", async () => {
    const page = await keypad("BJ-1");
    await page.keyboard.press("4");
    await press(page, "Club number");
    await page.getByLabel("Club number", { exact: true }).last().focus();
    await page.keyboard.type("1009");
    await page.keyboard.press("Enter");
    const banner = page.getByRole("alert");
    await banner.getByText(/exclusion list/).first().waitFor();
    await banner.getByText("House rule: exclusion list").waitFor();
    await shoot(page, "dealer-refused-tablet-light");
    await banner.getByRole("button", { name: "OK" }).click();
});

test("a hand is claimed by seat and hand, and its state is live until the prize is awarded", async () => {
    const page = await keypad("C4-1");
    await lamp(page, 2).click();
    await start(page).click();
    await round(page, 1);
    await seat(page, 2).click();
    await page.getByRole("button", { name: /^Four of a kind/ }).click();
    const claimed = page.getByRole("list", { name: "Claimed hands" });
    await claimed.getByText("Waiting for the floor").waitFor();
    await shoot(page, "dealer-claimed-tablet-light");
    const { hands } = await tableNow("C4-1");
    await house.do("sam", { do: "verify-hand", hand: hands[0].hand, cards: "9s 9h 9d 9c 2s", wager: 500 });
    await claimed.getByText("Verified, waiting for the second person").waitFor();
    await house.do("fay", { do: "authorise", hand: hands[0].hand });
    await claimed.getByText("Awarded").waitFor();
    await page.getByText("Winner: seat 2, $300.00").waitFor();
    await shoot(page, "dealer-awarded-tablet-light");
    assert.deepEqual(opened.faults, []);
});

test("the hand first and then the seat; while it waits the house says what to do, and the keypad does it", async () => {
    const page = await keypad("C4-1");
    await start(page).click();
    await round(page, 2);
    await page.getByRole("button", { name: /^Full house/ }).click();
    await page.getByText("Full house: tap the winning seat.").waitFor();
    await shoot(page, "dealer-whose-tablet-light");
    await seat(page, 4).click();
    await page.getByRole("list", { name: "Claimed hands" }).getByText("Full house").waitFor();
    await page.locator(".start-hint").getByText(/is not settled; end the round first/).waitFor();
    await start(page).click();
    const banner = page.getByRole("alert");
    await banner.getByText("House rule: rounds").waitFor();
    await shoot(page, "dealer-waits-tablet-light");
    await banner.getByRole("button", { name: "End the round and start the next" }).click();
    await round(page, 3);
});

test("a supervisor signs at the keypad what the dealer may not take back alone", async () => {
    const page = await keypad("HE-1");
    await start(page).click();
    await round(page, 1);
    await press(page, "Undo: start of round 1");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Second person: badge number").fill("300");
    await dialog.getByLabel("Second person: PIN").fill("3000");
    await shoot(page, "dealer-signed-tablet-light");
    await dialog.getByRole("button", { name: "Misdeal" }).click();
    await page.locator(".desk-head").getByText("Between rounds").waitFor();
    assert.deepEqual(house.asked.filter((one) => one.do === "return-fees").map((one) => one.reason), ["Misdeal"]);
    const { events } = await house.get("sam", "/api/events?kind=fees-returned");
    assert.equal(events[0].event["authorised-by"], "sam");
});

test("a dealer withdraws the own claim without asking anybody, and the round goes on", async () => {
    const page = await keypad("C4-1");
    await seat(page, 2).click();
    await page.getByRole("button", { name: /^Full house/ }).click();
    const claimed = page.getByRole("list", { name: "Claimed hands" });
    await claimed.getByText("Waiting for the floor").waitFor();
    await claimed.getByRole("button", { name: "Undo: full house, seat 2" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Wrong seat" }).click();
    await claimed.getByText("Withdrawn").waitFor();
    const { hands } = await tableNow("C4-1");
    assert.equal(hands[0].state, "withdrawn");
});

test("a dealer asks the floor to take back a start that took fees; the floor takes it back with a second person", async () => {
    let page = await keypad("C4-1");
    await press(page, "Undo: start of round 3");
    await press(page, "Call the floor instead");
    await page.getByRole("dialog").getByText(/Only the floor can undo this/).waitFor();
    await shoot(page, "dealer-ask-tablet-light");
    await page.getByRole("button", { name: /Call the floor: pressed by mistake/ }).click();
    await page.getByText("The floor is called.").first().waitFor();
    assert.match((await tableNow("C4-1")).call, /pressed by mistake/i);
    await opened.close();
    page = await keypad("C4-1", { as: "fay" });
    await press(page, "Undo: start of round 3");
    await page.getByLabel("Second person: badge number").fill("300");
    await page.getByLabel("Second person: PIN").fill("3000");
    await page.getByRole("button", { name: "Pressed by mistake" }).click();
    await page.locator(".desk-head").getByText("Between rounds").waitFor();
    assert.equal((await tableNow("C4-1")).round.runs, false);
});

test("a sensor that fails has its fee marked by button", async () => {
    const page = await keypad("C4-1", { theme: "dark" });
    await seat(page, 1).click();
    await press(page, "Sensor broken");
    await page.getByText(/mark the fee by button/).waitFor();
    await page.getByRole("button", { name: /fee for Seat 1 by button, not marked/ }).click();
    await shoot(page, "dealer-sensor-tablet-dark");
    await start(page).click();
    await round(page, 4);
    const { round: now } = await tableNow("C4-1");
    assert.deepEqual([now.fees, now.marked], [[2], [1]]);
});

test("a proposition player's chip is refused with its clause, and the round starts without fees", async () => {
    const page = await keypad("F7-1");
    await lamp(page, 1).click();
    await lamp(page, 2).click();
    await page.locator(".start-hint").getByText(/proposition player/).waitFor();
    await start(page).click();
    await page.getByRole("alert").getByText(/Rule: Fortune 7 Baccarat Progressive Jackpot, clause \d+/).waitFor();
    await page.getByRole("button", { name: "No fees this round: return the chips" }).click();
    await round(page, 1);
    assert.deepEqual((await tableNow("F7-1")).round.fees, []);
});

test("the whole keypad by keys", async () => {
    const page = await keypad("BJ-2", { theme: "dark" });
    await page.keyboard.press("2");
    await page.keyboard.press("s");
    await page.getByRole("button", { name: "Seat 2, Player" }).waitFor();
    await page.keyboard.press("f");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await round(page, 1);
    assert.deepEqual((await tableNow("BJ-2")).round.fees, [2]);
    await page.keyboard.press("2");
    await page.keyboard.press("h");
    await shoot(page, "dealer-keys-tablet-dark");
    await page.keyboard.press("4");
    await page.getByRole("list", { name: "Claimed hands" }).getByText("Three sevens").waitFor();
    await page.keyboard.press("u");
    await page.getByRole("dialog").getByText(/You can claim it again/).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await page.locator(".desk-head").getByText("Between rounds").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard keys" }).waitFor();
    await shoot(page, "dealer-help-tablet-dark");
});

test("when the line is lost the press is kept, and trying again does it once", async () => {
    const page = await keypad("BJ-2", { clock: Date.now() });
    house.losesReplies = true;
    house.asked = [];
    await start(page).click();
    for (let turn = 0; turn < 40 && !(await page.getByText("Connection lost").isVisible()); turn++) {
        await page.clock.runFor(1_000);
        await page.waitForTimeout(20);
    }
    await page.getByText("Connection lost").waitFor();
    await shoot(page, "dealer-lost-tablet-light");
    house.losesReplies = false;
    await press(page, "Try again");
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    const ids = new Set(house.asked.filter((command) => command.do === "start-round").map((command) => command.id));
    assert.equal(ids.size, 1, "always the same id");
    assert.equal((await tableNow("BJ-2")).round.number, 2, "one round");
});

test("bets behind a seat, and a fee on the player-dealer's hand", async () => {
    const page = await keypad("C4-2");
    await seat(page, 1).click();
    await press(page, "Bets behind");
    await page.getByRole("button", { name: "Add bet" }).click();
    await page.getByLabel("Club number").fill("1004");
    await page.getByLabel("Wager").fill("25");
    await page.getByRole("dialog").getByRole("button", { name: "Fee", exact: true }).click();
    await shoot(page, "dealer-behind-tablet-light");
    await press(page, "Done");
    await press(page, "Fee on the player-dealer's hand");
    await start(page).getByText("2 fees").waitFor();
    await start(page).getByText("$2").waitFor();
    await start(page).click();
    await round(page, 1);
    const { asked } = house;
    const last = asked.filter((command) => command.do === "start-round").at(-1);
    assert.deepEqual(last.backline, [{ seat: 1, patron: "1004", wager: 2500, fee: true }]);
    assert.deepEqual(last["dealer-fees"], [1]);
});

test("poker: the pot pays, nobody banks, and the game may end with what the pot held", async () => {
    const page = await keypad("HE-1");
    await start(page).click();
    await round(page, 2);
    await shoot(page, "dealer-poker-tablet-light");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await shoot(page, "dealer-more-tablet-light");
    await page.getByRole("button", { name: "Misdeal" }).click();
    await page.getByText("Recorded: Misdeal").waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "End with pot" }).click();
    await page.getByLabel("Pot amount").fill("60");
    await page.getByRole("dialog").getByRole("button", { name: "End round" }).click();
    await page.locator(".desk-head").getByText("Between rounds").waitFor();
});

test("baccarat: the player-dealer beside the seats pays, and the hand is everybody's", async () => {
    const page = await keypad("EZ-1", { theme: "dark" });
    await page.getByRole("button", { name: /fee for Player-dealer/ }).click();
    await start(page).click();
    await round(page, 1);
    assert.deepEqual((await tableNow("EZ-1")).round.fees, [0]);
    await page.locator(".hand-button").first().click();
    await page.getByRole("list", { name: "Claimed hands" }).getByText("Whole table").waitFor();
    await shoot(page, "dealer-baccarat-tablet-dark");
});

test("where offers have fees of their own each says who paid", async () => {
    const page = await keypad("P9-1");
    await page.getByRole("button", { name: /Asian.*fee for Seat 1,/ }).click();
    await start(page).click();
    await round(page, 1);
    const last = house.asked.filter((command) => command.do === "start-round").at(-1);
    assert.deepEqual(last.payers, [{ offer: "asian-bad-beat", seats: [] }, { offer: "asian-jackpot", seats: [1] }]);
});

test("free play: a player names a prize before the deal", async () => {
    const page = await keypad("NPN-1");
    await seat(page, 2).click();
    await press(page, "Select prize");
    await page.getByRole("dialog").getByRole("button", { name: /Straight flush/ }).click();
    await start(page).click();
    await round(page, 1);
    const last = house.asked.filter((command) => command.do === "start-round").at(-1);
    assert.deepEqual(last.chosen, [{ seat: 2, row: "A2" }]);
    await shoot(page, "dealer-free-tablet-light");
});

for (const [screen, theme] of [["tablet", "dark"], ["phone", "light"], ["phone", "dark"], ["desk", "light"]]) {
    for (const table of ["BJ-1", "HE-1"]) {
        test(`the keypad of ${table} fits, ${screen} ${theme}`, async () => {
            const page = await keypad(table, { screen, theme });
            await page.locator(".seat").first().waitFor();
            await shoot(page, `dealer-${table.toLowerCase()}-${screen}-${theme}`, { whole: screen === "phone" });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `it is ${wide} pixels too wide`);
            const small = await page.evaluate(() => [...document.querySelectorAll("main button")].map((button) => [button.textContent, button.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5)).map(([words]) => words));
            assert.deepEqual(small, [], "every target is large enough for a finger");
            const covered = await page.evaluate(() => {
                const boxes = [...document.querySelectorAll(".hand-button, .lamp, .seat-body")].map((part) => part.getBoundingClientRect());
                return boxes.filter((a, at) => boxes.some((b, other) => other > at && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
            });
            assert.equal(covered, 0, "no button lies over another");
            assert.deepEqual(opened.faults, []);
        });
    }
}

test("a table that the house does not have is said to", async () => {
    opened = await openPage(browser, house.address, "/dealer/ZZ-9", { cookie: house.cookie.dana });
    await opened.page.getByText("There is no table ZZ-9. Select another table.").waitFor();
});
