import type { Merchant } from "#app/testing/merchant.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { answerBank, cards, payByCard } from "./steps/pay.ts";
import { aMerchantWithAStore, expect, type Page, type Translate } from "./steps/story.ts";

const subscriptionPath = "/financial-transaction/active-subscribtions";
const plans = { ar: { start: "البداية", growth: "النمو" }, en: { start: "Start", growth: "Growth" } };

const plan = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const expectState = (page: Page, t: Translate, state: string) =>
  expect(page.getByText(t(`billing_subscription:state.${state}`), { exact: true })).toBeVisible();

/** Months passed: waits until the product has done what was due; it looks once a minute. */
async function becomes(merchant: Merchant, state: string) {
  const loadState = async () => {
    const view = await merchant.call<{ subscription: { state: string } | null }>(
      "GET Clients/Billing/subscription",
    );
    return view.subscription?.state;
  };
  await expect.poll(loadState, { timeout: 150_000 }).toBe(state);
}

/** Pays in the dialog by the saved card, through the bank's page where it asks for it. */
async function payBySavedCard(page: Page, t: Translate, saved: string) {
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /1010/ })).toBeChecked();
  await dialog.locator('button[type="submit"]').click();
  const bank = page.getByRole("link", { name: t("payments:go_to_bank") });
  const done = page.getByText(t(`billing_subscription:saved.${saved}`));
  await bank.or(done).first().waitFor();
  if (await done.isVisible()) return;
  await bank.click();
  await answerBank(page, "AUTHENTICATED");
  await page.getByRole("link", { name: t("billing_subscription:to_subscription") }).click();
}

storyInOwnWorld.describe("a merchant with a plan", () => {
  storyInOwnWorld(
    "tries one, buys it, upgrades, pays a renewal that was declined, cancels and comes back",
    async ({ page, t, language, sandbox, product }) => {
      storyInOwnWorld.setTimeout(420_000);
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      // Weeks pass below; orders would make them long.
      for (const { store_id } of await sandbox.stores())
        await sandbox.changeStore({ store_id, everyday_orders: 0 });
      await page.goto(subscriptionPath);
      // The trial began with the store.
      await expectState(page, t, "trial");

      await sandbox.step("P11D");
      await expect(async () => {
        await page.goto("/");
        await page
          .getByRole("link", { name: t("billing_subscription:choose_plan") })
          .click({ timeout: 5_000 });
      }).toPass();
      await plan(page, plans[language].start)
        .getByRole("link", { name: t("billing_subscription:subscribe") })
        .click();
      await page.getByRole("button", { name: t("billing_payment:continue_to_pay") }).click();
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: t("billing_checkout:completed") })).toBeVisible();
      await page.getByRole("link", { name: t("billing_checkout:see_subscription") }).click();
      await expectState(page, t, "active");

      await plan(page, plans[language].growth)
        .getByRole("button", { name: t("billing_subscription:upgrade") })
        .click();
      await payBySavedCard(page, t, "upgraded");
      await expect(
        plan(page, plans[language].growth).getByText(t("billing_subscription:choice_current")),
      ).toBeVisible();

      await sandbox.changeSavedCard({ last_four: "1010", code: "51" });
      await sandbox.step("P31D");
      await becomes(merchant, "past_due");
      await page.goto("/");
      await page.getByRole("link", { name: t("billing_subscription:to_subscription") }).click();
      await expectState(page, t, "past_due");
      await sandbox.changeSavedCard({ last_four: "1010", code: "00" });
      await page
        .getByRole("button", { name: t("billing_subscription:pay_renewal") })
        .first()
        .click();
      await payBySavedCard(page, t, "paid");
      await expectState(page, t, "active");

      await page.getByRole("button", { name: t("billing_subscription:cancel") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("billing_subscription:cancel"), exact: true })
        .click();
      await expectState(page, t, "cancelled");
      await page.getByRole("button", { name: t("billing_subscription:resume") }).click();
      await expectState(page, t, "active");

      const { items } = await merchant.call<{ items: { kind: string; number: string }[] }>(
        "GET Clients/Billing/invoices",
      );
      expect(items.map(({ kind }) => kind)).toEqual(["invoice", "invoice", "invoice"]);
      const number = items[0]?.number ?? "";
      await page.goto("/financial-transaction/invoices");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: t("billing_invoices:download_pdf", { number }) }).click();
      expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
    },
  );
});
