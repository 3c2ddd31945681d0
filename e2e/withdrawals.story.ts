import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { aMerchantWithAStore, expect, remember, story } from "./steps/story.ts";
import { confirmWithdrawal, openWithdrawal, withdrawals } from "./steps/withdraw.ts";

const walletPath = "/financial-transaction/wallet";

story.describe("a merchant who wants money back", () => {
  story(
    "gets it on the card it came from, with a code from the phone",
    async ({ page, t, sandbox }, info) => {
      const { mobile, token } = loadPreparedMerchant(info.project.name).withdrawing;
      await remember(page, { "rawaj.access_token": token });

      await openWithdrawal(page, t, "900");
      await page.getByRole("button", { name: t("wallet_withdrawals:send_code") }).click();
      await expect(
        page.getByText(t("wallet_withdrawals:more_than_available", { amount: "500.00" })),
      ).toBeVisible();

      await page.getByRole("textbox", { name: t("wallet_withdrawals:amount_label") }).fill("200");
      const parts = page.getByRole("list", { name: t("wallet_withdrawals:parts") });
      await expect(parts).toContainText("1010");
      await confirmWithdrawal(page, t, { sandbox, mobile, amount: "200.00" });

      await expect(withdrawals(page, t).first()).toContainText(t("wallet_withdrawals:state_done"));
      const balance = page.getByRole("region", { name: t("wallet:balance"), exact: true });
      await expect(balance).toContainText("300.00");
    },
  );

  story(
    "is told of a wrong IBAN on its field, and saves the right one",
    async ({ page, t, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await page.goto(walletPath);
      await page.getByRole("button", { name: t("wallet_withdrawals:add_bank_account") }).click();
      const iban = page.getByRole("textbox", { name: t("wallet_withdrawals:iban"), exact: true });
      await iban.fill("SA0380000000608010167518");
      await expect(iban).toHaveValue("SA03 8000 0000 6080 1016 7518");
      await page
        .getByRole("textbox", { name: t("wallet_withdrawals:holder"), exact: true })
        .fill("متجر نخلة");
      await page.getByRole("button", { name: t("wallet_withdrawals:save") }).click();
      await expect(page.getByText(t("wallet:iban_not_valid"))).toBeVisible();

      await iban.fill("٠٣٨٠٠٠٠٠٠٠٦٠٨٠١٠١٦٧٥١٩");
      await page.getByRole("button", { name: t("wallet_withdrawals:save") }).click();
      await expect(page.getByText("SA03 8000 0000 6080 1016 7519")).toBeVisible();
      await page.getByRole("button", { name: t("wallet_withdrawals:change_bank_account") }).click();
      await expect(page.getByText(t("wallet_withdrawals:rest_words"))).toBeVisible();
    },
  );
});
