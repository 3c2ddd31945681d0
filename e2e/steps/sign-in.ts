import { expect, type Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

export const mobileField = (page: Page, t: Translate) =>
  page.getByRole("textbox", { name: t("merchants:auth.mobile") });
export const codeField = (page: Page, t: Translate) =>
  page.getByRole("textbox", { name: t("merchants:auth.code_label") });

/** From the first screen to the boxes that wait for the code. */
export async function requestCode(page: Page, t: Translate, mobile: string) {
  await mobileField(page, t).fill(mobile);
  await page.getByRole("button", { name: t("merchants:auth.send_code") }).click();
  await expect(codeField(page, t)).toBeVisible();
}

/** A new number is asked for a name once its code is right. */
export async function fillName(page: Page, t: Translate, name: string) {
  await page.getByRole("textbox", { name: t("merchants:auth.name") }).fill(name);
  await page.getByRole("button", { name: t("merchants:auth.open_account") }).click();
}

export async function signOut(page: Page, t: Translate) {
  await page.getByRole("button", { name: t("app:account_menu") }).click();
  await page.getByRole("button", { name: t("app:sign_out") }).click();
}
