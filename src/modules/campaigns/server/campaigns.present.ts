import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { toReviewReason } from "../contract/review-reasons.ts";
import type { AdGroupRow, AdRow, CampaignDetails, CampaignRow } from "../contract/shapes.ts";
import { actionsFor } from "../domain/status.ts";
import { computeDisplayState, type DisplayState } from "../domain/sync-plan.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, CampaignTree, SyncState } from "./records.ts";
import { type CapabilityLookup, toMaxCostToday } from "./reserve.ts";
import { toNode } from "./sync/sync-tree.ts";

export type PresentDeps = { messages: Messages; adAccounts: CapabilityLookup };

/** What presenting needs besides the row: texts and capabilities, the reader's language, and the business time. */
export type PresentContext = PresentDeps & { language: Language; now: Date };

export function presentDetails(
  { campaign, adGroups, ads }: CampaignTree,
  context: PresentContext,
): CampaignDetails {
  const living = adGroups.filter((group) => group.status !== "deleted");
  return {
    ...presentCampaign(campaign, context),
    ad_groups: living.map((group) =>
      presentAdGroup(
        group,
        ads.filter((ad) => ad.ad_group_id === group.id),
        campaign,
        context,
      ),
    ),
  };
}

export function presentCampaign(row: CampaignRecord, context: PresentContext): CampaignRow {
  return {
    id: row.id,
    plan_id: row.plan_id,
    name: row.name,
    platform: row.platform,
    placements: row.placements,
    ad_account_id: row.ad_account_id,
    store_id: row.store_id,
    landing_url: row.landing_url,
    objective: row.objective,
    bidding_strategy: row.bidding_strategy,
    target_cpa_halalas: row.target_cpa_halalas,
    target_roas: row.target_roas,
    client_campaign_id: row.client_campaign_id,
    starts_at: row.starts_at.toISOString(),
    starts_at_once: row.starts_at_once,
    ends_at: row.ends_at?.toISOString() ?? null,
    hours: row.hours,
    daily_budget_halalas: row.daily_budget_halalas,
    ...presentSyncState(row, row, row, context),
    status_reason: row.status_reason,
    observed_daily_budget_halalas: row.observed_daily_budget_halalas,
    drift_daily_budget_halalas: row.drift_daily_budget_halalas,
    reverted: presentReverted(row),
    connection_lost: row.connection_lost_at !== null,
    max_cost_today_halalas: toMaxCostToday(row, context.adAccounts, context.now),
    reserve_halalas: row.reserve_halalas,
  };
}

export function presentAdGroup(
  row: AdGroupRecord,
  ads: readonly AdRecord[],
  campaign: CampaignRecord,
  context: PresentContext,
): AdGroupRow {
  const displayState = toAdGroupDisplayState(row, campaign);
  return {
    id: row.id,
    campaign_id: row.campaign_id,
    name: row.name,
    age_ranges: row.age_ranges,
    excluded_age_ranges: row.excluded_age_ranges,
    gender: row.gender,
    locations: row.locations,
    devices: row.devices,
    optimized_targeting: row.optimized_targeting,
    keywords: row.keywords,
    ...presentSyncState(row, displayState, campaign, context),
    ads: ads
      .filter((ad) => ad.status !== "deleted")
      .map((ad) => presentAd(ad, displayState, campaign, context)),
  };
}

/** The display state of an ad group, its campaign's end included. */
export const toAdGroupDisplayState = (row: AdGroupRecord, campaign: CampaignRecord): DisplayState =>
  computeDisplayState(campaign, toNode("ad_group", row, []), campaign);

export function presentAd(
  row: AdRecord,
  adGroup: DisplayState,
  campaign: CampaignRecord,
  context: PresentContext,
): AdRow {
  return {
    id: row.id,
    campaign_id: row.campaign_id,
    ad_group_id: row.ad_group_id,
    name: row.name,
    headline: row.headline,
    more_headlines: row.more_headlines,
    text: row.body,
    description: row.description,
    more_descriptions: row.more_descriptions,
    target_url: row.target_url,
    media_id: row.media_id,
    call_to_action: row.call_to_action,
    brand_name: row.brand_name,
    automatic_enhancements: row.automatic_enhancements,
    tracking_url: row.tracking_url,
    review: {
      outcome: row.review_outcome,
      reasons: row.review_reasons.map((text) => explain(text, context)),
    },
    ...presentSyncState(
      row,
      computeDisplayState(adGroup, toNode("ad", row, []), campaign),
      campaign,
      context,
    ),
  };
}

function explain(text: string, { messages, language }: PresentContext) {
  const kind = toReviewReason(text);
  return { text, meaning: kind && messages.translate(language, `campaigns:review_reasons.${kind}`) };
}

function presentReverted({ reverted_halalas, reverted_at }: CampaignRecord): CampaignRow["reverted"] {
  if (reverted_halalas === null || reverted_at === null) return null;
  return { daily_budget_halalas: reverted_halalas, at: reverted_at.toISOString() };
}

/** Why it is not synced: the platform's refusal, else the change made on the platform. */
function toFaultKey({ fault_key, drift_status, drift_daily_budget_halalas }: SyncState): string | null {
  if (fault_key !== null) return fault_key;
  if (drift_status !== null) return `campaigns:fault_drift_${drift_status}`;
  return (drift_daily_budget_halalas ?? null) === null ? null : "campaigns:fault_drift_budget";
}

function presentSyncState(
  row: SyncState,
  { status, sync }: DisplayState,
  { platform }: Pick<CampaignRecord, "platform">,
  { messages, language }: PresentContext,
) {
  const key = toFaultKey(row);
  const known = key !== null && !messages.has(key) ? "campaigns:fault_rejected" : key;
  return {
    status,
    allowed_actions: actionsFor(status),
    sync,
    fault: known && messages.translate(language, known, { platform }),
    fault_text: row.fault_text,
    observed_status: row.observed_status,
    drift_status: row.drift_status,
    drift_since: row.drift_since?.toISOString() ?? null,
    platform_id: row.platform_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
