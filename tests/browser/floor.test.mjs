// The floor with a real house: hands are verified by their cards, another person authorises them, and the pages show changes
// as they happen.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { fileDocument, offerAlways, startHouse } from "./house.mjs";

const people = ["dana", "fay", "sam", "sue", "vic"];
const badges = { sam: { badge: "301", pin: "3010" }, sue: { badge: "302", pin: "3020" } };
const sit = (table, ...patrons) => patrons.map((patron, at) => `sit ${table} seat ${at + 1}${patron ? ` patron ${patron}` : ""} by dana`);

const points = `offer: hawaiian-gardens/high-hand-promotion
tables: [HE-2]
hours: always
activity: {version: points}
when: {final: daily at 02:00}
tickets: {each: 1}
paying: {prizes: {top twenty: {prize: $100}}}
drawing: {at: Sunday at 22:00, absent: draw again}
`;

const script = [
    offerAlways("bonus-hand"), offerAlways("high-hand"),
    fileDocument("hawaiian-gardens/high-hand-promotion"), JSON.stringify({ do: "post-offer", offer: "high-hand-points", by: "office", text: points }),
    'appoint dana role dealer name "Dana Ruiz" by office',
    'appoint fay role floor name "Fay Oduya" by office',
    'appoint sam role supervisor name "Sam Pike" by office',
    'appoint sue role supervisor name "Sue Lindqvist" by office',
    'appoint vic role surveillance name "Vic Stone" by office',
    ...["1001 Ann Lee 1980", "1002 Bob Cole 1990", "1003 Cleo Diaz 1985", "1004 Don Estes 1975", "1005 Eve Fuller 1969", "1006 Finn Grau 1988", "1007 Gus Hale 1955"].map((line) => {
        const [number, first, last, year] = line.split(" ");
        return `register ${number} name "${first} ${last}" born ${year}-05-06 by fay`;
    }),
    ...["1101 Ann Lee 1981", "1102 Bob Cole 1991", "1104 Don Estes 1976", "1105 Eve Fuller 1970", "1107 Gus Hale 1956", "1202 Bob Cole 1992", "1203 Cleo Diaz 1986", "1204 Don Estes 1977", "1206 Finn Grau 1989", "1303 Cleo Diaz 1987"].map((line) => {
        const [number, first, last, year] = line.split(" ");
        return `register ${number} name "${first} ${last}" born ${year}-05-06 by fay`;
    }),
    'register 1008 name "Hana Ito" born 1992-09-09 proposition-player yes by fay',
    'register 1009 name "Ian Judd" born 1983-04-04 by fay',
    'exclude 1009 reason "asked to be put on the list" by sam',
    ...["C4-1", "C4-2", "BJ-1", "NL-1", "HE-1", "EZ-1", "TCP-1", "PG-1"].map((table) => `open-table ${table} by fay`),
    ...sit("C4-1", 1101, 1102, 1003, ""), "start-round C4-1 fees 1,2,3 by dana", "start-round C4-1 fees 1,2,3 by dana",
    'claim-hand C4-1 seat 1 offer bonus-hand row "royal flush" by dana',
    ...sit("NL-1", 1001, 1002, 1004, 1005, 1007, "", ""), "start-round NL-1 by dana",
    "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana",
    ...sit("BJ-1", 1104, 1105), "equipment BJ-1 device sensor seat 5 by dana", "start-round BJ-1 fees 1,2 by dana",
    "claim-hand BJ-1 seat 1 offer blazing-7s by dana",
    ...sit("HE-1", 1107, 1006, "", "", ""), "start-round HE-1 by dana", "claim-hand HE-1 seat 1 offer high-hand by dana",
    ...sit("EZ-1", "", "", ""), "start-round EZ-1 by dana",
    ...sit("C4-2", "", ""),
    ...sit("TCP-1", "", ""),
];

let browser, house, opened;
before(async () => {
    [browser, house] = await Promise.all([launch(), startHouse({ script, people, badges })]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(async () => {
    await opened?.close();
    opened = undefined;
});

async function floorOf(person, options = {}) {
    opened = await openPage(browser, house.address, "/floor", { screen: "tablet", cookie: house.cookie[person], ...options });
    await opened.page.getByRole("heading", { name: /Hands to check/ }).waitFor();
    await opened.page.getByRole("button", { name: /^Table C4-1/ }).waitFor();
    return opened.page;
}

const waiting = (page, hand) => page.getByRole("article", { name: `Hand ${hand}` });
const tap = async (page, ...cards) => {
    for (const card of cards) await page.getByRole("gridcell").getByRole("button", { name: card, exact: true }).click();
};
const staysInside = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [screen, theme] of [["tablet", "light"], ["tablet", "dark"], ["desk", "light"], ["phone", "light"], ["phone", "dark"]]) {
    test(`the room at a glance on a ${screen}, ${theme}`, async () => {
        const page = await floorOf("sam", { screen, theme });
        const alarmed = page.getByRole("button", { name: /^Table BJ-1.*Needs attention: Fee sensor at seat 5 is broken/ });
        await alarmed.waitFor();
        await page.getByRole("button", { name: /^Table C4-1, In play, 4 of 6 seats taken, 1 hand to check/ }).waitFor();
        assert.equal(await page.getByRole("article").count(), 4);
        assert.ok(await staysInside(page), "nothing sticks out sideways");
        await shoot(page, `floor-room-${screen}-${theme}`, { whole: screen === "phone" });
        assert.deepEqual(opened.faults, []);
    });
}

test("a royal flush: cards are tapped, the document answers, another person authorises", async () => {
    const page = await floorOf("sam");
    await waiting(page, 1).getByText("Claimed as royal flush").waitFor();
    await waiting(page, 1).getByRole("button", { name: "Verify" }).click();
    const dialog = page.getByRole("dialog", { name: "Verify hand 1" });
    await dialog.getByText("Enter the cards to see the result.").waitFor();
    assert.ok(await dialog.getByRole("button", { name: "Verify hand" }).isDisabled());
    await tap(page, "ace of spades", "king of spades", "queen of spades", "jack of spades", "nine of hearts");
    await dialog.getByText(/the hand wins nothing by the chart in force/i).waitFor();
    await dialog.getByText(/Rule: Bonus Hand Progressive Jackpot v1\.1, clause/).waitFor();
    await shoot(page, "floor-verify-refused-tablet-light");
    await page.getByRole("button", { name: "Remove the nine of hearts" }).click();
    await tap(page, "ten of spades");
    await dialog.getByText("100% of prize pool. The prize pool is").waitFor();
    await dialog.getByText("Royal flush", { exact: true }).first().waitFor();
    await dialog.getByLabel("Wager", { exact: true }).fill("5");
    await shoot(page, "floor-verify-tablet-light");
    await dialog.getByRole("button", { name: "Verify hand" }).click();
    await dialog.waitFor({ state: "detached" });

    await waiting(page, 1).getByText("You verified it. Another person must authorise it").waitFor();
    await waiting(page, 1).getByRole("button", { name: "Authorise" }).click();
    const second = page.getByRole("dialog", { name: "Authorise hand 1" });
    await second.getByText("You (Sam Pike) verified this hand. Another person must authorise it.").waitFor();
    await shoot(page, "floor-authorise-same-person");
    await second.getByRole("button", { name: "Switch user" }).click();
    const badge = page.getByRole("dialog", { name: "Switch user" });
    await badge.getByLabel("Badge number").fill("302");
    for (const digit of "3020") await badge.getByRole("button", { name: digit, exact: true }).click();
    await shoot(page, "floor-switch-user");
    await badge.getByRole("button", { name: "Sign in" }).click();
    await second.getByText("Sue Lindqvist (you) authorises it").waitFor();
    await second.getByText("Sam Pike verified this hand").waitFor();
    await second.getByText("Seat 1, Ann Lee (1101)").waitFor();
    await second.getByRole("img", { name: "ace of spades" }).waitFor();
    await shoot(page, "floor-authorise-tablet-light");
    await second.getByRole("button", { name: "Authorise", exact: true }).click();
    await second.waitFor({ state: "detached" });
    await page.getByText(/^Awarded \$5,000\.\d\d\.$/).waitFor();
    await waiting(page, 1).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Awards" }).click();
    await page.getByRole("row", { name: /Award 1.*Bonus Hand/ }).waitFor();
    await shoot(page, "floor-awards-tablet-light");
    assert.deepEqual(opened.faults, []);
    await house.signIn("sam"); // who signed in over the session has ended it
});

test("a bad beat asks for board, winner and who beat it", async () => {
    const page = await floorOf("sam", { theme: "dark" });
    await waiting(page, 2).getByRole("button", { name: "Verify" }).click();
    const dialog = page.getByRole("dialog", { name: "Verify hand 2" });
    await tap(page, "nine of spades", "nine of hearts");
    await tap(page, "nine of diamonds", "nine of clubs", "ten of hearts", "ten of diamonds", "two of spades");
    await dialog.getByText("Next: enter Winning hand.").waitFor();
    assert.ok(await page.getByRole("gridcell").getByRole("button", { name: "nine of spades", exact: true }).isDisabled(), "a card is there once");
    await tap(page, "ten of clubs", "ten of spades");
    await dialog.getByText("enter the seats that beat the hand", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Seat 2" }).click();
    await dialog.getByText("Four of a kind, 2s or higher").waitFor();
    await shoot(page, "floor-verify-bad-beat-tablet-dark");
    await dialog.getByRole("button", { name: "Verify hand" }).click();
    await dialog.waitFor({ state: "detached" });
    await opened.close();

    const authoriser = await floorOf("sue", { theme: "dark" });
    await waiting(authoriser, 2).getByRole("button", { name: "Authorise" }).click();
    const second = authoriser.getByRole("dialog", { name: "Authorise hand 2" });
    await second.getByText("losing hand").waitFor();
    await shoot(authoriser, "floor-authorise-bad-beat-tablet-dark");
    await second.getByRole("button", { name: "Authorise", exact: true }).click();
    await second.waitFor({ state: "detached" });
    assert.deepEqual(opened.faults, []);
});

test("a hand without cards wants a reason and a second person, and one that wins nothing is rejected", async () => {
    const page = await floorOf("sam", { screen: "phone" });
    await waiting(page, 3).getByRole("button", { name: "Verify" }).click();
    const dialog = page.getByRole("dialog", { name: "Verify hand 3" });
    await dialog.getByRole("radio", { name: "Without cards" }).check();
    await dialog.getByRole("radio", { name: /^Three sevens \$/ }).check();
    await dialog.getByLabel("Why the cards are not entered").fill("the cards were mucked");
    await dialog.getByText("a second person").first().waitFor();
    assert.ok(await dialog.getByRole("button", { name: "Verify hand", exact: true }).isDisabled());
    await shoot(page, "floor-verify-row-phone-light");
    await dialog.getByRole("button", { name: "Reject" }).click();
    const rejecting = page.getByRole("dialog", { name: "Reject hand 3" });
    await rejecting.getByLabel("Reason").fill("one seven was of another round");
    await rejecting.getByRole("button", { name: "Reject hand" }).click();
    await waiting(page, 3).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Incidents" }).click();
    await page.getByText("Hand 3: one seven was of another round").waitFor();
    await shoot(page, "floor-incidents-phone-light", { whole: true });
    assert.ok(await staysInside(page));
    assert.deepEqual(opened.faults, []);
});

test("cards of several decks can be there more than once", async () => {
    await house.do("dana", { do: "claim-hand", table: "BJ-1", seat: 2, offer: "blazing-7s" });
    const page = await floorOf("sam", { screen: "phone", theme: "dark" });
    await page.getByRole("article").filter({ hasText: "BJ-1" }).getByRole("button", { name: "Verify" }).click();
    await tap(page, "seven of hearts", "seven of hearts", "seven of hearts");
    assert.equal(await page.getByRole("button", { name: "Remove the seven of hearts" }).count(), 3);
    await shoot(page, "floor-verify-decks-phone-dark");
    assert.deepEqual(opened.faults, []);
});

test("a small prize is verified without cards, with a reason and a second person", async () => {
    const page = await floorOf("sam");
    const hand = page.getByRole("article").filter({ hasText: "BJ-1" });
    await hand.getByRole("button", { name: "Verify" }).click();
    const dialog = page.getByRole("dialog", { name: /^Verify hand/ });
    await dialog.getByRole("radio", { name: "Without cards" }).check();
    await dialog.getByRole("radio", { name: /^Three sevens of the posted suit / }).check();
    await dialog.getByLabel("Why the cards are not entered").fill("the cards were mucked");
    await dialog.getByLabel("Wager", { exact: true }).fill("25");
    const sign = async () => {
        await dialog.getByLabel("Second person: badge number").fill("302");
        await dialog.getByLabel("Second person: PIN").fill("3020");
        await dialog.getByRole("button", { name: "Verify hand", exact: true }).click();
    };
    await sign();
    await dialog.getByText(/by its row it may win at most \$500/).waitFor();
    assert.ok(await dialog.getByText(/by its row/).evaluate((note) => note.getBoundingClientRect().bottom <= innerHeight), "what the house says is seen beside the button");
    await shoot(page, "floor-verify-row-refused-tablet-light");
    await dialog.getByRole("radio", { name: /^Two sevens \$/ }).check();
    await sign();
    await dialog.waitFor({ state: "detached" });
    await opened.close();

    const authoriser = await floorOf("sue");
    await authoriser.getByRole("article").filter({ hasText: "BJ-1" }).getByRole("button", { name: "Authorise" }).click();
    await authoriser.getByText("Verified without cards, with a reason and a second signature.").waitFor();
    await shoot(authoriser, "floor-authorise-row-tablet-light");
    assert.deepEqual(opened.faults, []);
});

test("a hand of the evening stands on its board", async () => {
    const page = await floorOf("sam");
    await waiting(page, 4).getByRole("button", { name: "Verify" }).click();
    await tap(page, "ace of spades", "ace of hearts");
    await tap(page, "ace of diamonds", "seven of clubs", "seven of hearts", "two of spades", "three of diamonds");
    const dialog = page.getByRole("dialog", { name: "Verify hand 4" });
    await dialog.getByText(/^the pot must hold/i).waitFor();
    await dialog.getByLabel("Pot").fill("60");
    await dialog.getByText(/^.?Wins$/).waitFor();
    await shoot(page, "floor-verify-board-tablet-light");
    await dialog.getByRole("button", { name: "Verify hand" }).click();
    await dialog.waitFor({ state: "detached" });
    await house.do("sue", { do: "authorise", hand: 4 });
    await waiting(page, 4).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: /Boards/ }).click();
    await page.getByText("Leader").waitFor();
    await page.getByRole("img", { name: "ace of hearts" }).waitFor();
    await shoot(page, "floor-boards-tablet-light");
    assert.deepEqual(opened.faults, []);
});

// A hand in a round of its own, verified by sam and authorised by sue; returns its number.
async function stands(table, seat, offer, cards, board) {
    await house.do("dana", { do: "start-round", table });
    const { events } = await house.do("dana", { do: "claim-hand", table, seat, offer });
    const { hand } = events.find((told) => told.kind === "hand-claimed").event;
    await house.do("sam", { do: "verify-hand", hand, cards, board, pot: 6_000 });
    await house.do("sue", { do: "authorise", hand });
    await house.do("dana", { do: "end-round", table });
    return hand;
}

for (const [screen, theme] of [["tablet", "light"], ["phone", "dark"]]) {
    test(`a hand that was misread is taken off the board, and the next best one stands, on a ${screen}`, async () => {
        const better = await stands("HE-1", 2, "high-hand", "Ks Kh", "Kd Kc 7h 2s 3d");
        const page = await floorOf("sam", { screen, theme });
        await page.getByRole("tab", { name: /Boards/ }).click();
        const board = page.getByRole("region", { name: "Poker High Hand" });
        await board.getByRole("article", { name: `Hand ${better}` }).getByText("Leader").waitFor();
        await board.getByText("1 beaten hand").waitFor();
        await shoot(page, `floor-boards-beaten-${screen}-${theme}`, { whole: screen === "phone" });
        await board.getByRole("button", { name: `Remove hand ${better}` }).click();
        const dialog = page.getByRole("dialog", { name: `Remove hand ${better}` });
        await dialog.getByText("The next best hand takes its place").waitFor();
        await dialog.getByLabel("Reason").fill("the river was the king of another deck");
        assert.ok(await dialog.getByRole("button", { name: "Remove" }).isDisabled(), "one person alone takes nothing back");
        await dialog.getByLabel("Second person: badge number").fill("301");
        await dialog.getByLabel("Second person: PIN").fill("3010");
        await dialog.getByRole("button", { name: "Remove" }).click();
        await dialog.getByText("Two different persons must sign.").waitFor();
        await dialog.getByLabel("Second person: badge number").fill("302");
        await dialog.getByLabel("Second person: PIN").fill("3020");
        await shoot(page, `floor-take-back-${screen}-${theme}`);
        assert.ok(await staysInside(page), "nothing sticks out sideways");
        await dialog.getByRole("button", { name: "Remove" }).click();
        await dialog.waitFor({ state: "detached" });
        await page.getByText(`Hand ${better} is removed. Hand 4 is back on the board.`).waitFor();
        await board.getByRole("article", { name: "Hand 4", exact: true }).getByText("Leader").waitFor();
        assert.equal(await board.getByRole("article", { name: `Hand ${better}` }).count(), 0);
        assert.equal(await board.getByText("beaten hand").count(), 0);
        await shoot(page, `floor-boards-next-${screen}-${theme}`, { whole: screen === "phone" });
        await page.getByRole("tab", { name: "Incidents" }).click();
        await page.getByText(`Hand ${better}: the river was the king of another deck`).waitFor();
        assert.deepEqual(opened.faults, []);
    });
}

test("a hand of a misdeal cannot win, and the next best one stands at once", async () => {
    const page = await floorOf("sam");
    await page.getByRole("tab", { name: /Boards/ }).click();
    const board = page.getByRole("region", { name: "Poker High Hand" });
    await house.do("dana", { do: "start-round", table: "HE-1" });
    const { events } = await house.do("dana", { do: "claim-hand", table: "HE-1", seat: 2, offer: "high-hand" });
    const { hand } = events.find((told) => told.kind === "hand-claimed").event;
    await house.do("sam", { do: "verify-hand", hand, cards: "Ks Kh", board: "Kd Kc 7h 2s 3d", pot: 6_000 });
    await house.do("sue", { do: "authorise", hand });
    await board.getByRole("article", { name: `Hand ${hand}` }).getByText("Leader").waitFor();
    await house.do("sam", { do: "irregularity", table: "HE-1", what: "misdeal" });
    await board.getByRole("article", { name: "Hand 4", exact: true }).getByText("Leader").waitFor();
    await board.getByText("1 hand that cannot win").click();
    await board.getByRole("article", { name: `Hand ${hand}` }).waitFor();
    assert.equal(await board.getByText("Leader").count(), 1);
    await house.do("dana", { do: "end-round", table: "HE-1" });
    assert.deepEqual(opened.faults, []);
});

test("points that were given by mistake are taken back, by the keyboard alone", async () => {
    await house.do("fay", { do: "open-table", table: "HE-2" });
    for (const [at, patron] of ["1202", "1203", "1204", "1206"].entries()) await house.do("dana", { do: "sit", table: "HE-2", seat: at + 1, patron });
    const first = await stands("HE-2", 1, "high-hand-points", "As Ah", "Ad Ac 7h 2s 3d");
    const wrong = await stands("HE-2", 2, "high-hand-points", "As Ah", "Ad Ac 7h 2s 3d");
    await stands("HE-2", 2, "high-hand-points", "9h 9s", "9d Tc Th 2c 3d");
    const page = await floorOf("fay");
    await page.getByRole("tab", { name: /Boards/ }).click();
    const board = page.getByRole("region", { name: "High Hand Promotion" });
    await board.getByText("Cleo Diaz").first().waitFor();
    assert.match(await board.getByRole("listitem").first().innerText(), /1\.\s+Cleo Diaz/);
    await board.getByText("Cleo Diaz").first().click();
    await shoot(page, "floor-points-tablet-light", { whole: true });
    await board.getByRole("button", { name: `Remove hand ${wrong}` }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Remove hand ${wrong}` });
    await dialog.getByText(/^The player loses 3 points\./).waitFor();
    await page.keyboard.type("one ace was dead");
    await page.keyboard.press("Tab"); // how they sign, which is a badge
    await page.keyboard.press("Tab");
    await page.keyboard.type("302");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3020");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText(`Hand ${wrong}: 3 points removed.`).waitFor();
    await board.getByRole("article", { name: `Hand ${wrong}` }).waitFor({ state: "detached" });
    assert.match(await board.getByRole("listitem").first().innerText(), /1\.\s+Bob Cole/);
    await board.getByText("Bob Cole").first().click();
    await board.getByRole("article", { name: `Hand ${first}` }).waitFor();
    await shoot(page, "floor-points-taken-back-tablet-light", { whole: true });
    assert.deepEqual(opened.faults, []);
});

test("who may not verify sees the boards and takes nothing back", async () => {
    const page = await floorOf("dana");
    await page.getByRole("tab", { name: /Boards/ }).click();
    await page.getByText("Leader").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Remove/ }).count(), 0);
});

test("a call is an alarm of its table, between rounds too, until the floor answers it", async () => {
    await house.do("dana", { do: "call-floor", table: "C4-2", note: "a player does not pay" });
    const page = await floorOf("fay");
    assert.equal(await page.getByRole("heading", { level: 1, name: "Floor" }).count(), 1);
    await page.getByRole("tab", { name: /^Incidents\s*1$/ }).waitFor();
    await shoot(page, "floor-call-tablet-light");
    await page.getByRole("button", { name: /^Table C4-2, Open.*Needs attention: Dealer called the floor: a player does not pay/ }).click();
    const drawer = page.getByRole("dialog", { name: "Table C4-2" });
    await drawer.getByLabel("What you did").fill("he has paid");
    await shoot(page, "floor-call-answer-tablet-light");
    await drawer.getByRole("button", { name: "Close the call" }).click();
    await drawer.getByRole("button", { name: "Close the call" }).waitFor({ state: "detached" });
    await drawer.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("tab", { name: "Incidents", exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "Call closed" }).getByText("he has paid").waitFor();
    await page.getByRole("listitem").filter({ hasText: "a player does not pay" }).waitFor();
});

test("the bar shows every page on a tablet, and its links can be touched", async () => {
    const page = await floorOf("fay");
    const links = await page.locator(".bar a").evaluateAll((all) => all.map((link) => {
        const box = link.getBoundingClientRect();
        return { words: link.textContent, high: box.height, inside: box.left >= 0 && box.right <= innerWidth };
    }));
    for (const link of links) assert.ok(link.inside && link.high >= 44, JSON.stringify(link));
    const nav = await page.locator(".bar nav").evaluate((one) => one.scrollWidth - one.clientWidth);
    assert.ok(nav <= 0, "nothing of it is scrolled away");
});

test("a table is opened, somebody sits down, a device is mended, an irregularity noted and the fees returned", async () => {
    const page = await floorOf("fay");
    await page.getByRole("button", { name: /^Table CW-1, Closed/ }).click();
    let drawer = page.getByRole("dialog", { name: "Table CW-1" });
    await drawer.getByRole("button", { name: "Open table" }).click();
    await drawer.getByRole("button", { name: "Close table" }).waitFor();
    await drawer.getByRole("button", { name: "3 Free" }).click();
    await drawer.getByLabel("Club number").fill("1009");
    await drawer.getByRole("button", { name: "Seat player", exact: true }).click();
    await drawer.getByText("House rule: exclusion list").waitFor();
    await shoot(page, "floor-table-refused-tablet-light");
    await drawer.getByLabel("Club number").fill("1303");
    await drawer.getByRole("button", { name: "Seat player", exact: true }).click();
    await drawer.getByRole("button", { name: /3 Cleo Diaz/ }).waitFor();
    await drawer.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: /^Table CW-1, Open, 1 of 7 seats taken/ }).waitFor();

    await page.getByRole("button", { name: /^Table EZ-1, In play/ }).click();
    drawer = page.getByRole("dialog", { name: "Table EZ-1" });
    await drawer.getByText("Report a problem in this round").click();
    await drawer.getByLabel("Note", { exact: true }).fill("two cards fell from the shoe");
    await drawer.getByRole("button", { name: "Report" }).click();
    await drawer.getByText(/^.Misdeal$/).waitFor();
    await shoot(page, "floor-table-tablet-light");
    await drawer.getByRole("button", { name: "Close", exact: true }).click();

    await house.do("dana", { do: "start-round", table: "C4-1", fees: [1, 2] });
    await page.getByRole("button", { name: /^Table C4-1/ }).click();
    drawer = page.getByRole("dialog", { name: "Table C4-1" });
    await drawer.getByText("Return fees").first().click();
    await drawer.getByLabel("Reason").fill("two cards were exposed");
    await drawer.getByLabel("Badge number").fill("302");
    await drawer.getByLabel("Second person: PIN").fill("3020");
    await shoot(page, "floor-return-fees-tablet-light");
    await drawer.getByRole("button", { name: "Return fees" }).click();
    await drawer.getByText("The fees of this round are returned.").waitFor();
    await drawer.getByRole("button", { name: "Close", exact: true }).click();

    await page.getByRole("button", { name: /^Table BJ-1/ }).click();
    drawer = page.getByRole("dialog", { name: "Table BJ-1" });
    await drawer.getByRole("button", { name: "Mark as working" }).click();
    await drawer.getByText("All devices work.").waitFor();
    await drawer.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("tab", { name: "Incidents" }).click();
    await page.getByText("Misdeal: two cards fell from the shoe").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Fee sensor, seat 5 works again" }).waitFor();
    await shoot(page, "floor-incidents-tablet-light");
    assert.deepEqual(opened.faults, []);
});

test("an award is reversed and money is moved by two persons", async () => {
    const page = await floorOf("sam");
    await page.getByRole("tab", { name: "Awards" }).click();
    await page.getByRole("button", { name: "Award 1", exact: true }).click();
    const award = page.getByRole("dialog", { name: "Award 1" });
    await award.getByText("Reverse award").first().click();
    await award.getByLabel("Reason").fill("it was seat 2");
    await award.getByLabel("Badge number").fill("301");
    await award.getByLabel("Second person: PIN").fill("3010");
    await award.getByRole("button", { name: "Reverse award" }).click();
    await award.getByText("Two different persons must sign.").waitFor();
    await award.getByLabel("Badge number").fill("302");
    await award.getByLabel("Second person: PIN").fill("3020");
    await shoot(page, "floor-reverse-tablet-light");
    await award.getByRole("button", { name: "Reverse award" }).click();
    await page.getByText("Award 1 is reversed.").waitFor();
    await page.getByRole("row", { name: /Award 1 .*Reversed/ }).waitFor();

    await page.getByRole("button", { name: "Move money" }).click();
    const adjust = page.getByRole("dialog", { name: "Move money" });
    await adjust.getByLabel("Offer").selectOption({ label: "Bonus Hand Progressive Jackpot v1.1" });
    await adjust.getByLabel("From").locator("option", { hasText: /^Reserve: \$/ }).waitFor({ state: "attached" });
    assert.equal(await adjust.getByLabel("From").locator("option", { hasText: /^(Prizes to pay|Paid to winners): / }).count(), 0, "what is the winners' is not moved");
    await adjust.getByLabel("From").selectOption("house");
    await adjust.getByLabel("To", { exact: true }).selectOption("prize pool");
    await adjust.getByLabel("Amount").fill("100");
    await adjust.getByLabel("Reason").fill("the meter was read wrongly");
    await adjust.getByLabel("Badge number").fill("302");
    await adjust.getByLabel("Second person: PIN").fill("3020");
    await shoot(page, "floor-adjust-tablet-light");
    await adjust.getByRole("button", { name: "Move money" }).click();
    await page.getByText("Moved $100.00.").waitFor();

    await page.getByRole("button", { name: "Award another prize" }).click();
    const named = page.getByRole("dialog", { name: "Award another prize" });
    await named.getByLabel("Offer").selectOption({ label: "Splash Pot Promotion" });
    await named.getByLabel("Badge number").fill("302");
    await named.getByLabel("Second person: PIN").fill("3020");
    await named.getByRole("button", { name: "Award prize" }).click();
    await named.getByText(/rule/i).waitFor();
    await shoot(page, "floor-named-prize-tablet-light");
    assert.deepEqual(opened.faults, []);
});

test("a prize of an award is reversed alone, and one is forfeited when its winner may not have it", async () => {
    const page = await floorOf("sam");
    await page.getByRole("tab", { name: "Awards" }).click();
    await page.getByRole("button", { name: "Award 2", exact: true }).click();
    const award = page.getByRole("dialog", { name: "Award 2" });
    const sign = async (reason) => {
        await award.getByLabel("Reason").fill(reason);
        await award.getByLabel("Badge number").fill("302");
        await award.getByLabel("Second person: PIN").fill("3020");
    };
    await award.getByText("Forfeit prize").first().click();
    await sign("seems to be on the list");
    await award.getByRole("button", { name: "Forfeit prize" }).click();
    await award.getByText("can still be paid prize", { exact: false }).waitFor();
    await award.getByText("Forfeit prize").first().click();
    await award.getByText("Reverse award").first().click();
    const which = award.getByLabel("Prize or award");
    assert.equal(await which.locator("option").first().textContent(), "The whole award");
    await which.selectOption({ index: 2 });
    await sign("sat at another table");
    await shoot(page, "floor-reverse-prize-tablet-light");
    await award.getByRole("button", { name: "Reverse award" }).click();
    await page.getByText(/^Prize \d+ is reversed\.$/).waitFor();
    await page.getByRole("row", { name: /Award 2 .*Reversed/ }).waitFor();

    await house.do("sam", { do: "exclude", patron: "1001", reason: "asked for it", countersign: { name: "sue", password: house.password } }); // the losing hand
    await page.getByRole("button", { name: "Award 2", exact: true }).click();
    await award.getByText("Forfeit prize").first().click();
    await sign("asked for it");
    await award.getByRole("button", { name: "Forfeit prize" }).click();
    await page.getByText(/^Prize \d+ is forfeited\.$/).waitFor();
    await page.getByRole("row", { name: /Award 2 .*Forfeited/ }).waitFor();
    await house.do("sam", { do: "readmit", patron: "1001", reason: "came back", countersign: { name: "sue", password: house.password } });
    assert.deepEqual(opened.faults, []);
});

test("a patron is found, registered, excluded and readmitted", async () => {
    const page = await floorOf("sam");
    await page.getByRole("tab", { name: "Patrons" }).click();
    await page.getByLabel("Club number or name").fill("ian");
    await page.getByRole("button", { name: "1009" }).click();
    const dialog = page.getByRole("dialog", { name: "Ian Judd" });
    await dialog.getByText("Excluded: asked to be put on the list").waitFor();
    await shoot(page, "floor-patron-tablet-light");
    await dialog.getByText("Readmit").first().click();
    await dialog.getByLabel("Reason").fill("the year is over");
    await dialog.getByLabel("Badge number").fill("302");
    await dialog.getByLabel("Second person: PIN").fill("3020");
    await dialog.getByRole("button", { name: "Readmit" }).click();
    await dialog.getByText("Excluded: asked").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Add patron" }).click();
    const form = page.getByRole("dialog", { name: "Add patron" });
    await form.getByLabel("Club number").fill("1020");
    await form.getByLabel("Name", { exact: true }).fill("Jo Kern");
    await form.getByLabel("Date of birth").fill("Mar 4, 1991");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Jo Kern is saved.").waitFor();
    await page.getByLabel("Club number or name").fill("");
    await page.getByRole("button", { name: "1020" }).waitFor();
    await shoot(page, "floor-patrons-tablet-light");
    assert.deepEqual(opened.faults, []);
});

test("who may only verify is offered nothing else", async () => {
    const page = await floorOf("vic", { screen: "desk", theme: "dark" });
    await page.getByRole("button", { name: /^Table BJ-2/ }).click();
    const drawer = page.getByRole("dialog", { name: "Table BJ-2" });
    await drawer.getByText("Offered here").waitFor();
    assert.equal(await drawer.getByRole("button", { name: "Open table" }).count(), 0);
    await shoot(page, "floor-table-desk-dark");
    assert.deepEqual(opened.faults, []);
});

test("what happens at the tables is seen at once", async () => {
    const page = await floorOf("sue", { screen: "desk" });
    await house.do("dana", { do: "start-round", table: "C4-2", fees: [1] });
    await page.getByRole("button", { name: /^Table C4-2, In play/ }).waitFor();
    await house.do("dana", { do: "claim-hand", table: "C4-2", seat: 1, offer: "bonus-hand", row: "full house" });
    await page.getByRole("article").filter({ hasText: "C4-2" }).getByText("Claimed as full house").waitFor();
    await page.getByRole("button", { name: /^Table C4-2.*1 hand to check/ }).waitFor();
    assert.deepEqual(opened.faults, []);
});
