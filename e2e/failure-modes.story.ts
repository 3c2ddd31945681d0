import { startProduct } from "#app/testing/product.ts";
import { fillCampaign } from "./steps/campaign.ts";
import { findAccessibilityViolations, waitForPage } from "./steps/inspect.ts";
import { holdCalls } from "./steps/network.ts";
import { answerBank, cards, chooseAmount, payByCard } from "./steps/pay.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { aMerchant, aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "the connection drops and comes back: the page says so, nothing is lost, and work goes on",
  async ({ page, context, t, sandbox, product, consoleErrors }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/account-settings/account-details");
    await waitForPage(page);
    const name = page.getByRole("textbox", { name: t("merchants:auth.name") });
    const save = page.getByRole("button", { name: t("merchants:account.save") });
    await name.fill("نورة الحربي");

    await context.setOffline(true);
    await expect(page.getByText(t("app:offline_title"))).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await save.click();
    await expect(page.getByText(t("base:client_offline"))).toBeVisible();
    await expect(name).toHaveValue("نورة الحربي");

    await context.setOffline(false);
    await expect(page.getByText(t("app:offline_title"))).toBeHidden();
    await save.click();
    await expect(page.getByText(t("merchants:account.saved"))).toBeVisible();
    consoleErrors.length = 0;
  },
);

story(
  "on a slow connection a campaign launched by two presses is one campaign",
  async ({ page, t, sandbox, product }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    await page.goto("/campaigns/add");
    await fillCampaign(page, t, {
      name: "عود كمبودي",
      dailyRiyals: 50,
      headline: "عود أصلي",
      brand: "دار العود",
    });
    const line = await holdCalls(page, "**/Clients/Plans/create");
    const button = page.getByRole("button", { name: t("campaigns_form:launch") });
    await button.click();
    await expect(button).toBeDisabled();
    await button.click({ force: true });
    line.release();
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
    expect(line.heldCount()).toBe(1);
    const { total, items } = await merchant.call<{ total: number; items: { id: string }[] }>(
      "GET Clients/Campaigns/index",
    );
    expect(total).toBe(1);
    await merchant.call(`POST Clients/Campaigns/${items[0]?.id}/pause`);
  },
);

story(
  "a lost response is requested again, and the second press makes no second campaign",
  async ({ page, t, sandbox, product, consoleErrors }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    await page.goto("/campaigns/add");
    await fillCampaign(page, t, {
      name: "ماء زمزم",
      dailyRiyals: 50,
      headline: "يصل اليوم",
      brand: "متجر مكة",
    });
    let lost = 0;
    await page.route("**/Clients/Plans/create", async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    const saveButton = page.getByRole("button", { name: t("campaigns_form:keep") });
    await saveButton.click();
    await expect(page.getByText(t("base:client_network"))).toBeVisible();
    await saveButton.click();
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
    expect(await merchant.call("GET Clients/Campaigns/index")).toMatchObject({ total: 1 });
    consoleErrors.length = 0;
  },
);

story(
  "the gateway's form does not load: the page says so, and it loads when it is requested again",
  async ({ page, t, sandbox, product, consoleErrors }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/financial-transaction/wallet");
    await page.route("**/moyasar-cdn/**", (route) => route.abort());
    await page
      .getByRole("main")
      .getByRole("button", { name: t("wallet:top_up"), exact: true })
      .first()
      .click();
    await chooseAmount(page, t, 200);
    await expect(page.getByText(t("payments:form_blocked"), { exact: true })).toBeVisible();
    await page.unroute("**/moyasar-cdn/**");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("base:try_again") })
      .click();
    await payByCard(page, cards.good);
    await answerBank(page, "AUTHENTICATED");
    await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
    consoleErrors.length = 0;
  },
);

story(
  "the bank's answer comes late: the page waits by itself and money enters once",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/financial-transaction/wallet");
    await page
      .getByRole("main")
      .getByRole("button", { name: t("wallet:top_up"), exact: true })
      .first()
      .click();
    await chooseAmount(page, t, 350);
    await payByCard(page, cards.good);
    await expect(page.locator('button[name="auth_result"]').first()).toBeVisible();
    await sandbox.fault({ vendor: "moyasar", kind: "503", path: "/payments" });
    try {
      await answerBank(page, "AUTHENTICATED");
      await expect(
        page
          .getByText(t("wallet:checking"))
          .or(page.getByText(t("wallet:still_waiting")))
          .first(),
      ).toBeVisible();
    } finally {
      await sandbox.clearFaults("moyasar");
    }
    await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible({
      timeout: 60_000,
    });
    expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 350_00 });
  },
);

story(
  "the store is closed by its owner: every page says so until it is open again",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    const { stores } = await merchant.call<{ stores: { link: string; name: string }[] }>(
      "GET Clients/Stores/index",
    );
    const own = (await sandbox.stores()).find(({ url }) => url === stores[0]?.link);
    const syncButton = page.getByRole("button", {
      name: t("stores:sync_of", { name: stores[0]?.name ?? "" }),
    });
    const closedNotice = page.getByRole("alert").filter({ hasText: t("app:inactive_note") });
    await page.goto("/link-ad-accounts/add-store");
    await expect(closedNotice).toBeHidden();
    await sandbox.changeStore({ store_id: own?.store_id, status: "inactive" });
    await syncButton.click();
    await expect(closedNotice).toBeVisible();
    await page.goto("/campaigns");
    await expect(closedNotice).toBeVisible();
    await sandbox.changeStore({ store_id: own?.store_id, status: "active" });
    await page.goto("/link-ad-accounts/add-store");
    await syncButton.click();
    await expect(closedNotice).toBeHidden();
  },
);

story(
  "the server is restarted under an open page, and the page goes on",
  async ({ page, t, sandbox, consoleErrors }) => {
    story.setTimeout(240_000);
    const other = await startProduct(await sandbox.endpoints());
    try {
      const merchant = await aMerchant(page, { sandbox, product: other.url });
      await page.goto(`${other.url}/first-campaign/payement`);
      const otherAmount = page.getByRole("button", { name: t("wallet:other_amount") });
      await expect(otherAmount).toBeVisible();
      await page.evaluate(() => document.body.setAttribute("data-opened", "once"));
      await other.restart();
      await merchant.call("PUT Clients/Account/UpdateProfile", { form: named("هند الشمري") });
      await otherAmount.click();
      await chooseAmount(page, t, 200);
      await expect(page.locator("form.mysr-form")).toBeVisible();
      await expect(page.locator("body")).toHaveAttribute("data-opened", "once");
    } finally {
      await other.stop();
    }
    consoleErrors.length = 0;
  },
);

function named(name: string): FormData {
  const form = new FormData();
  form.append("name", name);
  return form;
}
