import { deposit } from "#app/testing/merchant.ts";
import { moneyMembers, openAsMember, openMerchantMoney } from "./steps/staff.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

const stockPath = "/financial-transaction/services-stock";
const voucher = { ar: "قسيمة استشارة واحدة", en: "One consultation voucher" };
const reason = "استشارة رقم 104: ميزانية رمضان";

story.describe("a merchant who buys a package", () => {
  story(
    "pays it from the balance, has it redeemed by our staff, and reads both lines",
    async ({ page, t, language, sandbox, product }) => {
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

      await openAsMember(page, product, moneyMembers[0]);
      await openMerchantMoney(page, t, merchant.mobile);
      const vouchers = page
        .getByRole("list", { name: t("finance:stock.title") })
        .getByRole("listitem")
        .filter({ hasText: t("finance:stock.service_consultation_vouchers") });
      await expect(vouchers).toContainText(t("finance:stock.ends"));
      const redeem = async () => {
        await vouchers.getByRole("button", { name: t("finance:stock.redeem"), exact: true }).click();
        await vouchers.getByLabel(t("finance:stock.reason"), { exact: true }).fill(reason);
        await vouchers.getByRole("button", { name: t("finance:stock.redeem_now") }).click();
      };
      await redeem();
      await expect(vouchers).toContainText(t("finance:stock.ended_used"));
      await redeem();
      await expect(vouchers.getByText(t("finance:no_voucher_left"))).toBeVisible();

      await page.goto(stockPath);
      await expect(line("used")).toContainText("−1");
      await expect(line("used")).toContainText(reason);
      await expect(line("used")).toContainText(t("billing_stock:source_bought"));
      await expect(line("added")).toBeVisible();
      await expect(card).toContainText(t("billing_stock:ended.used"));
      await page.goto("/account-settings/settings");
      await expect(page.getByText(t("finance_acts:actions.finance.voucher_redeemed"))).toBeVisible();
      await expect(page.getByText(reason)).toBeVisible();
    },
  );
});
