import { syncStateTable } from "./steps/campaign.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, type Page, story, type Translate } from "./steps/story.ts";

const act = (page: Page, t: Translate, action: string) =>
  page.getByRole("button", { name: t(`campaigns:actions.${action}`), exact: true });

const isSynced = (page: Page, t: Translate) =>
  expect(syncStateTable(page, t)).toContainText(t("campaigns:sync_states.synced"), { timeout: 60_000 });

/** Changes the daily budget where it stands, in riyals. */
async function changeBudget(page: Page, t: Translate, riyals: string) {
  const label = t("campaign:daily_budget");
  await page.getByRole("button", { name: t("campaign:change_of", { field: label }) }).click();
  const form = page.getByRole("form", { name: label });
  await form.getByRole("textbox", { name: label }).fill(riyals);
  await form.getByRole("button", { name: t("campaigns:actions.save") }).click();
}

const budgets = (page: Page, t: Translate) =>
  syncStateTable(page, t)
    .getByRole("row")
    .filter({ hasText: t("campaign:daily_budget") });

story.describe("a campaign's page", () => {
  story(
    "changes the budget in place, and the log takes it back; the platform follows both times",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "عطر العود");
      await ready.merchant.call(`POST Clients/Campaigns/${id}/start`);
      await page.goto(`/campaigns/${id}`);
      await isSynced(page, t);
      await changeBudget(page, t, "120");
      const confirmed = budgets(page, t).getByRole("cell").nth(1);
      await expect(confirmed).toContainText("120", { timeout: 60_000 });

      await page.getByRole("button", { name: t("campaign:show_changes") }).click();
      const change = page.getByRole("listitem").filter({ hasText: t("campaign:verbs.edited") });
      await expect(change.first()).toContainText(t("campaign:outcomes.confirmed"), { timeout: 60_000 });
      const undo = t("campaign:undo_of", { change: t("campaign:verbs.edited") });
      await change.first().getByRole("button", { name: undo }).click();
      await expect(confirmed).toContainText("100", { timeout: 60_000 });
      await expect(change).toHaveCount(2);
      await act(page, t, "pause").click();
    },
  );

  story(
    "refuses a budget that is too small where it was typed, and keeps what was typed",
    async ({ page, t, sandbox, product, consoleErrors }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "عود كمبودي");
      await page.goto(`/campaigns/${id}`);
      await changeBudget(page, t, "1");
      const field = page.getByRole("textbox", { name: t("campaign:daily_budget") });
      await expect(field).toHaveValue("1");
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await field.press("Escape");
      await expect(budgets(page, t).getByRole("cell").nth(0)).toContainText("100");
      // The browser logs the refusal's status.
      consoleErrors.length = 0;
    },
  );

  story(
    "shows any days of a calendar, and keeps them in the address",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "ورد طائفي");
      await page.goto(`/campaigns/${id}`);
      await page.getByRole("button", { name: t("campaign:other_days") }).click();
      const from = page.getByRole("textbox", { name: t("campaign:from_day") });
      await from.fill("01/10/2026");
      await from.press("Enter");
      await expect(page).toHaveURL(/from=2026-10-01/);
      await page.reload();
      await expect(from).toHaveValue("01/10/2026");
    },
  );

  story(
    "of a store that closes is paused with the reason, and runs again by a tap once it is back",
    async ({ page, t, sandbox, product }) => {
      story.setTimeout(300_000);
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "قهوة سعودية");
      const { stores } = await ready.merchant.call<{ stores: { id: string; link: string }[] }>(
        "GET Clients/Stores/index",
      );
      const own = (await sandbox.stores()).find(({ url }) => url === stores[0]?.link);
      const sync = () => ready.merchant.call(`POST Clients/Stores/${stores[0]?.id}/sync`);
      await ready.merchant.call(`PUT Clients/StoreWatch/${stores[0]?.id}`, { body: { grace_minutes: 0 } });
      await ready.merchant.call(`POST Clients/Campaigns/${id}/start`);
      await page.goto(`/campaigns/${id}`);
      await isSynced(page, t);

      await sandbox.changeStore({ store_id: own?.store_id, status: "inactive" });
      await sync();
      // What is due is looked for once a minute.
      await expect(page.getByText(t("campaign:paused_for_store"))).toBeVisible({ timeout: 150_000 });
      await expect(page.getByRole("link", { name: t("campaign:see_store") })).toBeVisible();

      await sandbox.changeStore({ store_id: own?.store_id, status: "active" });
      await sync();
      await expect(page.getByText(t("campaign:store_is_back"))).toBeVisible({ timeout: 60_000 });
      await page
        .getByRole("note")
        .getByRole("button", { name: t("campaigns:actions.relaunch") })
        .click();
      await expect(page.getByText(t("campaign:store_is_back"))).toBeHidden();
      await act(page, t, "pause").click();
    },
  );
});
