import { readFile } from "node:fs/promises";
import { reportTabs } from "#modules/reports/contract/report-tabs.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import type { Sandbox } from "./steps/sandbox.ts";
import { expect, type Page, type Translate } from "./steps/story.ts";

/** Days passed: waits until the product has read them. */
const read = { timeout: 120_000 };

/** A code from the mailbox proves that the address is the merchant's. */
async function proveEmail(page: Page, t: Translate, sandbox: Sandbox, address: string) {
  await page.goto("/account-settings/account-details");
  await page.getByRole("button", { name: t("messages:account.send"), exact: true }).click();
  await expect.poll(async () => (await sandbox.mailTo(address)).length).toBe(1);
  const [mail] = await sandbox.mailTo(address);
  const code = /\d{6}/.exec(mail?.text ?? "")?.[0] ?? "";
  await page.getByRole("textbox", { name: t("messages:account.code_label") }).fill(code);
  await expect(page.getByText(t("messages:account.done"))).toBeVisible();
}

storyInOwnWorld(
  "a merchant reads every tab, saves a table, and receives a report of their own by e-mail",
  async ({ page, t, language, sandbox, product }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { merchant } = ready;
    const address = `noura-${merchant.mobile.slice(-8)}@example.com`;
    await merchant.call("PUT Clients/Account/UpdateProfile", { body: { email: address } });
    const { id } = await aCampaign(ready, "عطر العود");
    await merchant.call(`POST Clients/Campaigns/${id}/start`);
    const isSynced = async () =>
      (await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`)).sync === "synced";
    await expect.poll(isSynced, read).toBe(true);
    await sandbox.step("P2D");
    const spend = async () => {
      const { columns, total } = await merchant.call<{
        columns: { metric: string }[];
        total: (number | null)[];
      }>("GET Clients/Reports/tables/overview", { query: { by: "day" } });
      return total[columns.findIndex(({ metric }) => metric === "spend_halalas")] ?? 0;
    };
    await expect.poll(spend, read).toBeGreaterThan(0);

    await page.goto("/reports");
    const tabs = page.getByRole("navigation", { name: t("reports_frame:tabs_label") });
    for (const tab of reportTabs) {
      await tabs.getByRole("link", { name: t(`reports_frame:tabs.${tab}`), exact: true }).click();
      await expect(tabs.locator(`[data-tab="${tab}"]`)).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expect(page.getByText(t("base:page_broke_words"))).toBeHidden();
    }

    await page.goto("/reports?tab=campaigns");
    await page.getByRole("button", { name: t("reports_export:export"), exact: true }).click();
    const started = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: t("reports_export:as.csv"), exact: true }).click();
    const file = await readFile(await (await started).path(), "utf8");
    expect(file.startsWith("\uFEFF")).toBe(true);

    await proveEmail(page, t, sandbox, address);
    const name = language === "ar" ? "العائد بحسب الحملة" : "Return by campaign";
    await page.goto("/reports/own/new");
    await page.getByRole("textbox", { name: t("reports_custom:editor.name") }).fill(name);
    await page.getByRole("button", { name: t("reports_custom:breakdowns.campaign"), exact: true }).click();
    await page.getByRole("button", { name: t("reports_custom:editor.save"), exact: true }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("table").last()).toContainText("عطر العود");
    await page.getByRole("button", { name: t("reports_custom:actions.schedule"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("reports_custom:schedule.daily"), exact: true }).click();
    await dialog.getByRole("button", { name: t("reports_custom:schedule.turn_on"), exact: true }).click();
    await expect(page.getByText(t("reports_custom:schedule.saved"))).toBeVisible();

    await sandbox.step("P1D");
    // Handed out once a minute.
    await expect.poll(async () => (await sandbox.mailTo(address)).length, read).toBeGreaterThan(1);
    const mail = (await sandbox.mailTo(address)).at(-1);
    expect(mail?.text).toContain(name);
    await merchant.call(`POST Clients/Campaigns/${id}/pause`);
  },
);
