import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Reports/home": { query: { days: "30" } },
  "GET Clients/Reports/campaign/{id}": { params: { id: ids.campaign }, query: { days: "7" } },
  "GET Clients/Reports/campaign/{id}/breakdown": {
    params: { id: ids.campaign },
    query: { by: "ad", from: "2026-11-01", to: "2026-11-21" },
  },
  "GET Clients/Reports/campaign/{id}/audience": { params: { id: ids.campaign }, query: { by: "age" } },
  "GET Clients/Reports/plan/{id}": { params: { id: ids.plan }, query: { days: "7" } },
  "GET Clients/Reports/campaigns": { query: { ids: ids.campaign, days: "7" } },
  "GET Clients/Reports/attention": {},
  "GET Clients/Reports/ledger-chain/{number}": { params: { number: "1" } },
  "GET Clients/Reports/platform-answers/{sha256}": { params: { sha256: "0".repeat(64) }, expect: 404 },
  "GET Clients/Reports/proof/{month}": { params: { month: "2026-11" } },
  "GET Clients/Reports/readings": {},
  "GET Clients/Reports/truth": {
    query: { from: "2026-11-01", to: "2026-11-21", campaign_ids: ids.campaign },
  },
  "GET Clients/Reports/truth/rows": { query: { by: "campaign" } },
  "GET Clients/Reports/truth/orders": { query: { step: "proven", city: "riyadh" } },
  "GET Clients/Reports/orders": { query: { from: "2026-11-01", to: "2026-11-21" } },
  "GET Clients/Reports/orders/rates": { query: { by: "city" } },
  "GET Clients/Reports/orders/list": { query: { state: "delivered", payment: "cod" } },
});
