import { randomUUID } from "node:crypto";
import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import { buildAdGroupInput, buildAdInput, buildCampaignInput } from "#app/testing/merchant.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";
import { aDraftBody, aLicenceBody, aViewBody } from "#app/testing/merchant-fixture.ts";

/** The campaign was never started and is alone in its plan: nothing to move, and no such change or move to undo. */
export function makeExamples({ ids, parts }: MerchantFixture): CallExamples {
  const input = buildCampaignInput(parts, `حملة ${randomUUID().slice(0, 8)}`);
  const {
    ad_groups: _groups,
    ad_account_id: _account,
    platform: _platform,
    store_id: _store,
    ...campaign
  } = input;
  const group = buildAdGroupInput(parts);
  const ad = buildAdInput(parts);
  return {
    "PATCH Clients/Campaigns/{id}": { params: { id: ids.campaign }, body: { daily_budget_halalas: 120_00 } },
    "PATCH Clients/AdGroups/{id}": { params: { id: ids.adGroup }, body: { name: "الرياض" } },
    "GET Clients/Campaigns/{id}/changes": { params: { id: ids.campaign }, query: { size: "5" } },
    "POST Clients/Campaigns/{id}/changes/{change}/undo": {
      params: { id: ids.campaign, change: "999999999" },
      expect: 404,
    },
    "PATCH Clients/Plans/{id}": { params: { id: ids.plan }, body: { name: "خطة التمور" } },
    "GET Clients/Plans/{id}/changes": { params: { id: ids.plan }, query: { size: "5" } },
    "POST Clients/Plans/{id}/changes/{change}/undo": {
      params: { id: ids.plan, change: "999999999" },
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

    "GET Clients/Campaigns/index": {
      query: {
        page: "1",
        size: "10",
        search: "تمور",
        status: "created",
        platform: "snapchat",
        sync: "local",
        sort: "roas_delivered",
        order: "asc",
        from: "2026-11-01",
        to: "2026-11-21",
        view: "needs_decision",
        scheduled: "in_period",
      },
    },
    "GET Clients/Campaigns/totals": { query: { search: "تمور", from: "2026-11-01", to: "2026-11-21" } },
    "GET Clients/Campaigns/export": { query: { search: "تمور", sort: "name", format: "csv" } },
    "GET Clients/AdLicences/index": {},
    "POST Clients/AdLicences/create": {
      body: { ...aLicenceBody, number: `1447-${randomUUID().slice(0, 13)}-0001` },
    },
    "PUT Clients/AdLicences/{id}": {
      ...withId(ids.licence),
      body: { ...aLicenceBody, ends_on: "2027-01-31" },
    },
    "DELETE Clients/AdLicences/{id}": withId(ids.licence),
    "GET Clients/CampaignViews/index": {},
    "PUT Clients/CampaignViews/{id}": { ...withId(ids.view), body: aViewBody },
    // The member has one of this name.
    "POST Clients/CampaignViews/create": { body: aViewBody, expect: 409 },
    "DELETE Clients/CampaignViews/{id}": withId(ids.view),
    "GET Clients/Campaigns/{id}": withId(ids.campaign),
    "POST Clients/Campaigns/create": { body: input },
    "PUT Clients/Campaigns/{id}": {
      ...withId(ids.campaign),
      body: { ...campaign, name: `${campaign.name} بعد التعديل` },
    },
    "GET Clients/Plans/templates": {},
    "POST Clients/Plans/create": { body: toPlanInput(input) },
    "GET Clients/AdGroups/{id}": withId(ids.adGroup),
    "POST Clients/AdGroups/create": { body: { ...group, campaign_id: ids.campaign, name: "رجال جدة" } },
    "PUT Clients/AdGroups/{id}": { ...withId(ids.adGroup), body: group },
    "GET Clients/Ads/{id}": withId(ids.ad),
    "POST Clients/Ads/create": { body: { ...ad, ad_group_id: ids.adGroup, name: "إعلان آخر" } },
    "PUT Clients/Ads/{id}": { ...withId(ids.ad), body: ad },
    "GET Clients/Drafts/index": {},
    "GET Clients/Drafts/{id}": withId(ids.draft),
    "POST Clients/Drafts/create": { body: aDraftBody },
    // Other tests of these calls have saved it since.
    "PUT Clients/Drafts/{id}": { ...withId(ids.draft), body: { ...aDraftBody, revision: 1 }, expect: 409 },
    "DELETE Clients/Drafts/{id}": withId(ids.draft),
    "GET Clients/Campaigns/{id}/season-budgets": withId(ids.campaign),
    "GET Clients/Campaigns/{id}/season-budgets/preview": {
      ...withId(ids.campaign),
      query: { season: "ramadan-1446", total_halalas: "100000" },
      expect: 409,
    },
    "POST Clients/Campaigns/{id}/season-budgets/accept": {
      ...withId(ids.campaign),
      body: {
        season: "ramadan-1446",
        total_halalas: 1000_00,
        days: [{ day: "2025-03-01", budget_halalas: 1000_00 }],
      },
      expect: 409,
    },
    "POST Clients/Campaigns/{id}/season-budgets/{budget}/cancel": {
      params: { id: ids.campaign, budget: "sbg_none" },
      expect: 404,
    },
    "GET Clients/Plans/{id}/season-budgets": withId(ids.plan),
    "GET Clients/Plans/{id}/season-budgets/preview": {
      ...withId(ids.plan),
      query: { season: "ramadan-1446", total_halalas: "100000" },
      expect: 409,
    },
    "POST Clients/Plans/{id}/season-budgets/accept": {
      ...withId(ids.plan),
      body: {
        season: "ramadan-1446",
        total_halalas: 1000_00,
        parts: [{ campaign_id: ids.campaign, days: [{ day: "2025-03-01", budget_halalas: 1000_00 }] }],
      },
      expect: 409,
    },
    "POST Clients/Plans/{id}/season-budgets/{budget}/cancel": {
      params: { id: ids.plan, budget: "psb_none" },
      expect: 404,
    },
    "GET Clients/SeasonDrafts/index": {},
    "POST Clients/SeasonDrafts/{season}/dismiss": { params: { season: "ramadan-1448" }, expect: 404 },
    "PUT Clients/SeasonDrafts/settings": { body: { is_on: true } },
  };
}

/** A plan with this campaign alone, under another name. */
function toPlanInput(campaign: ReturnType<typeof buildCampaignInput>) {
  const name = `خطة ${randomUUID().slice(0, 8)}`;
  return { name, objective: campaign.objective, campaigns: [{ ...campaign, name }] };
}

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "POST Clients/Campaigns/bulk": { body: { action: "pause", ids: [ids.campaign] } },
  "POST Clients/Campaigns/bulk/preview": { body: { action: "archive", ids: [ids.campaign] } },
  "POST Clients/Plans/{id}/launch": withId(ids.plan),
  "POST Clients/Plans/{id}/stop": withId(ids.plan),
  "POST Clients/Campaigns/{id}/relaunch": { ...withId(ids.campaign), expect: 409 },
  "POST Clients/Campaigns/{id}/retry": { ...withId(ids.campaign), expect: 409 },
  "POST Clients/Campaigns/{id}/accept": { ...withId(ids.campaign), expect: 409 },
  "POST Clients/Campaigns/{id}/start": withId(ids.campaign),
  "POST Clients/AdGroups/{id}/start": { ...withId(ids.adGroup), expect: 409 },
  "POST Clients/AdGroups/{id}/pause": withId(ids.adGroup),
  "POST Clients/AdGroups/{id}/relaunch": withId(ids.adGroup),
  "POST Clients/Ads/{id}/start": { ...withId(ids.ad), expect: 409 },
  "POST Clients/Ads/{id}/pause": withId(ids.ad),
  "POST Clients/Ads/{id}/relaunch": withId(ids.ad),
  "POST Clients/Campaigns/{id}/pause": withId(ids.campaign),
  "POST Clients/Ads/{id}/archive": withId(ids.ad),
  "DELETE Clients/Ads/{id}": withId(ids.ad),
  "POST Clients/AdGroups/{id}/archive": withId(ids.adGroup),
  "DELETE Clients/AdGroups/{id}": withId(ids.adGroup),
  "POST Clients/Campaigns/{id}/archive": withId(ids.campaign),
  "DELETE Clients/Campaigns/{id}": withId(ids.campaign),
});
