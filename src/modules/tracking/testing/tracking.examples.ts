import { randomUUID } from "node:crypto";
import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

/** Another one each time: a code belongs to a campaign once. */
const newCode = () => `CODE-${randomUUID().slice(0, 8)}`;

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Tracking/index": { query: { page: "1", size: "10", campaign_id: ids.campaign } },
  "GET Clients/Tracking/clicks": {
    query: { campaign_id: ids.campaign, from: "2026-11-01", to: "2026-11-30" },
  },
  "GET Clients/Tracking/attribution": {
    query: { from: "2026-11-01", to: "2026-11-30", by: "ad", campaign_id: ids.campaign },
  },
  "GET Clients/Tracking/attribution/orders": {
    query: { from: "2026-11-01", to: "2026-11-30", window_days: "7", witness: "none" },
  },
  "GET Clients/Tracking/restatements": { query: { size: "10" } },
  "GET Clients/Tracking/coupons": { query: { campaign_id: ids.campaign } },
  "POST Clients/Tracking/coupons": {
    body: { source: "typed", campaign_id: ids.campaign, store_id: ids.store, code: newCode() },
  },
  "POST Clients/Tracking/coupons/{id}/stop": { params: { id: ids.coupon } },
  "POST Clients/Tracking/{id}/stop": { params: { id: ids.link } },
  "POST Clients/Tracking/{id}/resume": { params: { id: ids.link } },
});
