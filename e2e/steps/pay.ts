import { expect, type Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** Test cards of the gateway: each gets a different answer from the bank. */
export const cards = {
  good: "4201320111111010",
  noBalance: "4201320000311101",
} as const;

/** The answer given on the bank's page. */
export type BankAnswer = "AUTHENTICATED" | "UNAUTHENTICATED" | "ABANDONED";

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

/** Answers the bank's 3-D Secure page. */
export async function answerBank(page: Page, answer: BankAnswer) {
  await page.locator(`button[name="auth_result"][value="${answer}"]`).click();
  await expect(page).toHaveURL(/\/checkout\?/);
}
