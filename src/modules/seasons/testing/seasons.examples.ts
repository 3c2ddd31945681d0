import type { CallExamples, MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/Seasons/index": {},
});
