import { storyInOwnWorld } from "./steps/own-world.ts";
import { answerBank, cards, chooseAmount, openTopUp, payByCard, payOnTapsPage } from "./steps/pay.ts";
import { aMerchantWithAStore, expect } from "./steps/story.ts";

storyInOwnWorld.describe("a merchant whose product changes to Tap", () => {
  storyInOwnWorld(
    "ends the deposit that began at Moyasar there, and pays the next one on Tap's page",
    async ({ page, t, sandbox, product, world }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await openTopUp(page, t);
      await chooseAmount(page, t, 300);
      await payByCard(page, cards.good);
      await expect(page.locator('button[name="auth_result"]').first()).toBeVisible();
      // The last story of this world: the setting stays.
      world.own.settings.PAYMENT_GATEWAY = "tap";
      await world.own.restart();
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();

      await openTopUp(page, t);
      // The card that was saved stays at Moyasar, and is charged there.
      await page.getByRole("radio", { name: t("wallet:new_card") }).check();
      await chooseAmount(page, t, 200);
      await page.getByRole("button", { name: t("payments:go_to_page") }).click();
      await payOnTapsPage(page);
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
      expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 500_00 });
    },
  );
});
