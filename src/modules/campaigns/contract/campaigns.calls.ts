import { z } from "zod";
import { type Call, defineCalls, pageSchema } from "#base/shared/contract.ts";
import { operationRow } from "#base/shared/operations.calls.ts";
import { bulkBody, bulkPreview } from "./bulk.ts";
import { exportAnswer, exportQuery, listQuery, listRow, listTotals, totalsQuery } from "./list.ts";
import {
  adFields,
  adGroupFields,
  adGroupRow,
  adRow,
  campaignDetails,
  campaignFields,
  fromDraft,
  id,
  newCampaign,
} from "./shapes.ts";

const byId = z.object({ id });
const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;

/** What every form may be refused for: a required field, a text that is too long. */
const formChecks = ["base.field_required", "base.too_long"] as const;
export const campaignChecks = [
  ...formChecks,
  "base.too_big",
  "campaigns.name_used",
  "campaigns.budget_too_small",
  "campaigns.bidding_not_supported",
  "campaigns.bidding_needs_pixel",
  "campaigns.target_cpa_out_of_range",
  "campaigns.target_roas_out_of_range",
  "campaigns.objective_not_supported",
  "campaigns.placement_missing",
  "campaigns.placement_one_only",
  "campaigns.placement_not_supported",
  "campaigns.start_not_ahead",
  "campaigns.end_not_ahead",
  "campaigns.end_before_start",
  "campaigns.hours_empty",
  "campaigns.hours_need_lifetime_budget",
  "campaigns.hours_not_supported",
  "campaigns.hours_too_many_spans",
  "campaigns.link_not_valid",
  "campaigns.link_outside_store",
  "campaigns.ad_account_not_linked",
  "campaigns.platform_mismatch",
  "campaigns.platform_not_ready",
] as const;
export const groupChecks = [
  ...formChecks,
  "campaigns.ages_empty",
  "campaigns.ages_broken",
  "campaigns.ages_not_apart",
  "campaigns.ages_too_young",
  "campaigns.ages_not_in_steps",
  "campaigns.ages_not_left_out",
  "campaigns.locations_too_many",
  "campaigns.radius_not_supported",
  "campaigns.radius_out_of_reach",
  "campaigns.device_not_supported",
  "campaigns.optimized_not_supported",
  "campaigns.keywords_not_supported",
  "campaigns.keywords_out_of_range",
  "campaigns.keyword_too_long",
] as const;
export const adChecks = [
  ...formChecks,
  "campaigns.headline_too_long",
  "campaigns.headlines_out_of_range",
  "campaigns.text_too_long",
  "campaigns.descriptions_out_of_range",
  "campaigns.description_too_long",
  "campaigns.texts_repeated",
  "campaigns.brand_missing",
  "campaigns.brand_too_long",
  "campaigns.action_not_supported",
  "campaigns.link_not_valid",
  "campaigns.link_outside_store",
  "campaigns.media_missing",
  "campaigns.media_not_accepted",
  "campaigns.media_not_found",
  "campaigns.media_not_supported",
  "campaigns.no_public_profile",
  "campaigns.profile_not_offered",
] as const;
export const moneyChecks = ["wallet.card_required", "wallet.balance_not_enough"] as const;
export const transitionChecks = [
  "campaigns.transition_not_allowed",
  "campaigns.schedule_over",
  "campaigns.ad_missing",
  "campaigns.campaign_closed",
] as const;

/** A call that changes an object's status and returns the object. With `mayCost` the call first reserves money. */
function transitionCall<Row extends z.ZodType>(summary: string, answer: Row, mayCost = false) {
  return {
    summary,
    access: manage,
    params: byId,
    answer,
    refusals: mayCost
      ? [...transitionChecks, ...moneyChecks, "campaigns.store_closed"]
      : [...transitionChecks],
    ...(mayCost ? ({ idempotent: true } as const) : {}),
  } satisfies Call;
}

export const campaignsCalls = defineCalls({
  "GET Clients/Campaigns/index": {
    summary: "The merchant's campaigns; deleted ones only when asked for by status",
    access: view,
    readsReplica: true,
    query: listQuery,
    answer: pageSchema(listRow).extend({
      /** With a search that finds more than `searchCountMax`: they were not counted further. */
      total_at_least: z.boolean(),
      next: z.string().nullable(),
    }),
  },
  "GET Clients/Campaigns/totals": {
    summary: "The sums of all campaigns that a filter finds, beside the same number of days before",
    access: view,
    readsReplica: true,
    query: totalsQuery,
    answer: listTotals,
  },
  "GET Clients/Campaigns/export": {
    summary: "All campaigns that a filter finds with their figures, as a spreadsheet",
    access: view,
    readsReplica: true,
    query: exportQuery,
    answer: exportAnswer,
  },
  "GET Clients/Campaigns/{id}": {
    summary: "One campaign with its ad groups and ads",
    access: view,
    params: byId,
    answer: campaignDetails,
  },
  "POST Clients/Campaigns/create": {
    summary:
      "Creates a campaign with its ad groups and ads, all or nothing; nothing reaches the platform yet",
    access: manage,
    body: newCampaign.extend(fromDraft.shape),
    answer: campaignDetails,
    refusals: [
      ...new Set([
        ...campaignChecks,
        ...groupChecks,
        ...adChecks,
        "campaigns.too_many",
        "campaigns.plan_platform_used",
        "campaigns.draft_changed",
      ]),
    ],
    idempotent: true,
  },
  "PUT Clients/Campaigns/{id}": {
    summary: "Changes a campaign; a higher budget of a running one holds more money first",
    access: manage,
    params: byId,
    body: campaignFields
      .omit({ platform: true })
      /** Only before the first start may these change; left out, they stay. */
      .partial({ ad_account_id: true, store_id: true }),
    answer: campaignDetails,
    refusals: [
      ...campaignChecks,
      ...moneyChecks,
      "base.not_found",
      "campaigns.placement_fixed",
      "campaigns.account_fixed",
      "campaigns.store_fixed",
      "campaigns.objective_fixed",
      "campaigns.campaign_closed",
    ],
    idempotent: true,
  },
  "POST Clients/Campaigns/bulk": {
    summary:
      "Changes the status or the budget of many campaigns, or duplicates them, as an operation; each is refused alone",
    access: manage,
    body: bulkBody,
    answer: operationRow,
    idempotent: true,
  },
  "POST Clients/Campaigns/bulk/preview": {
    summary: "What a bulk change would do to each campaign; nothing is changed",
    access: manage,
    body: bulkBody,
    answer: bulkPreview,
  },
  "POST Clients/Campaigns/{id}/start": transitionCall(
    "Starts a campaign with all its ads",
    campaignDetails,
    true,
  ),
  "POST Clients/Campaigns/{id}/relaunch": transitionCall(
    "Sets a paused campaign running again",
    campaignDetails,
    true,
  ),
  "POST Clients/Campaigns/{id}/pause": transitionCall("Pauses a campaign", campaignDetails),
  "POST Clients/Campaigns/{id}/archive": transitionCall(
    "Ends a campaign for good and keeps it",
    campaignDetails,
  ),
  "DELETE Clients/Campaigns/{id}": transitionCall(
    "Deletes a campaign; a running one is paused first",
    campaignDetails,
  ),
  "POST Clients/Campaigns/{id}/retry": {
    summary:
      "Sends again what the platform refused, or what was changed there behind our back; what waits for a platform that did not answer is tried at once",
    access: manage,
    params: byId,
    answer: campaignDetails,
    refusals: ["campaigns.nothing_to_retry", "campaigns.campaign_closed"],
  },
  "POST Clients/Campaigns/{id}/accept": {
    summary: "Takes over what was changed on the platform itself",
    access: manage,
    params: byId,
    answer: campaignDetails,
    refusals: ["campaigns.nothing_to_accept", ...transitionChecks, ...moneyChecks],
    idempotent: true,
  },
  "GET Clients/AdGroups/{id}": {
    summary: "One ad group with its ads",
    access: view,
    params: byId,
    answer: adGroupRow,
  },
  "POST Clients/AdGroups/create": {
    summary: "Adds an ad group to a campaign; it runs when it is started",
    access: manage,
    body: adGroupFields.extend({ campaign_id: id }),
    answer: adGroupRow,
    refusals: [...groupChecks, "campaigns.campaign_closed", "campaigns.too_many"],
    idempotent: true,
  },
  "PUT Clients/AdGroups/{id}": {
    summary: "Changes an ad group",
    access: manage,
    params: byId,
    body: adGroupFields,
    answer: adGroupRow,
    refusals: [...groupChecks, "campaigns.campaign_closed"],
    idempotent: true,
  },
  "POST Clients/AdGroups/{id}/start": transitionCall("Starts an ad group with its ads", adGroupRow),
  "POST Clients/AdGroups/{id}/relaunch": transitionCall("Sets a paused ad group running again", adGroupRow),
  "POST Clients/AdGroups/{id}/pause": transitionCall("Pauses an ad group", adGroupRow),
  "POST Clients/AdGroups/{id}/archive": transitionCall("Ends an ad group for good and keeps it", adGroupRow),
  "DELETE Clients/AdGroups/{id}": transitionCall(
    "Deletes an ad group; a running one is paused first",
    adGroupRow,
  ),
  "GET Clients/Ads/{id}": { summary: "One ad", access: view, params: byId, answer: adRow },
  "POST Clients/Ads/create": {
    summary: "Adds an ad to an ad group; it gets its tracking link here and runs when it is started",
    access: manage,
    body: adFields.extend({ ad_group_id: id }),
    answer: adRow,
    refusals: [...adChecks, "campaigns.campaign_closed", "campaigns.too_many"],
    idempotent: true,
  },
  "PUT Clients/Ads/{id}": {
    summary: "Changes an ad; its tracking link stays and leads to the new address",
    access: manage,
    params: byId,
    body: adFields,
    answer: adRow,
    refusals: [...adChecks, "campaigns.campaign_closed"],
    idempotent: true,
  },
  "POST Clients/Ads/{id}/start": transitionCall("Starts an ad", adRow),
  "POST Clients/Ads/{id}/relaunch": transitionCall("Sets a paused ad running again", adRow),
  "POST Clients/Ads/{id}/pause": transitionCall("Pauses an ad", adRow),
  "POST Clients/Ads/{id}/archive": transitionCall("Ends an ad for good and keeps it", adRow),
  "DELETE Clients/Ads/{id}": transitionCall("Deletes an ad; a running one is paused first", adRow),
});

export type CampaignsCalls = typeof campaignsCalls;
