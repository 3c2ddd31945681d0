import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import {
  biddingStrategies,
  callsToAction,
  devices,
  placements,
} from "#modules/ad-accounts/contract/platforms.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import { checkAction, checkTexts } from "../contract/check-ad.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import { checkCampaignLimits } from "../contract/check-campaign.ts";
import { ageRanges, genders, objectives } from "../contract/enums.ts";
import type { Problem } from "../contract/problem.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { nearestAd, nearestAdGroup, nearestCampaign } from "./nearest-passing.ts";
import { cutText } from "./nearest-text.ts";

const rows = [
  getCapabilities("meta"),
  getCapabilities("snapchat"),
  getCapabilities("tiktok"),
  getCapabilities("x"),
  getCapabilities("google", ["search"]),
  getCapabilities("google", ["youtube"]),
].filter((row) => row !== null);
const limits = fc.constantFrom<Capabilities>(...rows);
/** Arabic words, emoji and links, shorter and longer than any limit. */
const text = fc
  .array(
    fc.constantFrom(
      "تمور",
      "العجوة",
      "🌴",
      "Ajwa",
      "https://nakhla.example/ajwa",
      "و",
      "ــــــــــــــــــــــ",
    ),
    {
      maxLength: 60,
    },
  )
  .map((words) => words.join(" "));
const texts = fc.array(text, { maxLength: 20 });
const broken = (problems: readonly Problem[]) => problems.filter(({ isMissing }) => !isMissing);

const hours = fc
  .array(fc.constantFrom("0", "1"), { minLength: 168, maxLength: 168 })
  .map((on) => on.join(""));
const campaign = fc
  .record({
    placements: fc.subarray([...placements]),
    objective: fc.constantFrom(...objectives),
    daily_budget_halalas: fc.nat(2_000_000_00),
    bidding_strategy: fc.constantFrom(...biddingStrategies),
    target_cpa_halalas: fc.option(fc.nat(100_000_00)),
    target_roas: fc.option(fc.nat(100_000_000)),
    hours: fc.option(hours),
  })
  .map(campaignBody);
const account = fc.record({ hasPixel: fc.boolean(), currency: fc.constantFrom("SAR", "USD", "AED", "QAR") });
const adGroup = fc
  .record({
    name: text,
    age_ranges: fc.subarray([...ageRanges]),
    excluded_age_ranges: fc.subarray([...ageRanges]),
    gender: fc.constantFrom(...genders),
    devices: fc.subarray([...devices]),
    optimized_targeting: fc.boolean(),
    keywords: texts,
    locations: fc.array(
      fc.record({
        city: fc.constant(null),
        names: fc.constant(null),
        excluded: fc.boolean(),
        latitude: fc.constantFrom(24.7, 21.5, 51.5),
        longitude: fc.constant(46.7),
        radius_metres: fc.integer({ min: 1, max: 10_000_000 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(adGroupBody);
const ad = fc
  .record({
    name: text,
    headline: text,
    more_headlines: texts,
    text,
    description: text,
    more_descriptions: texts,
    brand_name: text,
    call_to_action: fc.constantFrom(...callsToAction),
  })
  .map(adBody);

describe("the nearest value that passes", () => {
  it("always passes the platform's own check of a campaign, and a passing one stays as it is", () => {
    fc.assert(
      fc.property(campaign, limits, account, (fields, row, known) => {
        const nearest = nearestCampaign(fields, row, known);
        expect(broken(checkCampaignLimits(nearest, row, known))).toEqual([]);
        if (checkCampaignLimits(fields, row, known).length === 0) expect(nearest).toEqual(fields);
      }),
    );
  });

  it("always passes the check of an audience, and a passing one stays as it is", () => {
    fc.assert(
      fc.property(adGroup, limits, (fields, row) => {
        const nearest = nearestAdGroup(fields, row);
        expect(broken(checkAdGroup(nearest, row))).toEqual([]);
        expect(nearestAdGroup(nearest, row)).toEqual(nearest);
      }),
    );
  });

  it("always passes the checks of an ad's texts and button", () => {
    fc.assert(
      fc.property(ad, limits, (fields, row) => {
        const nearest = nearestAd(fields, row);
        expect(broken([...checkTexts(nearest, row), ...checkAction(nearest.call_to_action, row)])).toEqual(
          [],
        );
        expect(nearestAd(nearest, row)).toEqual(nearest);
      }),
    );
  });

  it("keeps the words of a text that fits", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("units" as const, "x_weights" as const), (one, counted) => {
        expect(cutText(one, textLength(one, counted), counted)).toBe(one);
      }),
    );
  });

  it("cuts between words where one is near", () => {
    expect(cutText("تمور العجوة الفاخرة", 12)).toBe("تمور العجوة");
  });

  it("names the minimum of each platform for a small budget, in the account's own currency too", () => {
    const row = getCapabilities("tiktok");
    if (!row) throw new Error("TikTok has a row");
    const small = campaignBody({ daily_budget_halalas: 60_00 });
    expect(nearestCampaign(small, row, { currency: "SAR" }).daily_budget_halalas).toBe(60_00);
    expect(nearestCampaign(small, row, { currency: "USD" }).daily_budget_halalas).toBe(187_50);
  });
});
