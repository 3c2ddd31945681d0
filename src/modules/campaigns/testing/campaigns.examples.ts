import type { CallExamples, MerchantFixture } from "#app/testing/merchant-fixture.ts";

/** The campaign was never started and is alone in its plan: nothing to move, and no such change or move to undo. */
export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "PATCH Clients/Campaigns/{id}": { params: { id: ids.campaign }, body: { daily_budget_halalas: 120_00 } },
  "PATCH Clients/AdGroups/{id}": { params: { id: ids.adGroup }, body: { name: "الرياض" } },
  "GET Clients/Campaigns/{id}/changes": { params: { id: ids.campaign }, query: { size: "5" } },
  "POST Clients/Campaigns/{id}/changes/{change}/undo": {
    params: { id: ids.campaign, change: "999999999" },
    expect: 404,
  },
  "GET Clients/Plans/{id}": { params: { id: ids.plan } },
  "POST Clients/Plans/{id}/move-budget": {
    params: { id: ids.plan },
    body: { from_campaign_id: ids.campaign, to_campaign_id: ids.campaign, amount_halalas: 20_00 },
    expect: 409,
  },
  "POST Clients/Plans/{id}/undo-move/{move}": { params: { id: ids.plan, move: "mov_none" }, expect: 404 },
  "GET Clients/StoreWatch/index": {},
  "PUT Clients/StoreWatch/{id}": { params: { id: ids.store }, body: { grace_minutes: 60 } },
});
