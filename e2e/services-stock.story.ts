import { deposit } from "#app/testing/merchant.ts";
import { storyInOwnWorld } from "./steps/own-world.ts";
import { aMerchantWithAStore, expect } from "./steps/story.ts";
import { useStock } from "./steps/use-stock.ts";

const stockPath = "/financial-transaction/services-stock";
const voucher = { ar: "قسيمة استشارة واحدة", en: "One consultation voucher" };
const advice = { ar: "استشارة: ميزانية رمضان", en: "Consultation: the budget of Ramadan" };

storyInOwnWorld.describe("a merchant who buys a package", () => {
  storyInOwnWorld(
    "pays it from the balance, uses it up, and reads both lines",
    async ({ page, t, language, sandbox, product, world }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 500);
      await page.goto(stockPath);
      const offer = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: voucher[language], exact: true }) });
      await offer.getByRole("link", { name: t("billing_stock:buy"), exact: true }).click();
      await page.getByRole("radio", { name: t("billing_payment:balance") }).check();
      await page.getByRole("button", { name: t("billing_payment:pay_now", { amount: "299.00" }) }).click();
      await expect(page.getByRole("heading", { name: t("billing_checkout:completed") })).toBeVisible();
      await page.getByRole("link", { name: t("billing_checkout:see_stock") }).click();

      const service = t("billing_stock:service.consultation_vouchers");
      const card = page
        .locator("section")
        .filter({ has: page.getByRole("heading", { level: 2, name: service, exact: true }) });
      await expect(card).toContainText(t("billing_stock:lots"));
      const line = (kind: string) =>
        page
          .getByRole("row")
          .filter({ hasText: t(`billing_stock:kind.${kind}`) })
          .filter({ hasText: service });
      await expect(line("added")).toContainText("+1");

      // Meanwhile the product is stopped: an open page would complain.
      await page.goto(`${sandbox.url}/control/clock`);
      const { id: merchantId } = await merchant.call<{ id: string }>("GET Clients/Account/index");
      const use = { service: "consultation_vouchers", units: 1, reason: advice } as const;
      await useStock(world.own, { merchantId, now: await sandbox.now(), ...use });
      await page.goto(stockPath);
      await expect(line("used")).toContainText("−1");
      await expect(line("used")).toContainText(advice[language]);
      await expect(line("used")).toContainText(t("billing_stock:source_bought"));
      await expect(line("added")).toBeVisible();
      // Nothing is left of it, and the plan has none.
      await expect(card).toHaveCount(0);
    },
  );
});
