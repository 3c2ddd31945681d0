import type { Clock } from "#base/server/clock.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { toReviewReason } from "../contract/review-reasons.ts";
import type { AdGroupRow, AdRow, CampaignDetails, CampaignRow } from "../contract/shapes.ts";
import { computeRetry } from "../domain/retry.ts";
import { actionsFor } from "../domain/status.ts";
import { computeDisplayState, type DisplayState } from "../domain/sync-plan.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, CampaignTree, SyncState } from "./records.ts";
import { type CapabilityLookup, toMaxCostToday } from "./reserve.ts";
import { toNode, toSyncNode } from "./sync/sync-tree.ts";
import { toAdFields, toAdGroupFields, toCampaignChange } from "./to-fields.ts";

export type PresentDeps = { messages: Messages; adAccounts: CapabilityLookup; systemClock: Clock };

/** What presenting needs besides the row: texts and capabilities, the reader's language, and the business time. */
export type PresentContext = PresentDeps & { language: Language; now: Date };

export function presentDetails(tree: CampaignTree, context: PresentContext): CampaignDetails {
  const { campaign, adGroups, ads } = tree;
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
    retry: presentRetry(tree, context),
  };
}

function presentRetry(
  tree: CampaignTree,
  { systemClock, messages, language }: PresentContext,
): CampaignDetails["retry"] {
  const { sync, failures, retry_at, retry_imposed, retry_reason_key: key, lease_until } = tree.campaign;
  const tries = { sync, failures, retryAt: retry_at, isImposed: retry_imposed, leaseUntil: lease_until };
  const retry = computeRetry(toSyncNode(tree), tries, systemClock.now());
  return (
    retry && {
      ...retry,
      reason: key !== null && messages.has(key) ? messages.translate(language, key) : null,
    }
  );
}

export function presentCampaign(row: CampaignRecord, context: PresentContext): CampaignRow {
  return {
    id: row.id,
    plan_id: row.plan_id,
    ...toCampaignChange(row),
    platform: row.platform,
    ad_account_id: row.ad_account_id,
    store_id: row.store_id,
    starts_at: row.starts_at.toISOString(),
    starts_at_once: row.starts_at_once,
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
    ...toAdGroupFields(row),
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
    ...toAdFields(row),
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
