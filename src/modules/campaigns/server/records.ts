import type {
  BiddingStrategy,
  CallToAction,
  Device,
  Placement,
  Platform,
} from "#modules/ad-accounts/contract/platforms.ts";
import type { AgeRange, Gender, Objective, Status, StatusReason, Sync } from "../contract/enums.ts";
import type { Location } from "../contract/shapes.ts";

/** Rows as in the database. */

export type PlatformStatus = "active" | "paused" | "deleted";

/** The columns of every level beside its own fields: the desired generation, and the observed state. */
export type SyncState = {
  id: string;
  merchant_id: string;
  status: Status;
  created_at: Date;
  updated_at: Date;
  desired_generation: number;
  observed_generation: number;
  platform_id: string | null;
  observed_status: PlatformStatus | null;
  create_intent: boolean;
  unknown_until: Date | null;
  fault_key: string | null;
  fault_text: string | null;
  drift_status: PlatformStatus | null;
  /** Campaigns only. */
  drift_daily_budget_halalas?: number | null;
  drift_since: Date | null;
  acknowledged_at: Date | null;
};

export type CampaignRecord = SyncState & {
  plan_id: string;
  name: string;
  platform: Platform;
  placements: Placement[];
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
  status_reason: StatusReason | null;
  observed_daily_budget_halalas: number | null;
  drift_daily_budget_halalas: number | null;
  reverted_halalas: number | null;
  reverted_at: Date | null;
  sync: Sync;
  published: boolean;
  connection_lost_at: Date | null;
  lease_owner: string | null;
  lease_until: Date | null;
  retry_at: Date | null;
  retry_imposed: boolean;
  failures: number;
  next_poll_at: Date | null;
  poll_count: number;
  may_spend_since: Date | null;
  reserve_halalas: number;
  reserve_review_at: Date | null;
};

export type AdGroupRecord = SyncState & {
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

export type AdRecord = SyncState & {
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

/** A campaign with its ad groups and ads, deleted ones included. */
export type CampaignTree = { campaign: CampaignRecord; adGroups: AdGroupRecord[]; ads: AdRecord[] };
