// The clause browser: the document on the left; on the right the values of a clause, what this house posts, and the cases
// that test it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shoot } from "./browser.mjs";
import { screensOfTheOffice, sticksOut, storiesOfTheOffice } from "./office-house.mjs";

const office = storiesOfTheOffice();

test("words are found in the clauses of all documents, and lead to the clause with its live values and tests", async () => {
    const page = await office.visit("/documents");
    await page.getByRole("link", { name: /^Aces Cracked Promotion/ }).waitFor();
    await shoot(page, "office-documents-desk-light");
    await page.getByLabel("Search rules and clauses").fill("five players must be dealt");
    await page.getByRole("link", { name: /At least five players must be dealt in for players and table/ }).first().click();
    const about = page.getByRole("complementary", { name: "Selected clause" });
    await about.getByRole("heading", { name: /^Clause \d+$/ }).waitFor();
    await about.getByText("Players: at least 5").waitFor();
    await about.getByText("Test cases").waitFor();
    assert.deepEqual(office.faults, []);
});

test("a clause that leaves a value open shows what this house posts and what is allowed", async () => {
    const page = await office.visit("/documents/bay101/bonus-hand-progressive-v1-1#95");
    const about = page.getByRole("complementary", { name: "Selected clause" });
    await about.getByRole("heading", { name: "Clause 95" }).waitFor();
    await about.getByText("$10", { exact: true }).waitFor();
    await about.getByText("allowed: $5 to $20").waitFor();
    await about.getByRole("link", { name: "Bonus Hand Progressive Jackpot v1.1" }).click();
    await page.getByRole("heading", { name: "Bonus Hand Progressive Jackpot v1.1", level: 1 }).waitFor();
    assert.deepEqual(office.faults, []);
});

test("a document that is at hand is filed, and then offers can be set up by it", async () => {
    const { documents } = await office.house.get("olga", "/api/documents");
    const { document, title } = documents.find((known) => !known.filed && known.issuer === "hawaiian-gardens");
    const page = await office.visit(`/documents/${document}`);
    await page.getByRole("button", { name: "Use these rules" }).click();
    const dialog = page.getByRole("dialog", { name: `Use ${title}` });
    await dialog.getByText(`# ${title}`).waitFor();
    await shoot(page, "office-document-file-desk-light");
    await dialog.getByRole("button", { name: "Use these rules" }).click();
    await page.getByText(`${title} can now be offered.`).waitFor();
    await page.getByRole("button", { name: "New offer" }).waitFor();
    assert.deepEqual(office.faults, []);
});

test("a clause about the pool shows what the pool holds now, and a case is read where it is cited", async () => {
    const { meters } = await office.house.get("olga", "/api/offers/bonus-hand");
    const { clauses } = await office.house.get("olga", "/api/documents/bay101/bonus-hand-progressive-v1-1");
    const clause = clauses.find((known) => /^pools:/m.test(known.data ?? "") && known.tests.length > 0);
    const page = await office.visit(`/documents/bay101/bonus-hand-progressive-v1-1#${clause.number}`);
    const about = page.getByRole("complementary", { name: "Selected clause" });
    const amount = `$${(meters[0].cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    await about.getByRole("button", { name: `${amount}, prize pool, Bonus Hand Progressive Jackpot v1.1: show details` }).waitFor();
    await shoot(page, "office-clause-live-desk-light");
    await about.getByRole("listitem").getByRole("button", { name: clause.tests[0].case }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^case /).waitFor();
    await dialog.getByText("expect").first().waitFor();
    await shoot(page, "office-case-desk-light");
    assert.deepEqual(office.faults, []);
});

test("clauses are listed by state and words, and walked through with the arrows", async () => {
    const page = await office.visit("/documents/bay101/aces-cracked");
    const list = page.getByRole("region", { name: "Clauses" });
    await list.getByText("35 clauses").waitFor();
    await list.getByRole("button", { name: /^Staff duty/ }).click();
    await list.getByText(/^\d+ of 35 clauses$/).waitFor();
    assert.ok(await list.getByText("Staff duty").count() > 0);
    assert.equal(await list.getByText("Runs in the system", { exact: true }).count(), 0);
    await list.getByRole("button", { name: /^All/ }).click();
    await list.getByLabel("Search these rules").fill("15 minutes");
    await list.getByText("2 of 35 clauses").waitFor();
    await list.getByRole("link", { name: /^17 / }).click();
    await page.getByRole("heading", { name: "Clause 17" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "Clause 18" }).waitFor();
    assert.match(page.url(), /words=15%20minutes#18$/);
    assert.deepEqual(office.faults, []);
});

test("the clauses fit every screen", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        const page = await office.visit("/documents/bay101/bonus-hand-progressive-v1-1#95", { screen, theme });
        await page.getByText("allowed: $5 to $20").waitFor();
        await shoot(page, `office-clauses-${screen}-${theme}`);
        assert.ok(!(await sticksOut(page)));
        assert.deepEqual(office.faults, []);
    }
});

test("the regulator reads every document and sets up nothing", async () => {
    const page = await office.visit("/documents/massachusetts/crazy-4-poker#204", { person: "theo" });
    await page.getByRole("heading", { name: "Clause 204" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "New offer" }).count(), 0);
    assert.deepEqual(office.faults, []);
});
