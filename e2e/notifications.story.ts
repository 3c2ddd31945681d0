import { deposit } from "#app/testing/merchant.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "a merchant sees at the bell that a deposit arrived, reads it, and mutes its kind",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await deposit(merchant, 500);
    // The page is open already: the bell follows by itself.
    await page
      .getByRole("link", { name: t("app:nav.notifications_unread", { unread: "1" }) })
      .first()
      .click();

    const title = t("notifications:kinds.deposited.title");
    const aSwitch = page.getByRole("switch");
    const listed = page.getByRole("listitem").filter({ hasText: title });
    const row = listed.filter({ hasNot: aSwitch });
    await expect(row).toContainText("500");
    await page.getByText(t("notifications:unread"), { exact: true }).click();
    await expect(page).toHaveURL(/show=unread/);
    await row.getByRole("button", { name: t("notifications:read"), exact: true }).click();
    await expect(page.getByText(t("notifications:none_of_these"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("notifications:read_all") })).toBeDisabled();

    const setting = listed.filter({ has: aSwitch });
    const inApp = setting.getByRole("switch", { name: t("notifications:channels.app") });
    await setting
      .locator("label")
      .filter({ hasText: t("notifications:channels.app") })
      .click();
    await expect(inApp).not.toBeChecked();
    await page.reload();
    await expect(inApp).not.toBeChecked();
  },
);

story(
  "a merchant is told kindly where the browser, though allowed to, subscribes to no push messages",
  async ({ page, t, sandbox, product, consoleErrors }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.context().grantPermissions(["notifications"], { origin: product });
    await page.goto("/notifications");
    const turnOn = page.getByRole("button", { name: t("notifications:push.turn_on") });
    await turnOn.click();
    await expect(page.getByRole("alert").filter({ hasText: t("notifications:push.failed") })).toBeVisible();
    await expect(turnOn).toBeEnabled();
    const worker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))?.active?.scriptURL);
    await expect.poll(worker).toBe(`${product}/service-worker.js`);
    // The browser of these stories is a private window, which has no push service, and says so.
    expect(consoleErrors.splice(0).join()).toMatch(/push/i);
  },
);
