import { storyInOwnWorld } from "./steps/own-world.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import type { Sandbox } from "./steps/sandbox.ts";
import { expect, type Page } from "./steps/story.ts";

const read = { timeout: 120_000 };
const dayMinutes = 1_440;

/** Moves the clock to the next time that it is this hour in Riyadh. */
async function stepToHour(sandbox: Sandbox, hour: number) {
  const now = await sandbox.now();
  const minute = (now.getUTCHours() + 3) * 60 + now.getUTCMinutes();
  await sandbox.step(`PT${(((hour * 60 - minute) % dayMinutes) + dayMinutes) % dayMinutes}M`);
}

async function choose(page: Page, field: string, option: string) {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

storyInOwnWorld(
  "a communication rule is tried on one's own phone, fires once, and says there what happened",
  async ({ page, t, language, sandbox, product }) => {
    storyInOwnWorld.setTimeout(420_000);
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { merchant } = ready;
    await merchant.call("PUT Clients/Account/UpdateProfile", { body: { language } });
    const received = async () =>
      (await sandbox.messagesTo(merchant.mobile)).filter(({ channel }) => channel === "whatsapp");
    await stepToHour(sandbox, 18);
    const { id } = await aCampaign(ready, "عطر العود");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const isSynced = async () =>
      (await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`)).sync === "synced";
    await expect.poll(isSynced, read).toBe(true);
    // Its second day has three times the budget of its first, and costs more.
    await stepToHour(sandbox, 1);
    await merchant.call(`PATCH Clients/Campaigns/${id}`, { body: { daily_budget_halalas: 30_000 } });
    await expect.poll(isSynced, read).toBe(true);
    await sandbox.step("P1D");
    await stepToHour(sandbox, 10);

    await page.goto("/rules/communication");
    await expect(page.getByText(t("rules:communication.empty_title"))).toBeVisible();
    await page.getByRole("button", { name: t("rules:communication.new"), exact: true }).click();
    await choose(page, t("rules:communication.form.indicator"), t("rules:communication.indicators.spend"));
    await choose(page, t("rules:communication.form.change"), t("rules:communication.changes.increased"));
    await page.getByRole("textbox", { name: t("rules:communication.form.value") }).fill("1");
    await page.getByRole("textbox", { name: t("rules:communication.form.days") }).fill("1");
    const sentence = page.getByText(t("rules:communication.when.spend_increased")).first();
    await expect(sentence).toContainText("1%");
    await page.getByRole("button", { name: t("rules:communication.form.test"), exact: true }).click();
    await expect.poll(async () => (await received()).length, read).toBe(1);
    await page.getByRole("button", { name: t("rules:communication.form.save"), exact: true }).click();
    await expect(page.getByText(t("rules:communication.never_sent"))).toBeVisible();

    // Each look is a quarter of an hour later.
    const step = async () => {
      await sandbox.step("PT16M");
      return (await received()).length;
    };
    await expect.poll(step, { timeout: 150_000, intervals: [10_000] }).toBe(2);
    await sandbox.step("PT32M");

    const sent = t("rules:communication.decisions.sent");
    await page.getByRole("button", { name: t("rules:communication.log.open"), exact: true }).click();
    await expect(page.getByRole("listitem").filter({ hasText: sent }).last()).toBeVisible();

    await page.goto(`${sandbox.url}/phone?to=${merchant.mobile}`);
    const last = page
      .getByRole("listitem")
      .filter({ hasText: t("messages:texts.communication_rule.button") });
    await expect(last.first()).toContainText(t("rules:communication.event.spend_increased"));
    expect(await received()).toHaveLength(2);
  },
);
