import { z } from "zod";
import type { AdAccountContext, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type AdContent, toTexts } from "./ad-content.ts";
import { type ApiClient, loadRows } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { toResourceName } from "./resource-names.ts";
import { ensureVideo } from "./videos.ts";

/** Our calls to action as Google's buttons (Google Ads API, CallToActionType). */
const callsToAction: Record<string, string> = {
  shop_now: "SHOP_NOW",
  order_now: "ORDER_NOW",
  learn_more: "LEARN_MORE",
  sign_up: "SIGN_UP",
  subscribe: "SUBSCRIBE",
  book_now: "BOOK_NOW",
  apply_now: "APPLY_NOW",
  download_now: "DOWNLOAD",
  contact_us: "CONTACT_US",
  watch_now: "WATCH_NOW",
};

/** Changes that Google makes to videos automatically unless they are switched off (AssetAutomationType). */
const automations = ["GENERATE_ENHANCED_YOUTUBE_VIDEOS", "GENERATE_LANDING_PAGE_PREVIEW"] as const;

const masks = [
  "headlines",
  "longHeadlines",
  "descriptions",
  "videos",
  "logoImages",
  "businessName.text",
  "callToActions",
] as const;

/** Google Ads API, Demand Gen: a video on YouTube with its texts, the business's name and logo, and a button. */
export async function buildVideoAd(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdSpec,
): Promise<AdContent> {
  const logo = await loadAccountLogo(client, account);
  if (!spec.media) throw rejected("not sent: no video", "ad_accounts:media_missing");
  const video = await ensureVideo(client, account, spec.media);
  const button = toResourceName(account, "assets", -50);
  const ad = {
    headlines: toTexts([spec.headline, ...spec.moreHeadlines]),
    // The long headline is the ad's text; without one, the headline is used in both places.
    longHeadlines: toTexts([spec.text || spec.headline]),
    descriptions: toTexts([spec.description, ...spec.moreDescriptions]),
    videos: [{ asset: video }],
    logoImages: [{ asset: logo }],
    businessName: { text: spec.brandName.trim() },
    callToActions: [{ asset: button }],
  };
  const callToActionAsset = { callToAction: callsToAction[spec.callToAction] };
  const assetAutomationStatus = spec.automaticEnhancements ? "OPTED_IN" : "OPTED_OUT";
  return {
    field: "demandGenVideoResponsiveAd",
    ad,
    masks,
    // If the account already has this button, Google returns it instead of creating a second one.
    before: [{ assetOperation: { create: { resourceName: button, callToActionAsset } } }],
    settings: {
      adGroupAdAssetAutomationSettings: automations.map((assetAutomationType) => ({
        assetAutomationType,
        assetAutomationStatus,
      })),
    },
  };
}

const logoRow = z.looseObject({ asset: z.looseObject({ resourceName: z.string() }) });

/**
 * The account's business logo, which the merchant has uploaded to Google. Ads on YouTube cannot be created without one.
 */
async function loadAccountLogo(client: ApiClient, account: AdAccountContext): Promise<string> {
  const query =
    "SELECT asset.resource_name FROM customer_asset WHERE customer_asset.field_type IN ('BUSINESS_LOGO', 'LOGO') AND customer_asset.status = 'ENABLED' LIMIT 1";
  const [found] = await loadRows(client, account, query, logoRow);
  if (!found) throw rejected("not sent: the account has no logo", "ad_accounts:logo_missing");
  return found.asset.resourceName;
}
