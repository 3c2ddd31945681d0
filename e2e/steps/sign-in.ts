import { expect, type Page } from "@playwright/test";
import type { Say } from "./words.ts";

export const mobileField = (page: Page, say: Say) =>
  page.getByRole("textbox", { name: say("merchants:auth.mobile") });
export const codeField = (page: Page, say: Say) =>
  page.getByRole("textbox", { name: say("merchants:auth.code_label") });

/** From the first screen to the boxes that wait for the code. */
export async function askForCode(page: Page, say: Say, mobile: string) {
  await mobileField(page, say).fill(mobile);
  await page.getByRole("button", { name: say("merchants:auth.send_code") }).click();
  await expect(codeField(page, say)).toBeVisible();
}

/** A number that is new is asked for a name once its code is right. */
export async function tellName(page: Page, say: Say, name: string) {
  await page.getByRole("textbox", { name: say("merchants:auth.name") }).fill(name);
  await page.getByRole("button", { name: say("merchants:auth.open_account") }).click();
}

export async function signOut(page: Page, say: Say) {
  await page.getByRole("button", { name: say("app:account_menu") }).click();
  await page.getByRole("button", { name: say("app:sign_out") }).click();
}
