import type { Json } from "../shared/field-table.ts";
import { type Bench, done, makeImage } from "./testing.ts";

let turn = 0;
const requestId = () => String(5_000_000_000 + ++turn);

export const aSmartCampaign = (bench: Bench, change: Json = {}): Json => ({
  advertiser_id: bench.advertiser_id,
  request_id: requestId(),
  campaign_name: "White Friday, Smart+",
  objective_type: "WEB_CONVERSIONS",
  sales_destination: "WEBSITE",
  budget: 100,
  ...change,
});

export const aSmartGroup = (bench: Bench, campaignId: string, change: Json = {}): Json => ({
  advertiser_id: bench.advertiser_id,
  campaign_id: campaignId,
  request_id: requestId(),
  adgroup_name: "Riyadh women",
  promotion_type: "WEBSITE",
  optimization_goal: "CONVERT",
  optimization_event: "SHOPPING",
  pixel_id: bench.pixel_id,
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
  bench: Bench,
  adgroupId: string,
  { image, portfolio }: { image: string; portfolio: string },
  change: Json = {},
): Json => ({
  advertiser_id: bench.advertiser_id,
  adgroup_id: adgroupId,
  ad_name: "Perfume ad",
  creative_list: [
    {
      creative_info: {
        ad_format: "CAROUSEL_ADS",
        image_info: [{ web_uri: image }],
        music_info: { music_id: "7016547803243022337" },
        identity_type: bench.identity_type,
        identity_id: bench.identity_id,
      },
    },
  ],
  ad_text_list: [{ ad_text: "خصم نصف السعر" }],
  landing_page_url_list: [{ landing_page_url: "https://store.example/offer" }],
  ad_configuration: { call_to_action_id: portfolio },
  ...change,
});

export async function makePortfolio(bench: Bench): Promise<string> {
  const asked = {
    advertiser_id: bench.advertiser_id,
    new_version: true,
    objective_type: "WEB_CONVERSIONS",
    promotion_type: "WEBSITE",
  };
  const { recommend_assets } = await done(bench.get("/creative/cta/recommend/", asked));
  const made = await done(
    bench.post("/creative/portfolio/create/", {
      advertiser_id: bench.advertiser_id,
      creative_portfolio_type: "CTA",
      portfolio_content: (recommend_assets as Json[]).slice(0, 1),
    }),
  );
  return String(made.creative_portfolio_id);
}

/** A Smart+ campaign with everything below it, switched on. */
export async function makeSmartTree(bench: Bench, change: { adgroup?: Json; ad?: Json } = {}) {
  const image = await makeImage(bench, `smart-${Math.random()}.png`);
  const portfolio = await makePortfolio(bench);
  const made = await done(bench.post("/smart_plus/campaign/create/", aSmartCampaign(bench)));
  const campaign = String(made.campaign_id);
  const group = aSmartGroup(bench, campaign, change.adgroup);
  const adgroup = String((await done(bench.post("/smart_plus/adgroup/create/", group))).adgroup_id);
  const body = aSmartAd(bench, adgroup, { image, portfolio }, change.ad);
  const ad = String((await done(bench.post("/smart_plus/ad/create/", body))).smart_plus_ad_id);
  return { campaign, adgroup, ad, image, portfolio };
}

/** One Smart+ object as its own endpoints list it, deleted or not. */
export async function readSmart(
  bench: Bench,
  level: "campaign" | "adgroup" | "ad",
  id: string,
): Promise<Json | undefined> {
  const ids = level === "ad" ? "smart_plus_ad_ids" : `${level}_ids`;
  const filtering = { [ids]: [id], primary_status: "STATUS_ALL" };
  const query = { advertiser_id: bench.advertiser_id, filtering };
  const { list } = await done(bench.get(`/smart_plus/${level}/get/`, query));
  return (list as Json[])[0];
}
