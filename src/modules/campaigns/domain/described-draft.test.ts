import { describe, expect, it } from "vitest";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { DraftContext } from "./check-draft.ts";
import { type DescribedPlan, toDescribedDraft } from "./described-draft.ts";
import { listPlatforms } from "./plan-draft.ts";
import { toPlatformDraft } from "./read-draft.ts";

const context: DraftContext = {
  now: new Date("2026-11-22T09:00:00Z"),
  places: ["https://nakhla.example"],
  nameOn: (name, platform) => `${name} · ${platform}`,
  currencies: { snapchat: "SAR", meta: "SAR", tiktok: "SAR", x: "SAR", google: "SAR" },
  hasPixel: {},
  profiles: {},
  media: new Map(),
};
const riyadh = {
  city: "riyadh",
  names: { ar: "الرياض", en: "Riyadh" },
  excluded: false,
  latitude: 24.71,
  longitude: 46.67,
  radius_metres: 25_000,
};
const aPlan = (chosen: readonly Platform[], more: Partial<DescribedPlan> = {}): DescribedPlan => ({
  product: {
    id: "prd_1",
    name: "تمر عجوة المدينة الفاخر كيلو ونصف",
    url: "https://nakhla.example/ajwa",
    store_id: "sto_1",
    store_name: "متجر نخلة",
  },
  accounts: chosen.map((platform) => ({ id: `aac_${platform}`, platform })),
  gender: "female",
  locations: [riyadh],
  dailyBudgetHalalas: 50_000,
  startsAt: null,
  endsAt: new Date("2026-11-29T09:00:00Z"),
  texts: [
    { headline: "عجوة المدينة", text: "حبة مع فنجالك" },
    { headline: "هدية ما تنرد", text: "علبة جاهزة" },
    { headline: "", text: "تمر طازج من مزارعه" },
  ],
  ...more,
});

describe("a draft from a description", () => {
  it("has its audience, places, budget and three ads on every platform", () => {
    const { draft } = toDescribedDraft(aPlan(["snapchat", "meta", "tiktok"]), context);
    expect(listPlatforms(draft)).toEqual(["snapchat", "meta", "tiktok"].sort(byList));
    expect(draft.campaign).toMatchObject({
      daily_budget_halalas: 50_000,
      landing_url: "https://nakhla.example/ajwa",
      store_id: "sto_1",
    });
    expect(draft.ad_groups).toHaveLength(1);
    expect(draft.ad_groups[0]).toMatchObject({ gender: "female", locations: [{ city: "riyadh" }] });
    expect(draft.ad_groups[0]?.ads.map(({ headline, product_id }) => [headline, product_id])).toEqual([
      ["عجوة المدينة", "prd_1"],
      ["هدية ما تنرد", "prd_1"],
      ["تمر عجوة المدينة الفاخر", "prd_1"],
    ]);
  });

  it("has on Google the headlines and descriptions of all its texts in each ad, and keywords", () => {
    const { draft, left } = toDescribedDraft(aPlan(["google"]), context);
    const [group] = toPlatformDraft(draft, "google").ad_groups;
    expect(left).toEqual([]);
    expect(group?.keywords).toContain("تمر عجوة المدينة");
    expect(group?.ads[0]).toMatchObject({
      headline: "عجوة المدينة",
      more_headlines: ["هدية ما تنرد", "تمر عجوة المدينة", "متجر نخلة"],
      description: "حبة مع فنجالك",
      more_descriptions: ["علبة جاهزة", "تمر طازج من مزارعه", "تمر عجوة المدينة الفاخر كيلو ونصف"],
    });
  });

  it("lacks nothing but pictures, whatever the budget, the texts and the platforms; what does not pass is mended", () => {
    const budgets = [100, 5_000, 50_000, 100_000_000, null];
    const lengths = [1, 30, 120, 900];
    let plans = 0;
    let mendedPlans = 0;
    for (let chosen = 1; chosen < 2 ** platforms.length; chosen += 1)
      for (const dailyBudgetHalalas of budgets)
        for (const length of lengths) {
          const text = "تمر ".repeat(length).trim().slice(0, length);
          const { mended, left } = toDescribedDraft(
            aPlan(
              platforms.filter((_, index) => chosen & (1 << index)),
              { dailyBudgetHalalas, texts: [{ headline: text, text }] },
            ),
            context,
          );
          plans += 1;
          if (mended.length > 0) mendedPlans += 1;
          expect(left.filter(({ field }) => !field.endsWith(".media_id"))).toEqual([]);
        }
    expect({ plans, mendedPlans }).toEqual({ plans: 620, mendedPlans: 580 });
  });
});

const byList = (one: string, other: string) =>
  platforms.indexOf(one as Platform) - platforms.indexOf(other as Platform);
