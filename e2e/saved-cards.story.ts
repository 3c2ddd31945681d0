import { deposit } from "#app/testing/merchant.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

const otherCard = "4111111111111111";

story.describe("a merchant with saved cards", () => {
  story(
    "turns the automatic top-up on, reads what it will do, and off again",
    async ({ page, t, sandbox, product }) => {
      await deposit(await aMerchantWithAStore(page, { sandbox, product }), 500);
      await page.goto("/financial-transaction/wallet");
      const turnOn = page.getByRole("button", { name: t("wallet_automatic:turn_on"), exact: true });
      await turnOn.click();
      const dialog = page.getByRole("dialog");
      const field = (key: string) =>
        dialog.getByRole("textbox", { name: t(`wallet_automatic:${key}`), exact: true });
      await field("threshold").fill("٣٠٠");
      await field("amount").fill("350");
      await field("ceiling").fill("200");
      await dialog.getByRole("button", { name: t("wallet_automatic:turn_on") }).click();
      await expect(dialog.getByText(t("wallet_automatic:ceiling_too_low"))).toBeVisible();
      await field("ceiling").fill("1000");
      await expect(dialog).toContainText("300");
      await dialog.getByRole("button", { name: t("wallet_automatic:turn_on") }).click();
      await expect(page.getByText(t("wallet_automatic:on"), { exact: true })).toBeVisible();

      await page.reload();
      await expect(page.getByText(t("wallet_automatic:spent_this_month")).first()).toBeVisible();
      await page.getByRole("button", { name: t("wallet_automatic:turn_off") }).click();
      await expect(turnOn).toBeVisible();
    },
  );

  story(
    "chooses the default, lets it take over for another, and keeps what is needed",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 200);
      await deposit(merchant, 200, otherCard);
      await page.goto("/account-settings/payment-methods");
      const cards = page.getByRole("list", { name: t("payments:cards") }).getByRole("listitem");
      const other = cards.filter({ hasText: "1111" });
      await other.getByRole("button", { name: t("payments_cards:make_default") }).click();
      await expect(other.getByText(t("payments_cards:default"), { exact: true })).toBeVisible();

      await cards
        .filter({ hasText: "1010" })
        .getByRole("button", { name: t("payments_cards:replace") })
        .click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("radio", { name: /1111/ })).toBeChecked();
      await dialog.getByRole("button", { name: t("payments_cards:replace"), exact: true }).click();
      await expect(cards).toHaveCount(1);

      const { items } = await merchant.call<{ items: { id: string }[] }>("GET Clients/Wallet/cards");
      await merchant.call("PUT Clients/Wallet/top-up", {
        body: {
          is_active: true,
          card_id: items[0]?.id,
          threshold_halalas: 100_00,
          amount_halalas: 100_00,
          monthly_ceiling_halalas: 300_00,
        },
      });
      await page.reload();
      await cards.getByRole("button", { name: t("payments:remove_card") }).click();
      await expect(page.getByText(t("payments_cards:needed_title"))).toBeVisible();
      await expect(page.getByRole("dialog")).toContainText(t("payments_cards:need_top_up"));
    },
  );
});
