import { describe, expect, it } from "vitest";
import { choosePlatforms, setAd } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import { fillFromProduct } from "./fill-from-product.ts";

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

  it("of a product without a page keeps the ad's link", () => {
    const written = setAd(draft, null, "ad-1", { target_url: "https://nakhla.example/old" });
    expect(firstAd(fillFromProduct(written, "ad-1", { ...dates, url: null }))?.target_url).toBe(
      "https://nakhla.example/old",
    );
  });
});
