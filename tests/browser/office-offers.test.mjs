// Offers are created and changed in a form made from the documents, or as text; the check runs while one types, and only an
// allowed offer is posted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shoot } from "./browser.mjs";
import { screensOfTheOffice, sticksOut, storiesOfTheOffice } from "./office-house.mjs";

const office = storiesOfTheOffice();
const sheet = (page) => page.getByRole("img", { name: /^First page of the notice/ });

test("a value out of its range gets a finding with the clause; corrected, it is posted and in force", async () => {
    const page = await office.visit("/offers");
    await page.getByRole("button", { name: "Bonus Hand Progressive Jackpot v1.1" }).click();
    await page.getByRole("heading", { name: "Qualifying hands and prizes" }).waitFor();
    await page.getByRole("button", { name: "Change offer" }).click();
    await sheet(page).waitFor();
        const fee = page.getByLabel("administration: fee");
    await fee.fill("$30");
    await page.getByRole("alert").filter({ hasText: "$30 is not approved; post $5 to $20" }).waitFor();
    await page.getByText("Rule: Bonus Hand Progressive Jackpot v1.1, clause 95").waitFor();
    assert.ok(await page.getByRole("button", { name: "Post" }).isDisabled());
    assert.equal(await fee.getAttribute("aria-invalid"), "true");
    await fee.evaluate((field) => field.scrollIntoView({ block: "center" }));
    await shoot(page, "office-offer-form-refused-desk-light");
    await fee.fill("$20");
    await page.getByText("The rules allow it").waitFor();
    const change = page.getByRole("definition").filter({ hasText: "$20" });
    assert.equal(await change.innerText(), "$10 → $20");
    await shoot(page, "office-offer-form-allowed-desk-light");
    await page.getByRole("button", { name: "Post" }).click();
    await page.getByText("is posted.").waitFor();
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("row", { name: /Administration: fee \$20 \$5 to \$20/ }).waitFor();
    assert.match((await office.house.get("olga", "/api/offers/bonus-hand")).text, /fee: \$20/);
    assert.deepEqual(office.faults, []);
});

test("what is typed in the form stands in the text, and what is written in the text stands in the form", async () => {
    const page = await office.visit("/offers/limit-bad-beat/change");
    await sheet(page).waitFor();
    const before = await page.getByLabel("administration: fee").inputValue();
    await page.getByLabel("administration: fee").fill("$6");
    await page.getByRole("tab", { name: "Text" }).click(); // at once: what was just typed goes along
    const box = page.getByLabel("Text of the offer");
    const text = await box.inputValue();
    assert.match(text, /fee: \$6/);
    await box.fill(text.replace("fee: $6", "fee: $3000"));
    await page.getByText("is not approved").waitFor();
    await page.getByRole("button", { name: /^Go to line/ }).click();
    assert.match(await page.evaluate(() => getSelection().toString()), /fee: \$3000/);
    await shoot(page, "office-offer-text-desk-light");
    await box.fill("offer: [");
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByText("The form cannot show this text.").waitFor();
    assert.equal(await box.inputValue(), "offer: [");
    await box.fill(text.replace("fee: $6", "fee: $7"));
    await page.getByText("The rules allow it").waitFor();
    await page.getByRole("tab", { name: "Form" }).click();
    await page.getByLabel("administration: fee").waitFor();
    assert.equal(await page.getByLabel("administration: fee").inputValue(), "$7");
    await page.getByRole("button", { name: "Undo all changes" }).click();
    assert.equal(await page.getByLabel("administration: fee").inputValue(), before);
    await page.getByText("No changes yet.").waitFor();
    assert.deepEqual(office.faults, []);
});

test("a new offer is set up from its document", async () => {
    const page = await office.visit("/documents/bay101/aces-cracked");
    await page.getByRole("button", { name: "New offer" }).click();
    const name = page.getByLabel("Short name");
    assert.equal(await name.inputValue(), "aces-cracked-2");
    await name.fill("aces-cracked");
    await page.getByText("Another offer has this name. Choose a different name.").waitFor();
    await name.fill("night-aces");
    await page.getByText(/problem/).first().waitFor();
    assert.ok(await page.getByRole("button", { name: "Post" }).isDisabled());
    await page.getByRole("checkbox", { name: "HE-1" }).check();
    await page.getByRole("textbox", { name: "Hours" }).fill("daily 10 PM to 2:00 AM");
    await page.getByLabel("Aces cracked", { exact: true }).fill("$200");
    await page.getByText("The rules allow it").waitFor();
    await sheet(page).waitFor();
    await shoot(page, "office-offer-form-new-desk-light");
    await page.getByRole("button", { name: "Post" }).click();
    await page.getByText("is posted.").waitFor();
    const posted = await office.house.get("olga", "/api/offers/night-aces");
    assert.deepEqual(posted.tables, ["HE-1"]);
    assert.deepEqual(office.faults, []);
});

test("the form fits every screen", async () => {
    for (const [screen, theme] of screensOfTheOffice) {
        const page = await office.visit("/offers/blazing-7s/change", { screen, theme });
        await sheet(page).waitFor();
        await page.getByLabel("Three sevens", { exact: true }).fill("$1");
        await page.getByText("The rules do not allow it").waitFor();
        await page.getByLabel("Three sevens", { exact: true }).evaluate((field) => field.scrollIntoView({ block: "center" }));
        await shoot(page, `office-offer-form-${screen}-${theme}`, { whole: screen === "desk" });
        assert.ok(!(await sticksOut(page)));
        assert.deepEqual(office.faults, []);
    }
});

test("the regulator reads what is posted beside what is allowed, and can post nothing", async () => {
    const page = await office.visit("/offers/bonus-hand/change", { person: "theo" });
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("row", { name: /Administration: fee .* \$5 to \$20/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^post$|change/i }).count(), 0);
    await shoot(page, "office-offer-values-desk-light");
    assert.deepEqual(office.faults, []);
});

test("an offer is withdrawn, and its money stays", async () => {
    const page = await office.visit("/offers/blazing-7s");
    await page.getByRole("button", { name: "Withdraw" }).click();
    const dialog = page.getByRole("dialog", { name: "Withdraw Blazing 7s Progressive Jackpot" });
    await dialog.getByText("Its money and open prizes stay").waitFor();
    await shoot(page, "office-offer-withdraw-desk-light");
    const before = (await office.house.get("olga", "/api/offers/blazing-7s")).meters[0].cents;
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("Blazing 7s Progressive Jackpot is withdrawn.").waitFor();
    await page.getByText("Withdrawn", { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Withdraw" }).count(), 0);
    assert.equal((await office.house.get("olga", "/api/offers/blazing-7s")).meters[0].cents, before);
    assert.deepEqual(office.faults, []);
});
