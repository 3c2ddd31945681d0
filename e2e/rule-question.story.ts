import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, type Page } from "./steps/story.ts";
import { makeTranslate } from "./steps/translate.ts";

/** Rules are looked for each minute. */
const soon = { timeout: 150_000 };

/** The page speaks the language that the merchant chose for messages, whatever this browser speaks. */
const says = async (page: Page, key: string) => {
  const words = (["ar", "en"] as const).map((language) =>
    makeTranslate(language)(`rules:question_page.${key}.title`),
  );
  expect(words).toContain(await page.getByRole("heading", { level: 1 }).textContent());
};

storyInOwnWorld(
  "a rule asks on the phone before it acts, and is answered there once, signed out",
  async ({ page, t, sandbox, product, browser, baseURL }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { merchant } = ready;
    const { id } = await aCampaign(ready, "عطر العود");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const status = async () =>
      (await merchant.call<{ status: string }>(`GET Clients/Campaigns/${id}`)).status;
    const rule = await merchant.call<{ id: string }>("POST Clients/ControlRules/create", {
      body: {
        ...aRuleBody,
        target: "spend",
        comparison: "greater",
        value: 100,
        window_days: 1,
        min_spend_halalas: 0,
        ask_channel: "sms",
      },
    });
    await merchant.call(`POST Clients/ControlRules/${rule.id}/status`, {
      body: { status: "active", mode: "live" },
    });
    await sandbox.step("P2D");

    const findLink = async () => {
      const texts = (await sandbox.messagesTo(merchant.mobile)).map(({ text }) => text);
      return /\/rule-question\/\S+/.exec(texts.join("\n"))?.[0];
    };
    await expect.poll(findLink, soon).toBeTruthy();
    expect(await status()).toBe("active");
    await page.goto("/rules/campaigns");
    await expect(page.getByRole("heading", { name: t("rules:question.title") })).toBeVisible();

    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const opened = await phone.newPage();
    await opened.goto(`${baseURL}${await findLink()}`);
    await opened.locator('button[value="yes"]').click();
    await opened.waitForLoadState();
    await says(opened, "accepted");
    expect(await status()).toBe("paused");
    await opened.goto(`${baseURL}${await findLink()}`);
    await says(opened, "answered");

    const other = await (await browser.newContext()).newPage();
    await other.goto(`${baseURL}${await findLink()}`);
    await says(other, "forwarded");
    await expect(page.getByRole("heading", { name: t("rules:question.title") })).toBeHidden();
    await phone.close();
  },
);
