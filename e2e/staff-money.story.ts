import { findAccessibilityViolations, findPageProblems, waitForPage } from "./steps/inspect.ts";
import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { moneyMembers, openAsMember, openMerchantMoney } from "./steps/staff.ts";
import { expect, remember, story } from "./steps/story.ts";
import { confirmWithdrawal, openWithdrawal, withdrawals } from "./steps/withdraw.ts";

const [first, second] = moneyMembers;

story.describe("somebody of the staff who looks after money", () => {
  story(
    "gives a period's money back, and credit with a second consent; makes a transfer; the merchant sees it all",
    async ({ page, t, sandbox, product }, { project, retry }) => {
      const { mobile, token } = loadPreparedMerchant(project.name).upgraded;
      const check = async () => {
        await waitForPage(page);
        expect(await findPageProblems(page)).toEqual([]);
        expect(await findAccessibilityViolations(page)).toEqual([]);
      };

      await openAsMember(page, product, first);
      await openMerchantMoney(page, t, mobile);
      const credit = page.locator("section").filter({
        has: page.getByRole("heading", { name: t("finance:credits.title"), exact: true }),
      });
      await credit.getByLabel(t("finance:amount"), { exact: true }).fill("600");
      await credit.getByLabel(t("finance:reason"), { exact: true }).fill("تعويض عن انقطاع");
      await credit.getByRole("button", { name: t("finance:credits.give") }).click();
      await expect(page.getByText(t("finance:credits.sent_waiting"))).toBeVisible();

      const upgrade = page.getByRole("listitem").filter({ hasText: t("finance:periods.kind_upgrade") });
      await upgrade.getByRole("button", { name: t("finance:refunds.open") }).click();
      await upgrade.getByLabel(t("finance:amount"), { exact: true }).fill("50");
      await upgrade.getByRole("button", { name: t("finance:refunds.send") }).click();
      await expect(upgrade.getByText(t("finance:reason_required"))).toBeVisible();
      await upgrade.getByLabel(t("finance:reason"), { exact: true }).fill("لم تفتح الأدوات");
      await upgrade.getByRole("button", { name: t("finance:refunds.send") }).click();
      await expect(upgrade).toContainText(t("finance:periods.returned"));
      await expect(upgrade).toContainText("50.00");
      await check();

      // Whoever requested it cannot consent.
      const waiting = page
        .getByRole("list", { name: t("finance:credits.waiting") })
        .getByRole("listitem")
        .filter({ hasText: "600.00" })
        .first();
      await waiting.getByRole("button", { name: t("finance:credits.approve") }).click();
      await expect(page.getByText(t("finance:own_request"))).toBeVisible();
      await openAsMember(page, product, second);
      await waiting.getByRole("button", { name: t("finance:credits.approve") }).click();
      await expect(page.getByText(t("finance:credits.none_waiting"))).toBeVisible();

      await remember(page, { "rawaj.access_token": token });
      await openWithdrawal(page, t, "700");
      const parts = page.getByRole("dialog").getByRole("list", { name: t("wallet_withdrawals:parts") });
      await expect(parts).toContainText("200.00");
      await confirmWithdrawal(page, t, { sandbox, mobile, amount: "700.00" });

      // The card's part goes first: what it refuses would go to the bank too.
      const payout = page.getByRole("list", { name: t("finance:payouts.title") }).getByRole("listitem");
      await expect(async () => {
        await page.goto("/staff");
        await expect(payout).toContainText("200.00", { timeout: 5_000 });
      }).toPass();
      await expect(payout).toContainText("SA03 8000 0000 6080 1016 7519");
      await payout.getByRole("button", { name: t("finance:payouts.start"), exact: true }).click();
      // A bank's reference confirms one transfer, whoever the merchant is.
      const reference = `FT${mobile.slice(-9)}${retry}`;
      await payout.getByLabel(t("finance:payouts.bank_reference")).fill(reference);
      await check();
      await payout.getByRole("button", { name: t("finance:payouts.confirm") }).click();
      await expect(page.getByText(t("finance:payouts.none"))).toBeVisible();

      await page.goto("/financial-transaction/wallet");
      await expect(withdrawals(page, t).first()).toContainText(t("wallet_withdrawals:state_done"));
      await page.goto("/financial-transaction/operations-table");
      const line = (kind: string) =>
        page.getByRole("button", { expanded: false }).filter({ hasText: t(`wallet:kind_${kind}`) });
      await expect(line("credit")).toContainText("+600.00");
      await expect(line("charge_refund")).toContainText("+50.00");
      await expect(line("withdrawal").first()).toBeVisible();

      await page.goto("/account-settings/settings");
      for (const action of [
        "finance.money_viewed",
        "finance.credit_requested",
        "finance.credit_given",
        "billing.period_refund_requested",
        "wallet.payout_started",
        "wallet.payout_confirmed",
      ])
        await expect(
          page.getByText(t(`finance_acts:actions.${action}`), { exact: true }).first(),
        ).toBeVisible();
      await check();
    },
  );
});
