import { describe, expect, it } from "vitest";
import { choosePlatforms, setAd, setAdGroup, setOwn } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { fillFromProduct } from "./fill-from-product.ts";
import { toPlatformDraft } from "./read-draft.ts";

const dates = {
  id: "prd_1",
  name: "تمر عجوة المدينة الفاخر كيلو ونصف",
  url: "https://nakhla.example/ajwa",
  store_id: "sto_1",
  store_name: "نخلة",
};
const draft = choosePlatforms(emptyDraft(), ["snapchat"]);
const firstAd = (filled: typeof draft) => filled.ad_groups[0]?.ads[0];

describe("an ad about a product", () => {
  it("starts with its link, its name cut to a headline, and the store as the brand", () => {
    const filled = fillFromProduct(draft, "ad-1", dates);
    expect(filled.campaign).toMatchObject({ store_id: "sto_1", landing_url: dates.url, name: dates.name });
    expect(firstAd(filled)).toMatchObject({
      headline: "تمر عجوة المدينة الفاخر",
      brand_name: "نخلة",
      target_url: dates.url,
      product_id: "prd_1",
    });
  });

  it("keeps what was written, and leads to the product that was chosen last", () => {
    const written = setAd(draft, null, "ad-1", {
      headline: "عرض اليوم",
      target_url: "https://nakhla.example/old",
    });
    expect(firstAd(fillFromProduct(written, "ad-1", dates))).toMatchObject({
      headline: "عرض اليوم",
      target_url: dates.url,
    });
  });

  it("has keywords where it is searched for, unless the merchant wrote their own", () => {
    const searched = setOwn(choosePlatforms(emptyDraft(), ["snapchat", "google"]), "google", {
      placements: ["search"],
    });
    const filled = fillFromProduct(searched, "ad-1", dates).ad_groups[0];
    expect(filled?.keywords).toEqual(["تمر عجوة المدينة", "شراء تمر عجوة المدينة", "سعر تمر عجوة المدينة"]);
    const narrowed = choosePlatforms(searched, ["google", "x"]);
    const beside = fillFromProduct(narrowed, "ad-1", dates);
    expect(toPlatformDraft(beside, "google").ad_groups[0]?.keywords).toContain("تمر عجوة المدينة");
    expect(toPlatformDraft(beside, "x").ad_groups[0]?.keywords).toEqual([]);
    const written = setAdGroup(searched, null, "group-1", { keywords: ["عجوة"] });
    expect(fillFromProduct(written, "ad-1", dates).ad_groups[0]?.keywords).toEqual(["عجوة"]);
    expect(fillFromProduct(draft, "ad-1", dates).ad_groups[0]?.keywords).toEqual([]);
  });

  it("of a product without a page keeps the ad's link", () => {
    const written = setAd(draft, null, "ad-1", { target_url: "https://nakhla.example/old" });
    expect(firstAd(fillFromProduct(written, "ad-1", { ...dates, url: null }))?.target_url).toBe(
      "https://nakhla.example/old",
    );
  });
});
