import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  // The composed modules stand without a demo store.
  "POST Clients/Demo/enter": { expect: 503 },
});
