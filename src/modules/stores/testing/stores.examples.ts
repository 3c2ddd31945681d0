import { randomInt } from "node:crypto";
import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Stores/index": {},
  "GET Clients/Stores/{id}": withId(ids.store),
  "GET Clients/Stores/products/{id}": { ...withId("prd_unknown"), expect: 404 },
  "GET Clients/Stores/products": { query: { size: "5", store_id: ids.store, search: "تمر" } },
  "POST Clients/Stores/connect": {
    body: { platform: "salla", return_to: "/first-campaign/connect-store" },
  },
  "POST Clients/Stores/sites": { body: { address: `https://noura-${randomInt(10_000)}.example/shop` } },
  "GET Clients/Stores/sites": {},
  "POST Clients/Stores/sites/{id}/verify": { ...withId(ids.site), body: { by: "meta" }, expect: 409 },
  "GET pixel.js": {},
});

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "POST Clients/Stores/{id}/sync": withId(ids.store),
  "POST Clients/Stores/{id}/count-unconfirmed": { ...withId(ids.store), body: { counts: true }, expect: 409 },
  "POST Clients/Stores/{id}/disconnect": withId(ids.store),
});
