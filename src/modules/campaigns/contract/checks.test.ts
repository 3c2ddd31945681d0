import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { snapchat } from "#modules/ad-accounts/contract/capabilities/snapchat.ts";
import { tiktok } from "#modules/ad-accounts/contract/capabilities/tiktok.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { everyHour, noHour, planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { checkAd } from "./check-ad.ts";
import { checkAdGroup } from "./check-ad-group.ts";
import { checkCampaign, checkCampaignLimits } from "./check-campaign.ts";
import { checkNewCampaign } from "./check-new-campaign.ts";
import type { Problem } from "./problem.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "./shapes.ts";

const places = ["https://nakhla.example"];
const now = new Date("2026-11-21T09:00:00Z");
const limits = (change: Partial<Capabilities> = {}): Capabilities => ({ ...snapchat, ...change });
const found = (problems: readonly Problem[]) => problems.map(({ code, field }) => `${field}: ${code}`);

const campaign = (input: Partial<CampaignFields>, change: Partial<Capabilities> = {}, hasPixel = true) =>
  found(checkCampaign(campaignBody(input), limits(change), { now, places, hasPixel }));
const group = (input: Partial<AdGroupFields>, change: Partial<Capabilities> = {}) =>
  found(checkAdGroup(adGroupBody(input), limits(change)));
const ad = (input: Partial<AdFields>, change: Partial<Capabilities> = {}) =>
  found(checkAd(adBody(input), limits(change), { places }));

describe("a campaign", () => {
  const pickOne = { placements: { options: ["search", "youtube"], pick: "one" } } as const;
  const pickSome = { placements: { options: ["facebook", "instagram"], pick: "some" } } as const;

  it("needs one placement where a platform takes one, and at least one where it takes several", () => {
    expect(campaign({ placements: [] }, pickOne)).toEqual(["placements: campaigns.placement_missing"]);
    expect(campaign({ placements: ["search", "youtube"] }, pickOne)).toEqual([
      "placements: campaigns.placement_one_only",
    ]);
    expect(campaign({ placements: ["search"] }, pickOne)).toEqual([]);
    expect(campaign({ placements: ["facebook", "instagram"] }, pickSome)).toEqual([]);
    expect(campaign({ placements: ["search"] }, pickSome)).toEqual([
      "placements: campaigns.placement_not_supported",
    ]);
    expect(campaign({ placements: ["facebook"] })).toEqual(["placements: campaigns.placement_not_supported"]);
  });

  it("is shown at chosen hours only where the platform can, with the reason where it cannot", () => {
    const hours = planOfRuns([
      { weekday: 0, from: 9, hours: 1 },
      { weekday: 0, from: 21, hours: 2 },
    ]);
    const daily = { hourPlans: { spansPerDay: null } };
    expect(campaign({ hours }, daily)).toEqual([]);
    expect(campaign({ hours }, { hourPlans: { spansPerDay: 2 } })).toEqual([]);
    expect(campaign({ hours }, { hourPlans: { spansPerDay: 1 } })).toEqual([
      "hours: campaigns.hours_too_many_spans",
    ]);
    expect(campaign({ hours: noHour }, daily)).toEqual(["hours: campaigns.hours_empty"]);
    const hindered = { hourPlans: { obstacle: "lifetime_budget_only" } } as const;
    expect(campaign({ hours }, hindered)).toEqual(["hours: campaigns.hours_need_lifetime_budget"]);
    expect(campaign({ hours }, { hourPlans: { obstacle: "not_offered" } })).toEqual([
      "hours: campaigns.hours_not_supported",
    ]);
    expect(campaign({ hours: everyHour }, hindered)).toEqual([]);
  });

  it("accepts a target ROAS only where the platform supports it, within its bounds", () => {
    const aiming = { bidding_strategy: "target_roas" } as const;
    const knows = {
      biddingStrategies: ["target_roas"],
      targetRoas: { min: 100, max: 10_000_000 },
    } satisfies Partial<Capabilities>;
    expect(campaign({ ...aiming, target_roas: 35_000 })).toEqual([
      "bidding_strategy: campaigns.bidding_not_supported",
    ]);
    expect(campaign({ ...aiming, target_roas: 35_000 }, knows)).toEqual([]);
    expect(campaign({ ...aiming, target_roas: 99 }, knows)).toEqual([
      "target_roas: campaigns.target_roas_out_of_range",
    ]);
    expect(campaign({ ...aiming, target_roas: null }, knows)).toHaveLength(1);
  });

  it("that bids for purchases needs a pixel in its account", () => {
    const aiming = { bidding_strategy: "target_cpa", target_cpa_halalas: 20_00 } as const;
    expect(campaign(aiming, {}, true)).toEqual([]);
    expect(campaign(aiming, {}, false)).toEqual(["bidding_strategy: campaigns.bidding_needs_pixel"]);
  });

  it("accepts only objectives its platform supports", () => {
    expect(campaign({ objective: "sales" }, { objectives: ["traffic"] })).toEqual([
      "objective: campaigns.objective_not_supported",
    ]);
  });
});

describe("an ad group", () => {
  it("has no geo radii where a platform supports none", () => {
    expect(group({}, { radiusMetres: null })).toEqual(["locations: campaigns.radius_not_supported"]);
    expect(group({ locations: [] }, { radiusMetres: null })).toEqual([]);
  });

  const riyadh = {
    city: "riyadh",
    names: { ar: "الرياض", en: "Riyadh" },
    excluded: false,
    latitude: 24.7136,
    longitude: 46.6753,
    radius_metres: 35_000,
  };
  const olaya = { ...riyadh, city: "riyadh/al-olaya", names: null, latitude: 24.695, radius_metres: 2_000 };

  it("excludes places only where the platform can", () => {
    const locations = [riyadh, { ...olaya, excluded: true }];
    expect(group({ locations })).toEqual([]);
    expect(group({ locations }, { supportsExcludedPlaces: false })).toEqual([
      "locations: campaigns.exclusion_not_supported",
    ]);
    expect(group({ locations: [{ ...riyadh, excluded: true }] })).toEqual([]);
  });

  it("is not left without any place by its exclusions", () => {
    const locations = [olaya, { ...riyadh, excluded: true }];
    expect(group({ locations })).toEqual(["locations: campaigns.locations_all_excluded"]);
    expect(group({ locations: [...locations, { ...riyadh, radius_metres: 35_001 }] })).toEqual([]);
  });

  it("has places in the Kingdom only", () => {
    const dubai = { ...riyadh, city: null, latitude: 25.2, longitude: 55.9 };
    expect(group({ locations: [dubai] })).toEqual(["locations: campaigns.location_outside_kingdom"]);
  });

  it("has radii from the platform's smallest to its largest, exclusions too", () => {
    const bounds = { radiusMetres: { min: 1_000, max: 80_000 } };
    const at = (radius_metres: number, excluded = false) =>
      group({ locations: [{ ...riyadh, excluded, radius_metres }] }, bounds);
    expect([at(1_000), at(80_000)]).toEqual([[], []]);
    const refused = ["locations: campaigns.radius_out_of_reach"];
    expect([at(999), at(80_001), at(999, true)]).toEqual([refused, refused, refused]);
  });

  it("has at most as many places as the platform accepts", () => {
    expect(group({ locations: [riyadh, olaya] }, { maxGeoRadii: 1 })).toEqual([
      "locations: campaigns.locations_too_many",
    ]);
  });

  it("excludes ages at an end, and in the middle only where the platform can", () => {
    const gap: Partial<AdGroupFields> = { age_ranges: ["13-49"], excluded_age_ranges: ["25-34"] };
    expect(group(gap)).toEqual(["excluded_age_ranges: campaigns.ages_not_left_out"]);
    expect(group({ age_ranges: ["18-24", "25-34"], excluded_age_ranges: ["18-24"] })).toEqual([]);
  });

  it("takes whole age groups where the platform has them, and the refusal names them", () => {
    const ages = {
      min: 18,
      maxOpenFrom: 64,
      steps: [
        { from: 18, to: 34 },
        { from: 35, to: null },
      ],
    };
    const [problem] = checkAdGroup(adGroupBody({ age_ranges: ["13-35"] }), limits({ ages }));
    expect(problem).toMatchObject({
      code: "campaigns.ages_not_in_steps",
      params: { ages: "13-35", steps: "18-34, 35+", platform: "snapchat" },
    });
  });

  it("has keywords where the platform requires them: enough, not too many, none too long", () => {
    const keywords = { min: 1, max: 2, length: 5 };
    expect(group({ keywords: [] }, { keywords })).toEqual(["keywords: campaigns.keywords_out_of_range"]);
    expect(group({ keywords: ["تمر", "عجوة"] }, { keywords })).toEqual([]);
    expect(group({ keywords: ["تمر", "عجوة", "سكري"] }, { keywords })).toHaveLength(1);
    expect(group({ keywords: ["عجوة المدينة"] }, { keywords })).toEqual([
      "keywords: campaigns.keyword_too_long",
    ]);
    expect(group({ keywords: ["تمر"] })).toEqual(["keywords: campaigns.keywords_not_supported"]);
  });

  it("uses optimized targeting only where the platform supports it", () => {
    expect(group({ optimized_targeting: true }, { supportsOptimizedTargeting: false })).toEqual([
      "optimized_targeting: campaigns.optimized_not_supported",
    ]);
  });
});

describe("an ad", () => {
  const search: Partial<Capabilities> = {
    media: [],
    callsToAction: [],
    headlines: { min: 3, max: 15 },
    descriptions: { min: 2, max: 4, length: 90 },
  };
  const words: Partial<AdFields> = {
    media_id: null,
    more_headlines: ["تمر سكري", "هدايا التمر"],
    description: "تمور المدينة",
    more_descriptions: ["توصيل خلال يومين"],
  };

  it("of text only takes several texts and no picture", () => {
    expect(ad(words, search)).toEqual([]);
    expect(ad({ ...words, media_id: "med_1" }, search)).toEqual(["media_id: campaigns.media_not_accepted"]);
    expect(ad({ ...words, more_headlines: ["تمر"] }, search)).toEqual([
      "more_headlines: campaigns.headlines_out_of_range",
    ]);
    expect(ad({ ...words, more_descriptions: [] }, search)).toEqual([
      "more_descriptions: campaigns.descriptions_out_of_range",
    ]);
    expect(ad({ ...words, more_headlines: ["عجوة المدينة", "تمر"] }, search)).toEqual([
      "more_headlines: campaigns.texts_repeated",
    ]);
  });

  it("elsewhere has one headline and a picture", () => {
    expect(ad({})).toEqual([]);
    expect(ad({ media_id: null })).toEqual(["media_id: campaigns.media_missing"]);
    expect(ad({ more_headlines: ["تمر"] })).toEqual(["more_headlines: campaigns.headlines_out_of_range"]);
  });

  it("has its text counted as the platform counts it", () => {
    const byWeight = { textMax: 10, textsCountedBy: "x_weights" } as const;
    expect(ad({ text: "🔥🔥🔥🔥🔥" }, byWeight)).toEqual([]);
    expect(ad({ text: "日本語日本語" }, byWeight)).toEqual(["text: campaigns.text_too_long"]);
    expect(ad({ text: "日本語日本語" }, { textMax: 10 })).toEqual([]);
  });

  it("appears under a public profile of its ad account, where the platform needs one", () => {
    const at = (profile_id: string | null, profiles: string[], change: Partial<Capabilities> = {}) =>
      found(checkAd(adBody({ profile_id }), limits(change), { places, profiles }));
    expect(at(null, ["prf_1", "prf_2"])).toEqual([]);
    expect(at("prf_2", ["prf_1", "prf_2"])).toEqual([]);
    expect(at("prf_3", ["prf_1", "prf_2"])).toEqual(["profile_id: campaigns.profile_not_offered"]);
    expect(at(null, [])).toEqual(["profile_id: campaigns.no_public_profile"]);
    expect(at("prf_1", [])).toEqual(["profile_id: campaigns.no_public_profile"]);
    expect(at(null, [], { needsProfile: false })).toEqual([]);
    expect(at("prf_1", [], { needsProfile: false })).toEqual(["profile_id: campaigns.profile_not_offered"]);
    expect(ad({ profile_id: "prf_1" })).toEqual([]);
  });

  it("has no brand where the platform shows none", () => {
    expect(ad({ brand_name: "" })).toEqual(["brand_name: campaigns.brand_missing"]);
    expect(ad({ brand_name: "" }, { brandMax: 0 })).toEqual([]);
  });
});

it("a required field that is empty is reported once, as one that a form asks for only later", () => {
  const nothing = {
    ...campaignBody({
      name: " ",
      ad_account_id: "",
      store_id: null,
      landing_url: "",
      daily_budget_halalas: 0,
    }),
    ad_groups: [
      {
        ...adGroupBody({ name: "\u200b", age_ranges: [], devices: [] }),
        ads: [adBody({ name: "", headline: "", target_url: " ", media_id: null, brand_name: "" })],
      },
    ],
  };
  const problems = checkNewCampaign(nothing, limits(), { now, places, media: new Map() });
  expect(problems.every(({ isMissing }) => isMissing)).toBe(true);
  expect(found(problems)).toEqual([
    "ad_account_id: base.field_required",
    "store_id: base.field_required",
    "name: base.field_required",
    "daily_budget_halalas: campaigns.budget_too_small",
    "landing_url: base.field_required",
    "ad_groups.0.name: base.field_required",
    "ad_groups.0.age_ranges: campaigns.ages_empty",
    "ad_groups.0.devices: base.field_required",
    "ad_groups.0.ads.0.name: base.field_required",
    "ad_groups.0.ads.0.headline: base.field_required",
    "ad_groups.0.ads.0.brand_name: campaigns.brand_missing",
    "ad_groups.0.ads.0.target_url: base.field_required",
    "ad_groups.0.ads.0.media_id: campaigns.media_missing",
  ]);
});

it("texts that no platform limits are limited by us, and a budget by a million riyals", () => {
  expect(campaign({ name: "س".repeat(120), client_campaign_id: "س".repeat(60) })).toEqual([]);
  expect(campaign({ name: "س".repeat(121), client_campaign_id: "س".repeat(61) })).toEqual([
    "name: base.too_long",
    "client_campaign_id: base.too_long",
  ]);
  expect(ad({ text: "س".repeat(1_001) })).toEqual(["text: base.too_long"]);
  expect(campaign({ daily_budget_halalas: 1_000_000_00 })).toEqual([]);
  expect(campaign({ daily_budget_halalas: 1_000_000_01 })).toEqual(["daily_budget_halalas: base.too_big"]);
});

it("a minimum that a platform names in the account's own currency counts for accounts in that currency", () => {
  const check = (amount: number, currency?: string) =>
    found(
      checkCampaignLimits(campaignBody({ platform: "tiktok", daily_budget_halalas: amount }), tiktok, {
        ...(currency ? { currency } : {}),
      }),
    );
  expect(check(50_00)).toEqual([]);
  expect(check(50_00, "SAR")).toEqual([]);
  expect(check(187_49, "USD")).toEqual(["daily_budget_halalas: campaigns.budget_too_small"]);
  expect(check(187_50, "USD")).toEqual([]);
});

it("a budget is checked against the platform's minimum", () => {
  const least = { minimumDailyBudget: halalas(200_00) };
  expect(campaign({ daily_budget_halalas: 199_99 }, least)).toEqual([
    "daily_budget_halalas: campaigns.budget_too_small",
  ]);
});
