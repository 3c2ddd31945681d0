import { syncStateTable } from "./steps/campaign.ts";
import { allow } from "./steps/connect.ts";
import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, type Page, remember, story, type Translate } from "./steps/story.ts";

const act = (page: Page, t: Translate, action: string) =>
  page.getByRole("button", { name: t(`campaigns:actions.${action}`), exact: true });

/** The entries in the menu of the open campaign's page, or of its row. */
async function actFromMenu(page: Page, t: Translate, name: string, action: string) {
  await page
    .getByRole("button", { name: t("campaigns:actions_of", { name }) })
    .first()
    .click();
  await page.getByRole("menuitem", { name: t(`campaigns:actions.${action}`) }).click();
}

const isConfirmed = (page: Page, t: Translate, there: "active" | "paused") =>
  expect(async () => {
    await expect(syncStateTable(page, t)).toContainText(t(`campaign:there.${there}`), { timeout: 1_000 });
    await expect(syncStateTable(page, t)).toContainText(t("campaigns:sync_states.synced"), {
      timeout: 1_000,
    });
  }).toPass({ timeout: 60_000 });

story.describe("a merchant who manages a campaign", () => {
  story(
    "starts it, pauses it and runs it again; the platform follows each time",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "عسل السدر");
      await page.goto(`/campaigns/${id}`);
      await expect(page.getByText(t("campaign:not_started_title"))).toBeVisible();
      await act(page, t, "start").click();
      await isConfirmed(page, t, "active");
      await act(page, t, "pause").click();
      await isConfirmed(page, t, "paused");
      await act(page, t, "relaunch").click();
      await isConfirmed(page, t, "active");
      await act(page, t, "pause").click();
      await isConfirmed(page, t, "paused");
    },
  );

  story(
    "starts and pauses several from the list at once, and takes the pause back",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const names = ["تمر سكري", "تمر خلاص"];
      for (const name of names) await aCampaign(ready, name);
      await page.goto("/campaigns");
      const inStatus = (status: string) =>
        page.locator("[data-campaign]").filter({ hasText: t(`campaigns:statuses.${status}`) });
      const actOnAll = async (action: string, ask: string) => {
        await page.getByRole("checkbox", { name: t("campaigns_list:bulk.select_page") }).check();
        await expect(page.getByText(t("campaigns_list:bulk.selected", { count: 2 }))).toBeVisible();
        const button = (place: Page | ReturnType<Page["getByRole"]>) =>
          place.getByRole("button", { name: t(action), exact: true });
        await button(page).click();
        const dialog = page.getByRole("dialog", { name: t(ask, { count: 2 }) });
        await button(dialog).click();
      };

      await actOnAll("campaigns_list:bulk.start", "campaigns_list:bulk.ask_start");
      await expect(
        page.getByRole("region", { name: t("campaigns_list:bulk.started", { count: 2 }) }),
      ).toBeVisible();
      await expect(inStatus("active")).toHaveCount(2);
      await actOnAll("campaigns:actions.pause", "campaigns_list:bulk.ask_pause");
      const result = page.getByRole("region", { name: t("campaigns_list:bulk.paused", { count: 2 }) });
      await expect(result).toBeVisible();
      await expect(inStatus("paused")).toHaveCount(2);
      await result.getByRole("button", { name: t("base:operation.undo") }).click();
      await expect(
        page.getByRole("region", { name: t("campaigns_list:bulk.started", { count: 2 }) }),
      ).toBeVisible();
      await expect(inStatus("active")).toHaveCount(2);
    },
  );

  story(
    "cannot start what the wallet does not cover, and reads what is missing",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product }, 100);
      const { id } = await aCampaign(ready, "عسل الطلح");
      await page.goto(`/campaigns/${id}`);
      await act(page, t, "start").click();
      await expect(page.getByTestId("snackbar")).toContainText(
        t("wallet:balance_not_enough", { missing: "150.00" }),
      );
      await expect(act(page, t, "start")).toBeVisible();
    },
  );

  story(
    "raises the budget as far as the wallet covers it, and no further",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product }, 1_000);
      const { id } = await aCampaign(ready, "زعفران");
      await page.goto(`/campaigns/${id}`);
      await act(page, t, "start").click();
      await isConfirmed(page, t, "active");
      await page.getByRole("link", { name: t("campaigns:actions.edit"), exact: true }).click();
      const budget = page.getByRole("textbox", { name: t("campaigns_form:daily_budget") });
      await expect(budget).toHaveValue("100");
      await budget.fill("5000");
      await act(page, t, "save").click();
      await expect(page.getByTestId("snackbar").or(page.getByRole("main"))).toContainText(["11,500"]);
      await expect(page).toHaveURL(/\/edit\//);

      await budget.fill("200");
      await act(page, t, "save").click();
      await expect(page).toHaveURL(new RegExp(`/campaigns/${id}$`));
      const row = syncStateTable(page, t)
        .getByRole("row")
        .filter({ hasText: t("campaign:daily_budget") });
      await expect(row.getByRole("cell").nth(0)).toContainText("200");
      await expect(row.getByRole("cell").nth(1)).toContainText("200");
      await act(page, t, "pause").click();
      await isConfirmed(page, t, "paused");
    },
  );

  story("reads why the platform rejected an ad, and sends it a better one", async ({ page, t }) => {
    story.setTimeout(300_000);
    const { token, rejectedCampaign } = loadPreparedMerchant(story.info().project.name);
    await remember(page, { "rawaj.access_token": token });
    await page.goto(`/campaigns/${rejectedCampaign}`);
    // Reviews are polled about once a minute.
    await expect(page.getByText(t("campaign:review.rejected"))).toBeVisible({ timeout: 150_000 });
    await expect(page.getByText("Health claims must be supported by evidence.")).toBeVisible();

    await page
      .getByRole("link", { name: t("campaigns:edit_of", { name: "إعلان العجوة" }) })
      .first()
      .click();
    await page.getByRole("textbox", { name: t("campaigns_form:headline") }).fill("زيت الأرغان الأصلي");
    await act(page, t, "save").click();
    await expect(page.getByText("زيت الأرغان الأصلي")).toBeVisible();
    await isConfirmed(page, t, "active");
    await act(page, t, "pause").click();
    await isConfirmed(page, t, "paused");
  });

  story(
    "starts while the platform is down: the campaign waits, and is sent once the platform is back",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "بخور");
      await sandbox.fault({ vendor: "snapchat", kind: "503", path: "/campaigns" });
      try {
        await page.goto(`/campaigns/${id}`);
        await act(page, t, "start").click();
        await expect(syncStateTable(page, t)).toContainText(t("campaigns:sync_states.pending"));
        await expect(syncStateTable(page, t)).toContainText(t("campaign:not_there_yet"));
      } finally {
        await sandbox.clearFaults("snapchat");
      }
      await isConfirmed(page, t, "active");
      await act(page, t, "pause").click();
      await isConfirmed(page, t, "paused");
    },
  );

  story(
    "deletes a running campaign from the list: it is stopped first and gone from both sides",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const name = "سبح كهرمان";
      const { id } = await aCampaign(ready, name);
      await ready.merchant.call(`POST Clients/Campaigns/${id}/start`);
      await page.goto("/campaigns");
      await expect(page.locator("[data-campaign]").filter({ hasText: name })).toContainText(
        t("campaigns:sync_states.synced"),
      );
      await actFromMenu(page, t, name, "delete");
      const dialog = page.getByRole("dialog", { name: t("campaigns:ask.delete_campaign", { name }) });
      await dialog.getByRole("button", { name: t("base:cancel") }).click();
      await expect(dialog).toBeHidden();
      await actFromMenu(page, t, name, "delete");
      await dialog.getByRole("button", { name: t("campaigns:actions.delete") }).click();
      await expect(page.getByText(t("campaigns_list:empty.title"))).toBeVisible();
      await page.goto(`/campaigns/${id}`);
      // Its page and its figures are kept, and no action on it is possible any more.
      await expect(syncStateTable(page, t)).toContainText(t("campaign:there.deleted"), { timeout: 60_000 });
      await expect(page.getByRole("link", { name: t("campaigns:actions.edit"), exact: true })).toBeHidden();
    },
  );

  story(
    "finds one among many: by name, by status, and page by page",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      for (let number = 1; number <= 12; number += 1) await aCampaign(ready, `حملة ${number}`);
      const { id } = await aCampaign(ready, "Ramadan offers");
      await ready.merchant.call(`POST Clients/Campaigns/${id}/archive`);
      await page.goto("/campaigns");
      const rows = page.locator("[data-campaign]");
      await expect(rows).toHaveCount(10);
      await page.getByRole("button", { name: t("base:next_page") }).click();
      await expect(rows).toHaveCount(3);
      await expect(page).toHaveURL(/page=2/);
      await page.goBack();
      await expect(rows).toHaveCount(10);

      await page.getByRole("searchbox", { name: t("campaigns_list:filters.search") }).fill("ramadan");
      await expect(rows).toHaveCount(1);
      await expect(rows.first()).toContainText("Ramadan offers");
      await page.getByRole("searchbox", { name: t("campaigns_list:filters.search") }).fill("لا شيء كهذا");
      await expect(page.getByText(t("campaigns_list:empty.none_found"))).toBeVisible();
      await page.getByRole("button", { name: t("campaigns_list:empty.clear") }).click();
      await expect(rows).toHaveCount(10);
      const sheet = page.getByRole("button", { name: t("campaigns_list:filters.open") });
      const isPhone = await sheet.isVisible();
      if (isPhone) await sheet.click();
      await page.getByRole("combobox", { name: t("campaigns_list:filters.status") }).click();
      await page.getByRole("option", { name: t("campaigns:statuses.archived") }).click();
      if (isPhone) await page.getByRole("button", { name: t("campaigns_list:filters.show") }).click();
      await expect(rows).toHaveCount(1);
      await page.reload();
      await expect(rows).toHaveCount(1);
    },
  );

  story(
    "loses access on Snapchat, sees it at home, and connects again as the same person",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      const { id } = await aCampaign(ready, "مسك الطهارة");
      await ready.merchant.call(`POST Clients/Campaigns/${id}/start`);
      await page.goto(`/campaigns/${id}`);
      await isConfirmed(page, t, "active");
      const { ad_accounts } = await ready.merchant.call<{ ad_accounts: { name: string }[] }>(
        "GET Clients/AdAccounts/index",
      );
      const identity = `fresh-${/\d+$/.exec(ad_accounts[0]?.name ?? "")?.[0]}`;
      await sandbox.revoke("snapchat", identity);
      await act(page, t, "pause").click();
      await expect(page.getByText(t("campaign:connection_lost"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("campaigns:sync_states.disconnected")).first()).toBeVisible();
      await expect(page.getByText(t("campaigns:sync_states.failed"))).toHaveCount(0);

      await page.goto("/");
      const lost = page
        .getByRole("listitem")
        .filter({ hasText: t("reports:ad_account_connection_lost_words") });
      await expect(lost).toContainText(t("reports:snapchat"));
      await expect(page.getByText(t("reports:campaign_sync_failed_words"))).toHaveCount(0);
      await lost.getByRole("link").click();
      await page
        .getByRole("button", { name: new RegExp(t("ad_accounts:reconnect_of", { name: "" }).trim()) })
        .click();
      await allow(page, identity);
      await expect(page.getByText(t("ad_accounts:result.relinked"))).toBeVisible();
      await page.goto(`/campaigns/${id}`);
      await isConfirmed(page, t, "paused");
      await page.goto("/");
      await expect(page.getByText(t("reports:ad_account_connection_lost_words"))).toBeHidden();
    },
  );
});
