import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import { aReportBody, type MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Reports/home": { query: { days: "30" } },
  "GET Clients/Reports/home-changes": { query: { platform: "snapchat" } },
  "GET Clients/Reports/home-campaigns": { query: { days: "7", store_id: ids.store } },
  "GET Clients/Reports/campaign/{id}": { params: { id: ids.campaign }, query: { days: "7" } },
  "GET Clients/Reports/campaign/{id}/breakdown": {
    params: { id: ids.campaign },
    query: { by: "ad", from: "2026-11-01", to: "2026-11-21" },
  },
  "GET Clients/Reports/campaign/{id}/audience": { params: { id: ids.campaign }, query: { by: "age" } },
  "GET Clients/Reports/plan/{id}": { params: { id: ids.plan }, query: { days: "7" } },
  "GET Clients/Reports/plan/{id}/breakdown": {
    params: { id: ids.plan },
    query: { by: "platform", days: "7" },
  },
  "GET Clients/Reports/plan/{id}/audience": { params: { id: ids.plan }, query: { by: "gender" } },
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
  "GET Clients/Reports/truth/attribution": { query: { window_days: "7", campaign_ids: ids.campaign } },
  "GET Clients/Reports/truth/orders": { query: { step: "proven", city: "riyadh" } },
  "GET Clients/Reports/orders": { query: { from: "2026-11-01", to: "2026-11-21" } },
  "GET Clients/Reports/orders/rates": { query: { by: "city" } },
  "GET Clients/Reports/orders/list": { query: { state: "delivered", payment: "cod" } },
  "GET Clients/Reports/orders/export": { query: { format: "csv", city: "riyadh" } },
  "GET Clients/Reports/truth/export": { query: { format: "csv" } },
  "GET Clients/Reports/tables/{tab}": { params: { tab: "overview" }, query: { by: "month" } },
  "GET Clients/Reports/tables/{tab}/export": { params: { tab: "products" }, query: { format: "csv" } },
  "GET Clients/Reports/periods": { query: { compare: "last_hijri_year" } },
  "GET Clients/Reports/filters": {},
  "GET Clients/Reports/metrics": {},
  "GET Clients/Reports/custom": { query: { size: "5" } },
  "POST Clients/Reports/custom": { body: { ...aReportBody, name: "تقرير آخر" } },
  "GET Clients/Reports/custom/{id}": withId(ids.report),
  "PUT Clients/Reports/custom/{id}": {
    ...withId(ids.report),
    body: { ...aReportBody, name: "عائد الحملات اليومي", is_shared: true },
  },
  "POST Clients/Reports/custom/{id}/copy": { ...withId(ids.report), body: { name: "نسخة" } },
  "PUT Clients/Reports/custom/{id}/pin": { ...withId(ids.report), body: { is_pinned: true } },
  "GET Clients/Reports/custom/{id}/figures": {
    ...withId(ids.report),
    query: { from: "2026-11-01", to: "2026-11-21", size: "10" },
  },
  "GET Clients/Reports/custom/{id}/export": { ...withId(ids.report), query: { format: "csv" } },
  "POST Clients/Reports/custom/preview": { body: { definition: aReportBody.definition, size: 5 } },
  "GET Clients/Reports/custom-pinned": {},
  "PUT Clients/Reports/custom/{id}/schedule": {
    ...withId(ids.report),
    body: { frequency: "weekly", hour: 8, weekday: 0, is_active: true },
    expect: 409,
  },
  "GET Clients/Reports/home/export": { query: { days: "7", format: "csv" } },
  "GET Clients/Reports/campaign/{id}/export": { params: { id: ids.campaign }, query: { format: "xlsx" } },
});

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "DELETE Clients/Reports/custom/{id}": withId(ids.report),
});
