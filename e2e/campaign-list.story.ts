import { readFile } from "node:fs/promises";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, type Page, story, type Translate } from "./steps/story.ts";

/** What is known of a campaign in the list: a row on a wide screen, a card on a phone. */
const find = (page: Page, name: string) => page.locator("[data-campaign]").filter({ hasText: name });

async function openMenu(page: Page, t: Translate, name: string) {
  await find(page, name)
    .getByRole("button", { name: t("campaigns:actions_of", { name }) })
    .click();
}

story.describe("a merchant with several campaigns", () => {
  story("changes a budget where it stands, and takes it back", async ({ page, t, sandbox, product }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    const name = "تمور العجوة";
    const { id } = await aCampaign(ready, name);
    await page.goto("/campaigns");
    await find(page, name)
      .getByRole("button", { name: t("campaigns_list:change_budget_of", { name }) })
      .click();
    const field = page.getByRole("textbox", { name: t("campaigns_list:budget_of", { name }) });
    await field.fill("1");
    await field.press("Enter");
    await expect(field).toBeVisible(); // too small: nothing was sent, and it says so
    await field.fill("١٥٠");
    await field.press("Enter");
    await expect(page.getByText(t("campaigns_list:budget_saved"))).toBeVisible();
    const loadBudget = async () =>
      (await ready.merchant.call<{ daily_budget_halalas: number }>(`GET Clients/Campaigns/${id}`))
        .daily_budget_halalas;
    await expect.poll(loadBudget).toBe(150_00);
    await page
      .getByTestId("snackbar")
      .getByRole("button", { name: t("base:operation.undo") })
      .click();
    await expect.poll(loadBudget).not.toBe(150_00);
  });

  story(
    "raises several budgets at once after seeing what becomes of each",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      for (const name of ["عود", "بخور"]) await aCampaign(ready, name);
      await page.goto("/campaigns");
      await page.getByRole("checkbox", { name: t("campaigns_list:bulk.select_page") }).check();
      await page.getByRole("button", { name: t("campaigns_list:bulk.budget"), exact: true }).click();
      const dialog = page.getByRole("dialog", { name: t("campaigns_list:bulk.ask_budget", { count: 2 }) });
      await dialog.getByRole("textbox", { name: t("campaigns_list:bulk.percent") }).fill("20");
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await dialog.getByRole("button", { name: t("campaigns_list:bulk.do_budget"), exact: true }).click();
      const result = page.getByRole("region", {
        name: t("campaigns_list:bulk.changed_budget", { count: 2 }),
      });
      await expect(result).toBeVisible();
      await expect(find(page, "عود")).toContainText("120");
      await result.getByRole("button", { name: t("base:operation.undo") }).click();
      await expect(find(page, "عود")).toContainText("100");
    },
  );

  story("duplicates a campaign, and takes the copy back", async ({ page, t, sandbox, product }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    const name = "هدايا الموسم";
    await aCampaign(ready, name);
    await page.goto("/campaigns");
    await openMenu(page, t, name);
    await page.getByRole("menuitem", { name: t("campaigns_list:duplicate") }).click();
    const dialog = page.getByRole("dialog", { name: t("campaigns_list:bulk.ask_duplicate", { count: 1 }) });
    await expect(dialog.getByRole("listitem")).toContainText(t("campaigns:copy_suffix"));
    await dialog.getByRole("button", { name: t("campaigns_list:bulk.do_duplicate"), exact: true }).click();
    const result = page.getByRole("region", { name: t("campaigns_list:bulk.duplicated", { count: 1 }) });
    await expect(result).toBeVisible();
    await expect(page.locator("[data-campaign]")).toHaveCount(2);
    await result.getByRole("button", { name: t("base:operation.undo") }).click();
    await expect(page.locator("[data-campaign]")).toHaveCount(1);
  });

  story(
    "saves a view, finds it on the next visit, and exports what it shows",
    async ({ page, t, sandbox, product }) => {
      const ready = await aReadyMerchant(page, { sandbox, product });
      for (const name of ["الجمعة البيضاء", "العيد"]) await aCampaign(ready, name);
      await page.goto("/campaigns?search=الجمعه&sort=name&order=asc");
      await expect(page.locator("[data-campaign]")).toHaveCount(1);
      await page.getByRole("button", { name: t("campaigns_list:views.save") }).click();
      const dialog = page.getByRole("dialog", { name: t("campaigns_list:views.save") });
      await dialog.getByRole("textbox", { name: t("campaigns_list:views.name") }).fill("عرض الجمعة");
      await dialog.getByRole("button", { name: t("campaigns:actions.save"), exact: true }).click();
      await expect(dialog).toBeHidden();

      await page.goto("/campaigns");
      await expect(page.locator("[data-campaign]")).toHaveCount(2);
      await page.getByRole("button", { name: /عرض الجمعة/ }).click();
      await expect(page.locator("[data-campaign]")).toHaveCount(1);
      await page.getByRole("button", { name: t("campaigns_list:export"), exact: true }).click();
      const saving = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: t("campaigns_list:export_as.csv") }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain("الجمعة البيضاء");
    },
  );

  story(
    "sees the result first on a phone, three campaigns a screen",
    async ({ page, sandbox, product, isPhone }) => {
      story.skip(!isPhone, "a wide screen has a table");
      const ready = await aReadyMerchant(page, { sandbox, product });
      for (const name of ["عسل", "سكري", "خلاص", "صقعي"]) await aCampaign(ready, name);
      await page.goto("/campaigns");
      const cards = page.locator("[data-campaign]");
      await expect(cards).toHaveCount(4);
      const boxes = await Promise.all([0, 1, 2].map((index) => cards.nth(index).boundingBox()));
      for (const box of boxes) expect(box?.height ?? 999).toBeLessThanOrEqual(230);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
    },
  );
});
