import { expect, type Page } from "@playwright/test";
import type { Sandbox } from "./sandbox.ts";
import type { Translate } from "./translate.ts";

export const withdrawals = (page: Page, t: Translate) =>
  page.getByRole("list", { name: t("wallet_withdrawals:withdrawals"), exact: true }).getByRole("listitem");

/** From the wallet to the dialog, with an amount in it. */
export async function openWithdrawal(page: Page, t: Translate, riyals: string) {
  await page.goto("/financial-transaction/wallet");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("wallet_withdrawals:withdraw"), exact: true })
    .click();
  await page.getByRole("textbox", { name: t("wallet_withdrawals:amount_label") }).fill(riyals);
}

type Confirmed = { sandbox: Sandbox; mobile: string; amount: string };

/** Confirms it with the code from the phone, the second that came there, and closes the dialog. */
export async function confirmWithdrawal(page: Page, t: Translate, { sandbox, mobile, amount }: Confirmed) {
  const code = page.getByRole("textbox", { name: t("wallet_withdrawals:code_label") });
  // A number may be sent its next code a minute after the one that signed in.
  await expect(async () => {
    await page.getByRole("button", { name: t("wallet_withdrawals:send_code") }).click();
    await expect(code).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 75_000 });
  await code.fill(await sandbox.codeFor(mobile, 2));
  await page.getByRole("button", { name: t("wallet_withdrawals:confirm", { amount }) }).click();
  await expect(page.getByText(t("wallet_withdrawals:done_title"))).toBeVisible();
  await page
    .getByRole("button", { name: t("wallet_withdrawals:close"), exact: true })
    .last()
    .click();
}
