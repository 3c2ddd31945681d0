import { expect, type Locator, type Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

export type AdPlatform = "meta" | "snapchat" | "tiktok" | "x" | "google";
export type StorePlatform = "salla" | "zid" | "shopify" | "woocommerce";

const platformName = (t: Translate, platform: AdPlatform) => t(`ad_accounts:platforms.${platform}`);

/** The card of one store platform among those that can be connected. */
export const storeCard = (page: Page, t: Translate, platform: StorePlatform | "other") =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: t(`stores:platforms.${platform}`), exact: true }) });

/** A merchant who has a store already opens the list of platforms first. */
export async function openStoreChoice(page: Page, t: Translate) {
  const another = page.getByText(t("stores:connect_another"), { exact: true });
  await expect(page.getByText(t("stores:choose_platform")).or(another)).toBeVisible();
  const closed = page.locator("details:not([open])").filter({ has: another });
  if ((await closed.count()) > 0) await another.click();
}

/** Goes to a store platform's consent page, with the store's address where one is required. */
export async function leaveForStore(page: Page, t: Translate, platform: StorePlatform, address?: string) {
  await openStoreChoice(page, t);
  const card = storeCard(page, t, platform);
  if (address) await fillAddress(card, address);
  const name = t("stores:connect", { platform: t(`stores:platforms.${platform}`) });
  await card.getByRole("button", { name }).click();
}

/** The form for an address is closed until it is wanted. */
export async function fillAddress(card: Locator, address: string) {
  const field = card.getByRole("textbox").last();
  if (!(await field.isVisible())) await card.locator("summary").first().click();
  await field.fill(address);
}

/** The text about a store that was just connected, whatever its name. */
export function storeConnected(t: Translate): RegExp {
  const [before = "", after = ""] = t("stores:result.connected_named", { name: "|" }).split("|");
  return new RegExp(`^${before}.+${after}$`);
}

/** Goes to Salla's consent page, chooses a new demo shop, allows, and comes back. */
export async function connectSalla(page: Page, t: Translate, kind = "dates") {
  await leaveForStore(page, t, "salla");
  await allow(page, `new:${kind}`);
  await expect(page.getByText(storeConnected(t))).toBeVisible();
}

/** Goes to an ad platform's consent page, from the page of platforms or after a failed attempt. */
export async function leaveForPlatform(page: Page, t: Translate, platform: AdPlatform) {
  const first = t("ad_accounts:connect", { platform: platformName(t, platform) });
  await page.getByRole("button", { name: first }).click();
}

/** Connects as a person with ad accounts of their own, and links the first that is listed. */
export async function linkPlatform(page: Page, t: Translate, platform: AdPlatform) {
  await leaveForPlatform(page, t, platform);
  await allow(page, "fresh");
  await expect(
    page.getByRole("heading", {
      name: t("ad_accounts:choose_title", { platform: platformName(t, platform) }),
    }),
  ).toBeVisible();
  await page
    .getByRole("radiogroup", { name: t("ad_accounts:choose_account") })
    .getByRole("radio")
    .first()
    .check();
  await page.getByRole("button", { name: t("ad_accounts:link"), exact: true }).click();
  const card = platformCard(page, t, platform);
  await expect(card.getByText(t("ad_accounts:status.linked"), { exact: true })).toBeVisible();
}

/** The card of one ad platform. */
export const platformCard = (page: Page, t: Translate, platform: AdPlatform) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: platformName(t, platform), exact: true }) });

/** The vendor's page: the person or the shop, and allow or deny. A choice that is already made stays by default. */
export async function allow(page: Page, choice?: string, decision: "allow" | "deny" = "allow") {
  if (choice) await page.locator(`input[name="choice"][value="${choice}"]`).check();
  await page.locator(`button[name="decision"][value="${decision}"]`).click();
}
