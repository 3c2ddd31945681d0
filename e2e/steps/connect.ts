import { expect, type Page } from "@playwright/test";
import type { Say } from "./words.ts";

/** Leaves for Salla's consent page, takes a demo shop made just now, allows, and is back. */
export async function connectSalla(page: Page, say: Say, kind = "dates") {
  const salla = say("stores:platforms.salla");
  await page.getByRole("button", { name: say("stores:connect", { platform: salla }) }).click();
  await allow(page, `new:${kind}`);
  await expect(page.getByText(say("stores:result.connected"))).toBeVisible();
}

/** Leaves for Snapchat's consent page as somebody with an organisation of their own, and chooses the first account offered. */
export async function linkSnapchat(page: Page, say: Say) {
  const snapchat = say("ad_accounts:platforms.snapchat");
  await page.getByRole("button", { name: say("ad_accounts:connect", { platform: snapchat }) }).click();
  await allow(page, "fresh");
  await expect(page.getByRole("heading", { name: say("ad_accounts:choose_title") })).toBeVisible();
  await page
    .getByRole("radiogroup", { name: say("ad_accounts:choose_account") })
    .getByRole("radio")
    .first()
    .check();
  await expect(page.getByText(say("ad_accounts:profile_is"))).toBeVisible();
  await page.getByRole("button", { name: say("ad_accounts:link"), exact: true }).click();
  await expect(page.getByText(say("ad_accounts:status.linked"), { exact: true })).toBeVisible();
}

/** The vendor's page: who one is, or which shop, and yes or no. */
export async function allow(page: Page, choice: string, decision: "allow" | "deny" = "allow") {
  await page.locator(`input[name="choice"][value="${choice}"]`).check();
  await page.locator(`button[name="decision"][value="${decision}"]`).click();
}
