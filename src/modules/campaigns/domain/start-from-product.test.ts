import { describe, expect, it } from "vitest";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { checkDraft, type DraftContext } from "./check-draft.ts";
import { choosePlatforms, setCampaign, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { startFromProduct } from "./start-from-product.ts";

const context: DraftContext = {
  now: new Date("2026-11-22T09:00:00Z"),
  places: ["https://nakhla.example"],
  nameOn: (name, platform) => `${name} · ${platform}`,
  currencies: { snapchat: "SAR", meta: "SAR", tiktok: "SAR", x: "SAR", google: "SAR" },
  hasPixel: {},
  profiles: {},
  media: new Map(),
};
const product = (name = "تمر عجوة المدينة الفاخر كيلو ونصف في علبة هدايا خشبية محفورة باليد") => ({
  id: "prd_1",
  name,
  url: "https://nakhla.example/ajwa",
  store_id: "sto_1",
  store_name: "متجر نخلة للتمور الفاخرة والقهوة السعودية والهدايا",
});
const chosen = (...platforms: Platform[]) =>
  platforms.reduce(
    (draft, platform) => setOwn(draft, platform, { ad_account_id: `aac_${platform}` }),
    choosePlatforms(emptyDraft(), platforms),
  );
const fields = (draft: ReturnType<typeof chosen>) => checkDraft(draft, context).map(({ field }) => field);

describe("a first plan about a product", () => {
  it.each<[Platform]>([["snapchat"], ["meta"], ["tiktok"], ["x"]])(
    "lacks nothing on %s but its picture",
    (platform) => {
      const started = startFromProduct(chosen(platform), product(), context);
      expect(fields(started)).toEqual(["ad_groups.0.ads.0.media_id"]);
    },
  );

  it("lacks on several platforms no more than on one", () => {
    const started = startFromProduct(chosen("snapchat", "meta", "x"), product(), context);
    expect(new Set(fields(started))).toEqual(new Set(["ad_groups.0.ads.0.media_id"]));
    expect(started.campaign.daily_budget_halalas).toBeGreaterThanOrEqual(150_00);
  });

  it("is for all adults in the whole Kingdom, and starts at once", () => {
    const { campaign, ad_groups: groups } = startFromProduct(chosen("snapchat"), product(), context);
    expect(campaign).toMatchObject({ starts_at: null, ends_at: null, daily_budget_halalas: 50_00 });
    expect(groups[0]).toMatchObject({ locations: [], gender: "all" });
    expect(groups[0]?.age_ranges).toContain("65+");
  });

  it("keeps a budget that was typed before", () => {
    const budgeted = setCampaign(chosen("snapchat"), null, { daily_budget_halalas: 90_00 });
    expect(startFromProduct(budgeted, product(), context).campaign.daily_budget_halalas).toBe(90_00);
  });

  it("changes all its words with another product, and asks for its picture", () => {
    const first = startFromProduct(chosen("snapchat"), product(), context);
    const second = startFromProduct(first, { ...product("قهوة حائل"), id: "prd_2" }, context);
    expect(second.campaign.name).toBe("قهوة حائل");
    expect(second.ad_groups[0]?.ads[0]).toMatchObject({
      headline: "قهوة حائل",
      text: "قهوة حائل",
      product_id: "prd_2",
      media_id: null,
    });
  });

  it("of a product without a page of its own lands on nothing: that is asked for", () => {
    const started = startFromProduct(chosen("snapchat"), { ...product(), url: null }, context);
    expect(fields(started)).toContain("landing_url");
  });
});
