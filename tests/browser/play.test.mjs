import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, openPage, shoot } from "./browser.mjs";
import { offerAlways, startHouse } from "./house.mjs";

// The cards of these stories are those of `cardroom play --seed 7`, so that every cent is known beforehand.
const SEED = "7";

const script = `
appoint dana role dealer name "Dana Ruiz" by office
appoint fay role floor name "Fay Oduya" by office
${offerAlways("bonus-hand")}
open-table C4-1 by fay
sit C4-1 seat 1 by dana
sit C4-1 seat 2 by dana
`;

let browser, house, opened;
before(async () => {
    [browser, house] = await Promise.all([launch(), startHouse({ script, people: ["dana"] })]);
});
after(async () => {
    await browser?.close();
    await house?.stop();
});
afterEach(() => opened?.close());

async function play(options = {}) {
    opened = await openPage(browser, house.address, "/play", { calm: true, ...options });
    await opened.page.getByRole("button", { name: "Sit down" }).waitFor();
    await opened.page.evaluate(() => document.fonts.ready);
    return opened.page;
}

// Takes a seat with known cards; `others` computer players sit beside.
async function sit(page, game, { others = 0, go = "Sit down" } = {}) {
    await page.getByRole("button", { name: game }).click();
    if (go !== "Sit down") await page.getByRole("button", { name: /Learn to deal/ }).click();
    for (let at = 0; at < others; at++) await page.getByRole("button", { name: "Add seat" }).click();
    await page.getByText("Chips, cards and paytables").click();
    await page.getByLabel("Deck number").fill(SEED);
    await page.getByRole("button", { name: go }).click();
    await page.getByRole("heading", { name: game, level: 1 }).waitFor();
}

const put = (page, chip, ...spots) => page.getByRole("button", { name: `${chip} chip`, exact: true }).click()
    .then(async () => {
        for (const spot of spots) await page.getByRole("button", { name: new RegExp(`^${spot}, `) }).click();
    });

// The result of a wager, as it stands beside the felt.
async function result(page, label) {
    const line = page.locator(".result summary").filter({ hasText: label });
    return (await line.locator(".net").textContent()).trim();
}

const isOver = (page) => page.getByRole("button", { name: /Next round/ }).waitFor();

test("a round of Crazy 4 Poker with every side bet, by mouse: each wager to the cent, with its clause", async () => {
    const page = await play();
    await shoot(page, "play-door-desktop-light", { whole: true });
    await sit(page, "Crazy 4 Poker");
    await put(page, "$5", "Ante", "Ante", "Queens Up", "Progressive", "Bonus own", "Bonus dealer", "Cover All");
    await page.getByRole("button", { name: "Super Bonus, $10" }).waitFor();
    await page.getByText("$459 left").waitFor();
    await shoot(page, "play-bets-desktop-light");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByText("You: flush, K-Q-9-6").waitFor();

    await page.getByRole("button", { name: "Hint", exact: true }).click();
    const best = page.getByRole("row", { name: /Play 3×/ });
    await best.getByText("+5.0327").waitFor();
    await best.getByText("Best").waitFor();
    assert.match(await page.getByRole("row", { name: /^Fold/ }).textContent(), /−2\.0000/);
    await shoot(page, "play-hint-desktop-light");
    await page.getByRole("button", { name: /^Play 1×/ }).click();
    await isOver(page);
    await page.getByText("This choice cost 1.8556 Antes").first().waitFor();
    assert.equal(await result(page, "Ante"), "+$10");
    assert.equal(await result(page, "Super Bonus"), "+$15");
    assert.equal(await result(page, "Queens Up"), "+$20");
    assert.equal(await result(page, "Lucky Bonus"), "+$25");
    assert.equal(await result(page, "Cover All"), "-$5");
    await page.getByText("Super Bonus$10").click();
    await page.getByText("Crazy 4 Poker, clause 167").waitFor();
    await page.getByText("$564 left").waitFor();
    await shoot(page, "play-over-desktop-light");
    assert.deepEqual(opened.faults, []);
});

test("a round of Four-Card Poker by the keyboard alone, and the next one with the same wagers", async () => {
    const page = await play({ theme: "dark" });
    await sit(page, "Four-Card Poker", { others: 2 });
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("2");
    for (const key of "aaup") await page.keyboard.press(key);
    await page.keyboard.press("Shift+P");
    await page.getByRole("button", { name: "Progressive, $0" }).waitFor();
    await page.keyboard.press("p");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Play 1×/ }).waitFor();
    await page.keyboard.press("h");
    await page.getByText("Best", { exact: true }).waitFor();
    await shoot(page, "play-four-card-desktop-dark");
    await page.keyboard.press("3");
    await isOver(page);
    await page.keyboard.press("r");
    await page.getByRole("button", { name: /^Play 1×/ }).waitFor();
    await page.getByText("Round 2", { exact: true }).waitFor();
    await page.getByRole("img", { name: "Ante, $10" }).waitFor();
    await page.keyboard.press("f");
    await isOver(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("remove all bets of the seat").waitFor();
    await shoot(page, "play-keys-desktop-dark");
    await page.keyboard.press("Escape");
    assert.deepEqual(opened.faults, []);
});

test("a wager that the rules refuse stays on its spot, marked, with the clause", async () => {
    const page = await play({ screen: "tablet" });
    await sit(page, "Crazy 4 Poker");
    await put(page, "$1", "Ante");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "Rule: Crazy 4 Poker, clause" });
    await refusal.waitFor();
    assert.equal(await page.locator(".spot-wrong").count(), 1);
    await shoot(page, "play-refused-tablet-light");
    await put(page, "$5", "Ante");
    assert.equal(await page.locator(".spot-wrong").count(), 0);
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByRole("button", { name: "Fold", exact: true }).waitFor();
});

test("a round is looked at again step by step, and a mistake is told with its cost", async () => {
    const page = await play();
    await sit(page, "Crazy 4 Poker", { others: 5 });
    await put(page, "$5", "Ante", "Queens Up");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByRole("button", { name: "Fold", exact: true }).click();
    await isOver(page);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByText(/1 mistake cost \d\.\d{4} Antes/).waitFor();
    await page.getByRole("button", { name: "Replay round 1" }).last().click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "First step" }).click();
    await page.getByText("Before the first bet.").waitFor();
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.getByText(/^1 \/ \d+$/).waitFor();
    await page.getByRole("button", { name: "Step back" }).click();
    await page.getByText(/^0 \/ \d+$/).waitFor();
    await page.keyboard.press("End");
    assert.equal(await page.getByRole("group", { name: "Dealer's cards" }).getByRole("img").count(), 5);
    await shoot(page, "play-replay-desktop-light");
    await page.getByRole("button", { name: "Back to the table" }).click();
    await isOver(page);
    assert.deepEqual(opened.faults, []);
});

test("cards fly from the shoe, and who is in a hurry skips that", async () => {
    const page = await play({ calm: false });
    await sit(page, "Crazy 4 Poker", { others: 5 });
    await put(page, "$5", "Ante");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByRole("button", { name: "Skip" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".felt-card").length > 6);
    await shoot(page, "play-dealing-desktop-light", { moving: true });
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByRole("button", { name: "Fold", exact: true }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("a table is still there after a reload, and two people play at it in turn", async () => {
    const page = await play();
    await page.getByRole("button", { name: "Add seat" }).click();
    await page.getByLabel("Player type, seat 2").selectOption("person");
    await sit(page, "Crazy 4 Poker");
    await put(page, "$5", "Ante");
    await page.getByRole("button", { name: "Show seat 2, Ann" }).click();
    await put(page, "$25", "Ante");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByText(/^You: /).first().waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Fold", exact: true }).click();
    await page.getByText(/^Ann: .* Your decision\?/).waitFor();
    await page.getByRole("button", { name: /^Play 1×/ }).getByText("$25").waitFor();
    await page.getByRole("button", { name: /^Play 1×/ }).click();
    await isOver(page);
});

test("an answer that is lost does not make the act happen twice", async () => {
    const page = await play();
    await sit(page, "Crazy 4 Poker");
    await put(page, "$5", "Ante");
    let lost = 0;
    await page.route("**/acts", async (route) => {
        if (route.request().postDataJSON().act !== "deal" || lost++ > 0) return route.continue();
        await route.fetch();
        return route.abort();
    });
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.getByRole("button", { name: "Fold", exact: true }).waitFor();
    assert.equal(lost, 1);
});

test("the jackpots of the house run above the table, live, and say when they are old", async () => {
    const page = await play({ clock: new Date() });
    const strip = page.getByRole("region", { name: "Jackpots in the card room" });
    await strip.getByRole("img", { name: /^Bonus Hand.*: \$5,000\.00$/ }).waitFor();
    const sentence = await strip.getByText(/no purchase necessary/i).first().boundingBox();
    assert.ok(sentence.x >= 0 && sentence.x + sentence.width <= page.viewportSize().width, "and the sentence does not scroll away");
    await house.do("dana", { do: "start-round", table: "C4-1", fees: [1, 2] });
    await strip.getByRole("img", { name: /^Bonus Hand.*: \$5,00\d\.\d\d$/ }).and(strip.locator(':not([aria-label$="5,000.00"])')).waitFor();
    house.away = true;
    await page.clock.fastForward(45_000);
    await strip.getByText(/out of date/).waitFor();
    house.away = false;
});

// Answers whatever is asked, without thinking.
async function answer(page) {
    const amount = page.getByRole("group", { name: "Amount" });
    if (await amount.count() > 0) {
        await amount.getByRole("button", { name: "7", exact: true }).click();
        await page.keyboard.press("Backspace");
        await amount.getByRole("button", { name: "0", exact: true }).click();
        await amount.getByRole("button", { name: "Answer" }).click();
    } else await page.keyboard.press("1");
}

test("who learns to deal is asked through a whole round, and hears what is right and the clause", async () => {
    const page = await play();
    await sit(page, "Crazy 4 Poker", { go: "Start training" });
    await page.getByText(/^Task 1 ·/).waitFor();
    await shoot(page, "play-trainer-desktop-light");
    let wrong = false, amounts = false;
    const next = page.getByRole("button", { name: "Deal the next round" });
    for (let task = 1; task < 120 && (await next.count()) === 0; task++) {
        const here = await page.locator(".task-topic").textContent();
        const isAmount = (await page.getByRole("group", { name: "Amount" }).count()) > 0;
        if (isAmount && !amounts) await shoot(page, "play-trainer-amount-desktop-light");
        amounts ||= isAmount;
        await answer(page);
        await page.waitForFunction((was) => document.querySelector(".task-topic")?.textContent !== was, here);
        if (!wrong && (await page.getByText("Not correct.").count()) > 0) {
            wrong = true;
            await page.getByText(/Correct: /).first().waitFor();
            await shoot(page, "play-trainer-wrong-desktop-light");
        }
    }
    await next.waitFor();
    assert.ok(wrong, "somebody who always says 1 is wrong now and then");
    assert.match(await page.locator(".score-percent").textContent(), /^\d+%$/);
    assert.match(await page.locator(".mistakes li").first().textContent(), /Rule: Crazy 4 Poker, clause/);
    await shoot(page, "play-trainer-over-desktop-light", { whole: true });
    await next.click();
    await page.getByText("Round 2", { exact: true }).waitFor();
    assert.deepEqual(opened.faults, []);
});

test("the front door leads to the game", async () => {
    opened = await openPage(browser, house.address, "/");
    await opened.page.getByRole("link", { name: /^Play/ }).click();
    await opened.page.getByRole("heading", { name: "Take a seat" }).waitFor();
    await opened.page.getByText("trademarks of their owners").waitFor();
});

for (const [screen, theme, others, name] of [
    ["phone", "light", 0, "play-phone-light"], ["phone", "dark", 5, "play-six-phone-dark"], ["tablet", "dark", 2, "play-tablet-dark"],
    ["desk", "dark", 5, "play-six-desktop-dark"], ["wall", "light", 5, "play-six-wall-light"],
]) {
    test(`nothing is cut off: ${name}`, async () => {
        const page = await play({ screen, theme });
        await sit(page, "Crazy 4 Poker", { others });
        await put(page, "$5", "Ante", "Queens Up", "Progressive", "Bonus own", "Bonus dealer", "Cover All");
        await page.getByRole("button", { name: "Deal", exact: true }).click();
        await page.getByRole("button", { name: "Hint", exact: true }).click();
        await page.getByText("Best", { exact: true }).waitFor();
        await shoot(page, `${name}-hint`, { whole: screen === "phone" });
        await page.getByRole("button", { name: /^Play 1×/ }).click();
        await isOver(page);
        await shoot(page, name, { whole: screen === "phone" });
        const outside = await page.evaluate(() => [...document.querySelectorAll(".play h1, .spot, .large-seat .card, .dealer .card, .tray button, .result summary")]
            .filter((part) => {
                const box = part.getBoundingClientRect();
                return box.left < -1 || box.right > innerWidth + 1;
            }).map((part) => part.textContent));
        assert.deepEqual(outside, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, "the page does not scroll sideways");
        assert.deepEqual(opened.faults, []);
    });
}
