import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everyHour, noHour, planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import { biddingStrategies, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { ageRanges, objectives } from "../contract/enums.ts";
import { checkDraft, type DraftContext } from "./check-draft.ts";
import { choosePlatforms, setAd, setAdGroup, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { findFix } from "./fix-problem.ts";
import { listPlatforms, type PlanDraft } from "./plan-draft.ts";
import { toPlatformDraft } from "./read-draft.ts";

const context: DraftContext = {
  now: new Date("2026-11-21T09:00:00Z"),
  places: ["https://nakhla.example"],
  nameOn: (name, platform) => `${name} · ${platform}`,
  currencies: { meta: "SAR", tiktok: "USD" },
  hasPixel: { google: false },
  profiles: {},
  media: new Map(),
};
const words = fc
  .array(fc.constantFrom("تمور", "العجوة", "🌴", "الفاخرة"), { maxLength: 40 })
  .map((all) => all.join(" "));
const place = fc.record({
  city: fc.constant(null),
  names: fc.constant(null),
  excluded: fc.boolean(),
  latitude: fc.constantFrom(24.7, 21.5, 51.5),
  longitude: fc.constant(46.7),
  radius_metres: fc.integer({ min: 1, max: 1_000_000 }),
});
const hours = fc.constantFrom(null, noHour, everyHour, "10".repeat(84), "1".repeat(24) + "0".repeat(144));

const draft: fc.Arbitrary<PlanDraft> = fc
  .record({
    chosen: fc.subarray([...platforms], { minLength: 1 }),
    name: words,
    objective: fc.constantFrom(...objectives),
    daily_budget_halalas: fc.nat(3_000_000_00),
    hours,
    group: fc.record({
      age_ranges: fc.subarray([...ageRanges]),
      excluded_age_ranges: fc.subarray([...ageRanges]),
      locations: fc.array(place, { maxLength: 12 }),
      keywords: fc.array(words, { maxLength: 5 }),
    }),
    ad: fc.record({
      headline: words,
      text: words,
      description: words,
      brand_name: words,
      more_headlines: fc.array(words, { maxLength: 6 }),
      more_descriptions: fc.array(words, { maxLength: 6 }),
    }),
    bidding_strategy: fc.constantFrom(...biddingStrategies),
  })
  .map(({ chosen, group, ad, bidding_strategy, ...campaign }) => {
    const named = setCampaign(choosePlatforms(emptyDraft(), chosen), null, campaign);
    const filled = setAd(setAdGroup(named, null, "group-1", group), null, "ad-1", ad);
    return chosen.reduce((before, platform) => setOwn(before, platform, { bidding_strategy }), filled);
  });

describe("one tap at a problem", () => {
  it("mends it: the same field of the same platform has no problem any more but that something is missing", () => {
    fc.assert(
      fc.property(draft, (before) => {
        for (const problem of checkDraft(before, context)) {
          const fix = findFix(before, problem, context);
          if (!fix) continue;
          const left = checkDraft(fix.draft, context).filter(
            (one) => one.field === problem.field && one.platform === problem.platform && !one.isMissing,
          );
          expect(left).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("leaves what the other platforms say, unless it is the budget they share", () => {
    fc.assert(
      fc.property(draft, (before) => {
        for (const problem of checkDraft(before, context)) {
          const fix = findFix(before, problem, context);
          if (!fix || problem.field === "daily_budget_halalas") continue;
          for (const other of listPlatforms(before).filter((one) => one !== problem.platform))
            expect(toPlatformDraft(fix.draft, other)).toEqual(toPlatformDraft(before, other));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("on a small budget names what all platforms need together", () => {
    const before = setCampaign(choosePlatforms(emptyDraft(), ["snapchat", "tiktok"]), null, {
      daily_budget_halalas: 60_00,
    });
    const problem = checkDraft(before, context).find(({ field }) => field === "daily_budget_halalas");
    expect(problem && findFix(before, problem, context)?.value).toBe(207_50);
  });

  it("shows the ads always on a platform that has no hours, and keeps them on the others", () => {
    const evening = planOfRuns([{ weekday: 0, from: 18, hours: 4 }]);
    const before = setCampaign(choosePlatforms(emptyDraft(), ["snapchat", "tiktok"]), null, {
      hours: evening,
    });
    const problems = checkDraft(before, context).filter(({ field }) => field === "hours");
    expect(problems.map(({ platform }) => platform)).toEqual(["snapchat"]);
    const fixed = problems[0] && findFix(before, problems[0], context)?.draft;
    if (!fixed) throw new Error("one tap mends it");
    expect(toPlatformDraft(fixed, "snapchat").campaign.hours).toBeNull();
    expect(toPlatformDraft(fixed, "tiktok").campaign.hours).toBe(evening);
  });

  it("without a platform there is nothing to mend", () => {
    const [problem] = checkDraft(emptyDraft(), context);
    expect(problem).toMatchObject({ field: "platforms", isMissing: true, platform: null });
    expect(problem && findFix(emptyDraft(), problem, context)).toBeNull();
  });
});
