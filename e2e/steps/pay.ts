import { expect, type Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** Test cards of the gateway: each gets a different answer from the bank. */
export const cards = {
  good: "4201320111111010",
  noBalance: "4201320000311101",
} as const;

/** The answer given on the bank's page. */
export type BankAnswer = "AUTHENTICATED" | "UNAUTHENTICATED" | "ABANDONED";

/** Opens the top-up dialog in the wallet. */
export async function openTopUp(page: Page, t: Translate) {
  await page.goto("/financial-transaction/wallet");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("wallet:top_up"), exact: true })
    .first()
    .click();
}

/** Enters the amount, and goes on to the gateway's form. */
export async function chooseAmount(page: Page, t: Translate, riyals: number) {
  await page.getByRole("textbox", { name: t("wallet:amount_label") }).fill(String(riyals));
  await page.getByRole("button", { name: t("wallet:continue_to_pay") }).click();
}

/** Fills the gateway's own form and presses pay; the bank's page comes next, or the form's refusal. */
export async function payByCard(page: Page, number: string) {
  const form = page.locator("form.mysr-form");
  await form.locator('[name="name"]').fill("NOURA ALOTAIBI");
  await form.locator('[name="number"]').pressSequentially(number);
  await form.locator('[name="expiry"]').pressSequentially("0930");
  await form.locator('[name="cvc"]').pressSequentially("123");
  await form.getByRole("button").click();
}

/** Pays by STC Pay in the gateway's own form, with the code that came to the phone. */
export async function payByStcPay(page: Page) {
  const form = page.locator('form.mysr-form[data-method="stcpay"]');
  await page.getByRole("radio", { name: "STC Pay", exact: true }).check();
  await form.locator('[name="mobile"]').fill("0551234567");
  await form.locator('button[data-kind="stcpay"]').click();
  await form.locator('[name="otp"]').fill("123456");
  await form.locator('button[data-kind="otp"]').click();
  await expect(page).toHaveURL(/\/checkout\?/);
}

/** Answers the bank's 3-D Secure page; the checkout comes next, which leads on at once where something waits for the payment. */
export async function answerBank(page: Page, answer: BankAnswer, next = /\/checkout\?/) {
  await page.locator(`button[name="auth_result"][value="${answer}"]`).click();
  await expect(page).toHaveURL(next);
}

/** Types a card on the page of Tap's own, and answers the bank that asks there. */
export async function payOnTapsPage(page: Page) {
  const card = { number: "4464040000000007", month: "01", year: "2039", cvc: "100", name: "NOURA ALOTAIBI" };
  for (const [name, value] of Object.entries(card)) await page.locator(`input[name="${name}"]`).fill(value);
  await page.locator("form button.go").click();
  await page.locator('button[name="result"][value="AUTHENTICATED"]').click();
  await expect(page).toHaveURL(/\/checkout\?/);
}
