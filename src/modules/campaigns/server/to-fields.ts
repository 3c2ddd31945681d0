import type { AdFields, AdGroupFields } from "../contract/shapes.ts";
import type { CampaignChange } from "../domain/edit.ts";
import type { AdGroupRecord, AdRecord, CampaignRecord } from "./records.ts";

/** What a merchant wrote, from a stored row: as it is shown, edited in part, and copied. */

export function toCampaignChange(row: CampaignRecord): CampaignChange {
  return {
    name: row.name,
    placements: row.placements,
    landing_url: row.landing_url,
    objective: row.objective,
    bidding_strategy: row.bidding_strategy,
    target_cpa_halalas: row.target_cpa_halalas,
    target_roas: row.target_roas,
    client_campaign_id: row.client_campaign_id,
    starts_at: row.starts_at_once ? null : row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    hours: row.hours,
    daily_budget_halalas: row.daily_budget_halalas,
  };
}

export const toAdGroupFields = (row: AdGroupRecord): AdGroupFields => ({
  name: row.name,
  age_ranges: row.age_ranges,
  excluded_age_ranges: row.excluded_age_ranges,
  gender: row.gender,
  locations: row.locations,
  devices: row.devices,
  optimized_targeting: row.optimized_targeting,
  keywords: row.keywords,
});

export const toAdFields = (row: AdRecord): AdFields => ({
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
  profile_id: row.profile_id,
});
