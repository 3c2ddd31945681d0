import type {
  BiddingStrategy,
  CallToAction,
  Channel,
  Device,
  Platform,
} from "#modules/ad-accounts/contract/platforms.ts";
import type { Location } from "../contract/shapes.ts";
import type { AgeRange, Gender, Objective, Status, StatusReason, Sync } from "../contract/words.ts";

/** Rows as the database holds them. */

export type PlatformStatus = "active" | "paused" | "deleted";

/** What every level carries beside its own fields: the wish's count, and all the platform has confirmed. */
export type Standing = {
  id: string;
  merchant_id: string;
  status: Status;
  created_at: Date;
  updated_at: Date;
  wanted_version: number;
  confirmed_version: number;
  platform_id: string | null;
  confirmed_status: PlatformStatus | null;
  creating: boolean;
  doubt_until: Date | null;
  fault_key: string | null;
  fault_text: string | null;
  drift_status: PlatformStatus | null;
  /** Campaigns only. */
  drift_daily_budget_halalas?: number | null;
  drift_since: Date | null;
  confirmed_at: Date | null;
};

export type CampaignRecord = Standing & {
  name: string;
  platform: Platform;
  channels: Channel[];
  ad_account_id: string;
  store_id: string | null;
  landing_url: string;
  objective: Objective;
  bidding_strategy: BiddingStrategy;
  target_cpa_halalas: number | null;
  target_roas: number | null;
  client_campaign_id: string | null;
  starts_at: Date;
  starts_at_once: boolean;
  ends_at: Date | null;
  daily_budget_halalas: number;
  status_why: StatusReason | null;
  confirmed_daily_budget_halalas: number | null;
  drift_daily_budget_halalas: number | null;
  put_back_halalas: number | null;
  put_back_at: Date | null;
  sync: Sync;
  published: boolean;
  connection_lost_at: Date | null;
  turn_of: string | null;
  turn_until: Date | null;
  retry_at: Date | null;
  retry_ordered: boolean;
  failures: number;
  next_reading_at: Date | null;
  readings: number;
  may_spend_since: Date | null;
  reserve_halalas: number;
  reserve_review_at: Date | null;
};

export type AdGroupRecord = Standing & {
  campaign_id: string;
  name: string;
  age_ranges: AgeRange[];
  excluded_age_ranges: AgeRange[];
  gender: Gender;
  locations: Location[];
  devices: Device[];
  optimized_targeting: boolean;
  keywords: string[];
};

export type AdRecord = Standing & {
  campaign_id: string;
  ad_group_id: string;
  name: string;
  headline: string;
  more_headlines: string[];
  body: string;
  description: string;
  more_descriptions: string[];
  target_url: string;
  tracking_id: string;
  tracking_url: string;
  media_id: string | null;
  call_to_action: CallToAction;
  brand_name: string;
  automatic_enhancements: boolean;
  review_outcome: "pending" | "approved" | "rejected" | null;
  review_reasons: string[];
};

/** A campaign with everything under it, deleted things included. */
export type Family = { campaign: CampaignRecord; adGroups: AdGroupRecord[]; ads: AdRecord[] };
