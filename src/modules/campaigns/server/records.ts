import type { Rows } from "#db/generated/rows.ts";
import type {
  BiddingStrategy,
  CallToAction,
  Device,
  Placement,
  Platform,
} from "#modules/ad-accounts/contract/platforms.ts";
import type { AgeRange } from "../contract/enums.ts";
import type { Location } from "../contract/shapes.ts";

/** Rows as in the database: the merchant's columns, and what the sync worker records beside them. */

/** A generated row whose columns of these names are narrower than the database says. */
type Narrowed<Row, Columns> = Omit<Row, keyof Columns> & Columns;

/** What the merchant wants of a campaign: the row that the campaigns' store writes. */
export type CampaignColumns = Narrowed<
  Rows["campaigns.campaigns"],
  { platform: Platform; placements: Placement[]; bidding_strategy: BiddingStrategy }
>;
export type CampaignRecord = CampaignColumns & Omit<Rows["campaigns.campaign_sync"], "platform">;

export type AdGroupRecord = Narrowed<
  Rows["campaigns.ad_groups"],
  {
    age_ranges: AgeRange[];
    excluded_age_ranges: AgeRange[];
    locations: Location[];
    devices: Device[];
    keywords: string[];
  }
> &
  Rows["campaigns.ad_group_sync"];

export type AdRecord = Narrowed<
  Rows["campaigns.ads"],
  { more_headlines: string[]; more_descriptions: string[]; call_to_action: CallToAction }
> &
  Narrowed<Rows["campaigns.ad_sync"], { review_reasons: string[] }>;

/** What every level has: the desired status and generation, and the observed state. */
export type SyncState = Rows["campaigns.ad_group_sync"] &
  Pick<CampaignColumns, "merchant_id" | "status" | "desired_generation" | "created_at" | "updated_at"> & {
    /** Campaigns only. */
    drift_daily_budget_halalas?: number | null;
  };

/** A campaign with its ad groups and ads, deleted ones included. */
export type CampaignTree = { campaign: CampaignRecord; adGroups: AdGroupRecord[]; ads: AdRecord[] };
