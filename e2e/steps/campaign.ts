import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Say } from "./words.ts";

export type CampaignWish = { name: string; dailyRiyals: number; headline: string; brand: string };

/** The form's four steps, up to the review. */
export async function fillCampaign(page: Page, say: Say, wish: CampaignWish) {
  const field = (key: string) =>
    page.getByRole("textbox", { name: say(`campaigns:form.${key}`), exact: true });
  const next = () => page.getByRole("button", { name: say("campaigns:form.next"), exact: true }).click();

  await fillGoal(page, say, wish.name);
  await next();

  await field("daily_budget").fill(String(wish.dailyRiyals));
  await expect(page.getByText(say("campaigns:form.most_today"))).toBeVisible();
  await next();

  await uploadPicture(page);
  await field("headline").fill(wish.headline);
  await field("brand_name").fill(wish.brand);
  await next();
  await expect(page.getByRole("heading", { name: say("campaigns:form.steps.review") })).toBeVisible();
}

/** The first step: where it runs and leads to. The platform stands chosen, and the link comes from the store. */
export async function fillGoal(page: Page, say: Say, name: string) {
  await chooseFirst(page, say("campaigns:form.ad_account"));
  await chooseFirst(page, say("campaigns:form.store"));
  await page.getByRole("textbox", { name: say("campaigns:form.name"), exact: true }).fill(name);
  const landing = page.getByRole("textbox", { name: say("campaigns:form.landing_url"), exact: true });
  await expect(landing).not.toHaveValue("");
}

export async function launch(page: Page, say: Say) {
  await page.getByRole("button", { name: say("campaigns:form.launch") }).click();
}

/** A real picture of the size the platform asks for, and the upload seen to its end. */
export async function uploadPicture(page: Page, platform: Platform = "snapchat") {
  const name = "ad.png";
  const [taken] = capabilitiesOf(platform)?.media ?? [];
  const size = { width: taken?.width ?? 1_080, height: taken?.height ?? 1_920 };
  const buffer = await sharp({ create: { ...size, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "image/png", buffer });
  await expect(page.getByText(name)).toBeVisible();
}

async function chooseFirst(page: Page, label: string) {
  await page
    .getByRole("combobox", { name: label })
    .or(page.getByRole("textbox", { name: label, exact: true }))
    .click();
  await page.getByRole("option").first().click();
}

/** What the platform has confirmed of the campaign on whose page one is. */
export const syncOf = (page: Page, say: Say) => page.getByRole("table", { name: say("campaign:standing") });
