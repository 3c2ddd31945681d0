import { randomUUID } from "node:crypto";
import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

/** Another one each time: a code belongs to a campaign once. */
const newCode = () => `CODE-${randomUUID().slice(0, 8)}`;
const none = { id: "dom_none" };

export const makeExamples = ({ ids, parts }: MerchantFixture): CallExamples => {
  const link = { params: { id: ids.link } };
  const fields = { name: "سارة", destination_url: `${parts.store.link}/p/1`, platform: "instagram" };
  return {
    "GET Clients/Tracking/index": { query: { size: "10", campaign_id: ids.campaign } },
    "GET Clients/Tracking/export": { query: { format: "csv" } },
    "GET Clients/Tracking/options": {},
    "POST Clients/Tracking/preview": { body: { destination_url: fields.destination_url, platform: "qr" } },
    "POST Clients/Tracking/create": { body: fields },
    "POST Clients/Tracking/bulk": { body: { platform: "instagram", rows: [fields] } },
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
    "GET Clients/Tracking/{id}": link,
    // It belongs to an ad.
    "PUT Clients/Tracking/{id}": { ...link, body: fields, expect: 409 },
    "PUT Clients/Tracking/{id}/tags": { ...link, body: { tags: ["رمضان"] } },
    "POST Clients/Tracking/{id}/stop": link,
    "POST Clients/Tracking/{id}/resume": link,
    "GET Clients/Tracking/{id}/report": link,
    "GET Clients/Tracking/{id}/changes": link,
    "GET Clients/Tracking/{id}/clicks": link,
    "GET Clients/Tracking/{id}/qr": { ...link, query: { format: "png", size: "300" } },
    "POST Clients/Tracking/logo": { body: {}, expect: 422 },
    "DELETE Clients/Tracking/logo": {},
    "GET Clients/Tracking/domains": {},
    "POST Clients/Tracking/domains": { body: { host: "go.example.sa" } },
    "POST Clients/Tracking/domains/{id}/verify": { params: none, expect: 404 },
    "DELETE Clients/Tracking/domains/{id}": { params: none, expect: 404 },
  };
};
