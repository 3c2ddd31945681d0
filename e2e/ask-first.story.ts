import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect } from "./steps/story.ts";

const read = { timeout: 120_000 };

/** Whatever a campaign spent yesterday is too much for it. */
const anySpend = {
  ...aRuleBody,
  target: "spend",
  comparison: "greater",
  value: 1_00,
  window_days: 1,
  min_spend_halalas: 0,
  ask_channel: "whatsapp",
};

storyInOwnWorld(
  "a rule asks by WhatsApp before it stops a campaign; its link is answered signed out, once",
  async ({ page, t, language, sandbox, product, browser }) => {
    storyInOwnWorld.setTimeout(420_000);
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { merchant } = ready;
    await merchant.call("PUT Clients/Account/UpdateProfile", { body: { language } });
    const { id } = await aCampaign(ready, "بخور الليل");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const load = () => merchant.call<{ status: string; sync: string }>(`GET Clients/Campaigns/${id}`);
    await expect.poll(async () => (await load()).sync, read).toBe("synced");
    await sandbox.step("P1D");
    const rule = await merchant.call<{ id: string }>("POST Clients/ControlRules/create", { body: anySpend });
    await merchant.call(`POST Clients/ControlRules/${rule.id}/status`, {
      body: { status: "active", mode: "live" },
    });
    const countQuestions = async () => {
      await sandbox.step("PT16M");
      return (await sandbox.messagesTo(merchant.mobile)).filter(({ text }) => text.includes("بخور الليل"))
        .length;
    };
    await expect.poll(countQuestions, { timeout: 200_000, intervals: [5_000] }).toBe(1);
    expect((await load()).status).toBe("active");

    // The notification leads to the question, and is read by that.
    await page.goto("/notifications");
    const row = page
      .getByRole("listitem")
      .filter({ hasText: t("notifications:kinds.rule_asks.title") })
      .filter({ hasNot: page.getByRole("switch") });
    await row.getByRole("link", { name: t("notifications:acts.look"), exact: true }).click();
    await expect(page).toHaveURL(/\/rules\/campaigns/);
    await expect(page.getByText(t("rules:question.title"), { exact: true })).toBeVisible();
    await page.goto("/notifications");
    await expect(row.getByRole("link", { name: t("notifications:acts.look"), exact: true })).toBeVisible();
    await expect(row.getByRole("button", { name: t("notifications:read"), exact: true })).toBeHidden();

    // The phone's browser has never signed in.
    const signedOut = await browser.newContext();
    const phone = await signedOut.newPage();
    await phone.goto(`${sandbox.url}/phone?to=${merchant.mobile}`);
    const review = phone.getByRole("link", { name: t("messages:texts.rule_approval.button") }).first();
    const link = (await review.getAttribute("href")) ?? "";
    await phone.goto(link);
    await expect(phone.locator(".act")).toContainText("بخور الليل");
    await phone.getByRole("button", { name: t("rules:question_page.open.yes"), exact: true }).click();
    await expect(phone.getByRole("heading", { name: t("rules:question_page.accepted.title") })).toBeVisible();
    expect((await load()).status).toBe("paused");

    await phone.goto(link);
    await expect(phone.getByRole("heading", { name: t("rules:question_page.answered.title") })).toBeVisible();
    await phone.getByRole("link", { name: t("rules:question_page.to_rules") }).click();
    await expect(phone).toHaveURL(/\/auth/);
    await signedOut.close();

    await page.goto(`/rules/campaigns/${rule.id}`);
    await expect(page.getByText(t("rules:question.title"), { exact: true })).toBeHidden();
    await expect(page.getByText("بخور الليل").first()).toBeVisible();
  },
);
