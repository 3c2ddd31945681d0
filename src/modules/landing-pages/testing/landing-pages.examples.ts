import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const unknown = withId("lpg_unknown");

export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/LandingPages/pages": { query: { size: "5" } },
  "POST Clients/LandingPages/pages": {
    body: { product_id: "prd_unknown", language: "ar", headline: "", introduction: "" },
    expect: 404,
  },
  "PUT Clients/LandingPages/pages/{id}": {
    ...unknown,
    body: { revision: 1, language: "ar", headline: "عباية ليلك", introduction: "" },
    expect: 404,
  },
  "POST Clients/LandingPages/pages/{id}/publish": { ...unknown, expect: 404 },
  "POST Clients/LandingPages/pages/{id}/unpublish": { ...unknown, expect: 404 },
});
