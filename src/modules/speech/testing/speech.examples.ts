import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

/** Without an endpoint nothing can be written down. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/Speech/state": {},
  "POST Clients/Speech/transcriptions": { body: { language: "ar" }, expect: 409 },
});
