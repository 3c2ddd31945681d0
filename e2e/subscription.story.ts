import { randomUUID } from "node:crypto";
import { deposit, type Merchant } from "#app/testing/merchant.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { answerBank, cards, payByCard } from "./steps/pay.ts";
import { aMerchantWithAStore, expect, type Page, type Translate } from "./steps/story.ts";

const walletPath = "/financial-transaction/wallet";
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

/** The card that tops up; the plan is paid by another. */
const topUpCard = { number: "4111111111111111", lastFour: "1111" };

/** 500 riyals in the wallet, and 350 more by themselves whenever less than 300 are available. */
async function topUpByItself(merchant: Merchant) {
  await deposit(merchant, 500, topUpCard.number);
  const { items } = await merchant.call<{ items: { id: string }[] }>("GET Clients/Wallet/cards");
  const limits = { threshold_halalas: 300_00, amount_halalas: 350_00, monthly_ceiling_halalas: 1_000_00 };
  await merchant.call("PUT Clients/Wallet/top-up", {
    body: { is_active: true, card_id: items[0]?.id, ...limits },
  });
}

/** What is due is done once a minute. */
const jobs = { timeout: 90_000 };

/** Buys packages from the balance. */
const buy = (merchant: Merchant, packages: readonly string[], expected_total_halalas: number) =>
  merchant.call("POST Clients/Billing/orders", {
    body: {
      lines: packages.map((package_id) => ({ kind: "package", package_id, quantity: 1 })),
      checkout_id: randomUUID(),
      expected_total_halalas,
      payment: { method: "balance" },
    },
  });

/** Pays in the dialog by the saved card, through the bank's page where it asks for it. */
async function payBySavedCard(page: Page, t: Translate, saved: string) {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /1010/ }).check();
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
    "tries one, buys it, changes it, pays a renewal that was declined, cancels and comes back; the wallet tops up by itself",
    async ({ page, t, language, sandbox, product }) => {
      storyInOwnWorld.setTimeout(420_000);
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      // Weeks pass below; orders would make them long.
      for (const { store_id } of await sandbox.stores())
        await sandbox.changeStore({ store_id, everyday_orders: 0 });
      await topUpByItself(merchant);
      await buy(merchant, ["pkg_consultation_1"], 299_00);
      await page.goto(walletPath);
      await expect(page.getByText(t("wallet_automatic:planned_words"))).toBeVisible();
      await page.goto(subscriptionPath);
      // The trial began with the store.
      await expectState(page, t, "trial");

      const unused = t("billing:trial_usage_none");
      for (const [days, left] of [
        ["P11D", 3],
        ["P2D", 1],
      ] as const) {
        await sandbox.step(days);
        const notice = t("billing:notice_trial_ending", { count: left, usage: unused });
        await expect(async () => {
          await page.goto("/");
          await expect(page.getByText(notice)).toBeVisible({ timeout: 5_000 });
        }).toPass();
      }
      await page.getByRole("link", { name: t("billing_subscription:choose_plan") }).click();
      await plan(page, plans[language].start)
        .getByRole("link", { name: t("billing_subscription:subscribe") })
        .click();
      await page.getByRole("radio", { name: t("billing_payment:new_card") }).check();
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

      // A smaller plan for the next period, the change of mind, and the smaller plan after all.
      const planSmaller = async () => {
        await plan(page, plans[language].start)
          .getByRole("button", { name: t("billing_subscription:downgrade") })
          .click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: t("billing_subscription:downgrade"), exact: true })
          .click();
        await expect(
          plan(page, plans[language].start).getByText(t("billing_subscription:choice_planned")),
        ).toBeVisible();
      };
      await planSmaller();
      await page.getByRole("button", { name: t("billing_subscription:keep_plan") }).click();
      await expect(page.getByText(t("billing_subscription:choice_planned"))).toHaveCount(0);
      await planSmaller();

      // The top-up was charged meanwhile; the next one is refused by its card.
      await page.goto(walletPath);
      await expect(page.getByText(t("wallet_automatic:state_charged"), { exact: true })).toBeVisible(jobs);
      await buy(merchant, ["pkg_designer_100", "pkg_sms_500"], 328_00);
      await expect(page.getByText(t("wallet_automatic:planned_words"))).toBeVisible();
      for (const last_four of ["1010", topUpCard.lastFour])
        await sandbox.changeSavedCard({ last_four, code: "51" });
      await sandbox.step("P31D");
      await becomes(merchant, "past_due");
      await expect(page.getByText(t("wallet_automatic:stopped_title"))).toBeVisible(jobs);
      await expect(page.getByText(t("wallet_automatic:stopped_card_refused"))).toBeVisible();
      await page.goto("/");
      await page.getByRole("link", { name: t("billing_subscription:to_subscription") }).click();
      await expectState(page, t, "past_due");
      for (const last_four of ["1010", topUpCard.lastFour])
        await sandbox.changeSavedCard({ last_four, code: "00" });
      await page
        .getByRole("button", { name: t("billing_subscription:pay_renewal") })
        .first()
        .click();
      await payBySavedCard(page, t, "paid");
      await expectState(page, t, "active");
      await expect(
        plan(page, plans[language].start).getByText(t("billing_subscription:choice_current")),
      ).toBeVisible();

      await page.getByRole("button", { name: t("billing_subscription:cancel") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("billing_subscription:cancel"), exact: true })
        .click();
      await expectState(page, t, "cancelled");
      await page.getByRole("button", { name: t("billing_subscription:resume") }).click();
      await expectState(page, t, "active");

      // The two orders of packages, and the three periods.
      const { items } = await merchant.call<{ items: { kind: string }[] }>("GET Clients/Billing/invoices");
      expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "invoice"));
    },
  );
});
