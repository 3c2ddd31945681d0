import { expect, it } from "vitest";
import { toWrittenDraft } from "./written-draft.ts";

const texts = { headline: "عباية ليلك", text: "من دوامك لعزيمتك" };

it("carries the texts and the product into the one ad of a new plan", () => {
  const product = {
    id: "prd_1",
    name: "عباية",
    url: "https://lylak.sa/p/1",
    store_id: "str_1",
    store_name: "ليلك",
  };
  const draft = toWrittenDraft({ ...texts, product });
  expect(draft.ad_groups[0]?.ads[0]).toMatchObject({
    ...texts,
    product_id: "prd_1",
    brand_name: "ليلك",
    target_url: product.url,
  });
  expect(draft.campaign).toMatchObject({ name: "عباية", store_id: "str_1", landing_url: product.url });
});

it("without a product has the texts alone", () => {
  const draft = toWrittenDraft({ ...texts, product: null });
  expect(draft.ad_groups[0]?.ads[0]).toMatchObject({ ...texts, product_id: null, target_url: "" });
  expect(draft.campaign.name).toBe("");
});
