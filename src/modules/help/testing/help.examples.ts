import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/Help/index": { query: { q: "المحفظة" } },
  "GET Clients/Help/pages/{slug}": { params: { slug: "getting-started" } },
});
