import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";
import { makeContent } from "../domain/default-content.ts";

const unknown = withId("lpg_unknown");

export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/LandingPages/pages": { query: { size: "5" } },
  "POST Clients/LandingPages/pages": {
    body: { product_id: "prd_unknown", language: "ar", headline: "", introduction: "" },
    expect: 404,
  },
  "GET Clients/LandingPages/pages/{id}": { ...unknown, expect: 404 },
  "PUT Clients/LandingPages/pages/{id}": {
    ...unknown,
    body: {
      revision: 1,
      language: "ar",
      content: makeContent({ headline: "عباية ليلك", introduction: "" }),
    },
    expect: 404,
  },
  "POST Clients/LandingPages/pages/{id}/publish": { ...unknown, expect: 404 },
  "POST Clients/LandingPages/pages/{id}/unpublish": { ...unknown, expect: 404 },
  "PUT Clients/LandingPages/pages/{id}/slug": { ...unknown, body: { slug: "lilac-abaya" }, expect: 404 },
  "POST Clients/LandingPages/pages/{id}/duplicate": { ...unknown, expect: 404 },
  "POST Clients/LandingPages/pages/{id}/draft": { ...unknown, expect: 404 },
  "DELETE Clients/LandingPages/pages/{id}": { ...unknown, expect: 404 },
  "GET Clients/LandingPages/pages/{id}/campaigns": { ...unknown, expect: 404 },
  "GET Clients/LandingPages/pages/{id}/figures": { ...unknown, expect: 404 },
  "GET Clients/LandingPages/pages/{id}/versions": { ...unknown, expect: 404 },
  "POST Clients/LandingPages/pages/{id}/versions/{number}/restore": {
    params: { id: "lpg_unknown", number: "1" },
    body: { revision: 1 },
    expect: 404,
  },
});
