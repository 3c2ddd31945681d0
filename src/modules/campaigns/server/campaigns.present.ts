import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { reviewReasonOf } from "../contract/review-reasons.ts";
import type { AdGroupRow, AdRow, CampaignRow, CampaignWhole } from "../contract/shapes.ts";
import { type Told, toldBelow } from "../domain/sync-plan.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord, Family, Standing } from "./records.ts";
import { type Ceilings, mostToday } from "./reserve.ts";
import { nodeOf } from "./sync/tree.ts";

/** What presenting needs besides the row: the reader's language, the limits, and the business time. */
export type Reader = { messages: Messages; language: Language; adAccounts: Ceilings; now: Date };

export function presentWhole({ campaign, adGroups, ads }: Family, reader: Reader): CampaignWhole {
  const living = adGroups.filter((group) => group.status !== "deleted");
  return {
    ...presentCampaign(campaign, reader),
    ad_groups: living.map((group) =>
      presentAdGroup(
        group,
        ads.filter((ad) => ad.ad_group_id === group.id),
        campaign,
        reader,
      ),
    ),
  };
}

export function presentCampaign(row: CampaignRecord, reader: Reader): CampaignRow {
  return {
    id: row.id,
    name: row.name,
    platform: row.platform,
    channels: row.channels,
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
    daily_budget_halalas: row.daily_budget_halalas,
    ...presentStanding(row, row, row, reader),
    status_why: row.status_why,
    confirmed_daily_budget_halalas: row.confirmed_daily_budget_halalas,
    drift_daily_budget_halalas: row.drift_daily_budget_halalas,
    put_back: presentPutBack(row),
    connection_lost: row.connection_lost_at !== null,
    most_today_halalas: mostToday(row, reader.adAccounts, reader.now),
    reserve_halalas: row.reserve_halalas,
  };
}

export function presentAdGroup(
  row: AdGroupRecord,
  ads: readonly AdRecord[],
  campaign: CampaignRecord,
  reader: Reader,
): AdGroupRow {
  const told = adGroupTold(row, campaign);
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
    ...presentStanding(row, told, campaign, reader),
    ads: ads.filter((ad) => ad.status !== "deleted").map((ad) => presentAd(ad, told, campaign, reader)),
  };
}

/** How an ad group stands, its campaign's end told of it too. */
export const adGroupTold = (row: AdGroupRecord, campaign: CampaignRecord): Told =>
  toldBelow(campaign, nodeOf("ad_group", row, []), campaign);

export function presentAd(row: AdRecord, adGroup: Told, campaign: CampaignRecord, reader: Reader): AdRow {
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
    review: { outcome: row.review_outcome, reasons: row.review_reasons.map((said) => explain(said, reader)) },
    ...presentStanding(row, toldBelow(adGroup, nodeOf("ad", row, []), campaign), campaign, reader),
  };
}

function explain(said: string, { messages, language }: Reader) {
  const kind = reviewReasonOf(said);
  return { said, meaning: kind && messages.translate(language, `campaigns:review_reasons.${kind}`) };
}

function presentPutBack({ put_back_halalas, put_back_at }: CampaignRecord): CampaignRow["put_back"] {
  if (put_back_halalas === null || put_back_at === null) return null;
  return { daily_budget_halalas: put_back_halalas, at: put_back_at.toISOString() };
}

/** Why it has not come as far as it should: what the platform refused, else what was changed there. */
function faultKeyOf({ fault_key, drift_status, drift_daily_budget_halalas }: Standing): string | null {
  if (fault_key !== null) return fault_key;
  if (drift_status !== null) return `campaigns:fault_drift_${drift_status}`;
  return (drift_daily_budget_halalas ?? null) === null ? null : "campaigns:fault_drift_budget";
}

function presentStanding(
  row: Standing,
  { status, sync }: Told,
  { platform }: Pick<CampaignRecord, "platform">,
  { messages, language }: Reader,
) {
  const key = faultKeyOf(row);
  const known = key !== null && !messages.has(key) ? "campaigns:fault_rejected" : key;
  return {
    status,
    sync,
    fault: known && messages.translate(language, known, { platform }),
    fault_said: row.fault_text,
    confirmed_status: row.confirmed_status,
    drift_status: row.drift_status,
    drift_since: row.drift_since?.toISOString() ?? null,
    platform_id: row.platform_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
