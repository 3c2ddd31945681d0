import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { Translate } from "./translate.ts";

export type CampaignInput = { name: string; dailyRiyals: number; headline: string; brand: string };

/** The form's four steps, up to the review. */
export async function fillCampaign(page: Page, t: Translate, input: CampaignInput) {
  const field = (key: string) => page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
  const next = () => page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();

  await fillGoal(page, t, input.name);
  await next();

  await field("daily_budget").fill(String(input.dailyRiyals));
  await expect(page.getByText(t("campaigns_form:most_today"))).toBeVisible();
  await next();

  await uploadPicture(page, t);
  await field("headline").fill(input.headline);
  await field("brand_name").fill(input.brand);
  await next();
  await expect(page.getByRole("heading", { name: t("campaigns_form:steps.review") })).toBeVisible();
}

/** Chooses exactly these platforms; the form begins with the first linked one chosen. */
export async function choosePlatforms(page: Page, t: Translate, chosen: readonly Platform[]) {
  const choices = page.getByRole("group", { name: t("campaigns_form:platforms"), exact: true });
  for (const platform of platforms)
    await choices
      .getByRole("checkbox", { name: t(`campaigns:platform_names.${platform}`) })
      .setChecked(chosen.includes(platform));
}

/** The first step: platform and link. The platform is already chosen, and the link comes from the store. */
export async function fillGoal(page: Page, t: Translate, name: string) {
  // Its label goes on with the platform's name.
  await chooseFirst(page, new RegExp(`^${t("campaigns_form:ad_account")}`));
  await chooseFirst(page, new RegExp(`^${t("campaigns_form:store")}$`));
  await page.getByRole("textbox", { name: t("campaigns_form:name"), exact: true }).fill(name);
  const landing = page.getByRole("textbox", { name: t("campaigns_form:landing_url"), exact: true });
  await expect(landing).not.toHaveValue("");
}

export async function launch(page: Page, t: Translate) {
  await page.getByRole("button", { name: t("campaigns_form:launch") }).click();
}

/** A real image of the size the platform requires, uploaded to the end. */
export async function uploadPicture(page: Page, t: Translate, platform: Platform = "snapchat") {
  const name = "ad.png";
  const [media] = getCapabilities(platform)?.media ?? [];
  const size = { width: media?.width ?? 1_080, height: media?.height ?? 1_920 };
  const buffer = await sharp({ create: { ...size, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "image/png", buffer });
  await expect(page.getByText(name)).toBeVisible();
  await expect(uploadBar(page, t)).toHaveCount(0);
}

/** The bar of what is uploading; on a phone the form's steps are a bar too. */
export const uploadBar = (page: Page, t: Translate) =>
  page.getByRole("region", { name: t("creative:uploads.title"), exact: true }).getByRole("progressbar");

async function chooseFirst(page: Page, name: RegExp) {
  await page.getByRole("combobox", { name }).or(page.getByRole("textbox", { name })).first().click();
  await page.getByRole("option").first().click();
}

/** What the platform has confirmed of the campaign whose page is open. */
export const syncStateTable = (page: Page, t: Translate) =>
  page.getByRole("table", { name: t("campaign:sync_state") });
