import type { Json } from "../shared/field-table.ts";
import { expectOk, type Harness, makeImage } from "./testing.ts";

let lastRequest = 0;
const requestId = () => String(5_000_000_000 + ++lastRequest);

export const aSmartCampaign = (harness: Harness, change: Json = {}): Json => ({
  advertiser_id: harness.advertiser_id,
  request_id: requestId(),
  campaign_name: "White Friday, Smart+",
  objective_type: "WEB_CONVERSIONS",
  sales_destination: "WEBSITE",
  budget: 100,
  ...change,
});

export const aSmartGroup = (harness: Harness, campaignId: string, change: Json = {}): Json => ({
  advertiser_id: harness.advertiser_id,
  campaign_id: campaignId,
  request_id: requestId(),
  adgroup_name: "Riyadh women",
  promotion_type: "WEBSITE",
  optimization_goal: "CONVERT",
  optimization_event: "SHOPPING",
  pixel_id: harness.pixel_id,
  billing_event: "OCPM",
  bid_type: "BID_TYPE_NO_BID",
  schedule_type: "SCHEDULE_FROM_NOW",
  schedule_start_time: "2026-11-21 08:00:00",
  targeting_optimization_mode: "MANUAL",
  targeting_spec: {
    location_ids: ["102358"],
    age_groups: ["AGE_18_24", "AGE_25_34"],
    gender: "GENDER_FEMALE",
  },
  ...change,
});

export const aSmartAd = (
  harness: Harness,
  adgroupId: string,
  { image, portfolio }: { image: string; portfolio: string },
  change: Json = {},
): Json => ({
  advertiser_id: harness.advertiser_id,
  adgroup_id: adgroupId,
  ad_name: "Perfume ad",
  creative_list: [
    {
      creative_info: {
        ad_format: "CAROUSEL_ADS",
        image_info: [{ web_uri: image }],
        music_info: { music_id: "7016547803243022337" },
        identity_type: harness.identity_type,
        identity_id: harness.identity_id,
      },
    },
  ],
  ad_text_list: [{ ad_text: "خصم نصف السعر" }],
  landing_page_url_list: [{ landing_page_url: "https://store.example/offer" }],
  ad_configuration: { call_to_action_id: portfolio },
  ...change,
});

export async function makePortfolio(harness: Harness): Promise<string> {
  const ctaQuery = {
    advertiser_id: harness.advertiser_id,
    new_version: true,
    objective_type: "WEB_CONVERSIONS",
    promotion_type: "WEBSITE",
  };
  const { recommend_assets } = await expectOk(harness.get("/creative/cta/recommend/", ctaQuery));
  const created = await expectOk(
    harness.post("/creative/portfolio/create/", {
      advertiser_id: harness.advertiser_id,
      creative_portfolio_type: "CTA",
      portfolio_content: (recommend_assets as Json[]).slice(0, 1),
    }),
  );
  return String(created.creative_portfolio_id);
}

/** A Smart+ campaign with everything below it, enabled. */
export async function makeSmartTree(harness: Harness, change: { adgroup?: Json; ad?: Json } = {}) {
  const image = await makeImage(harness, `smart-${Math.random()}.png`);
  const portfolio = await makePortfolio(harness);
  const created = await expectOk(harness.post("/smart_plus/campaign/create/", aSmartCampaign(harness)));
  const campaign = String(created.campaign_id);
  const group = aSmartGroup(harness, campaign, change.adgroup);
  const adgroup = String((await expectOk(harness.post("/smart_plus/adgroup/create/", group))).adgroup_id);
  const body = aSmartAd(harness, adgroup, { image, portfolio }, change.ad);
  const ad = String((await expectOk(harness.post("/smart_plus/ad/create/", body))).smart_plus_ad_id);
  return { campaign, adgroup, ad, image, portfolio };
}

/** One Smart+ object as its own endpoints list it, deleted or not. */
export async function readSmart(
  harness: Harness,
  level: "campaign" | "adgroup" | "ad",
  id: string,
): Promise<Json | undefined> {
  const ids = level === "ad" ? "smart_plus_ad_ids" : `${level}_ids`;
  const filtering = { [ids]: [id], primary_status: "STATUS_ALL" };
  const query = { advertiser_id: harness.advertiser_id, filtering };
  const { list } = await expectOk(harness.get(`/smart_plus/${level}/get/`, query));
  return (list as Json[])[0];
}
