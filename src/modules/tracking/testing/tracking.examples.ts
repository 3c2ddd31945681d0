import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Tracking/index": { query: { page: "1", size: "10", campaign_id: ids.campaign } },
  "GET Clients/Tracking/clicks": {
    query: { campaign_id: ids.campaign, from: "2026-11-01", to: "2026-11-30" },
  },
  "POST Clients/Tracking/{id}/stop": { params: { id: ids.link } },
  "POST Clients/Tracking/{id}/resume": { params: { id: ids.link } },
});
