import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdStructure } from "../contract/ad-structure.ts";
import type { DraftContent } from "../contract/draft-content.ts";
import type { AdFields, AdGroupFields, CampaignFields } from "../contract/shapes.ts";

/** What all campaigns of a plan have in common; the daily budget is of all platforms together, in halalas. */
export type SharedCampaign = Pick<
  CampaignFields,
  "name" | "store_id" | "landing_url" | "objective" | "client_campaign_id" | "starts_at" | "ends_at" | "hours"
> & { daily_budget_halalas: number | null };

/** What platforms never share. `budget_share`: basis points of the daily budget. */
export type PlatformSettings = Pick<
  CampaignFields,
  "ad_account_id" | "placements" | "bidding_strategy" | "target_cpa_halalas" | "target_roas"
> & { budget_share: number };

/**
 * What only the form knows. `product_id`: the store's product that the ad began from. `structure`: how it is to be built, as
 * guidance beside its texts.
 */
export type DraftAdFields = AdFields & { product_id: string | null; structure: AdStructure | null };
export type DraftAd = DraftAdFields & { key: string };
export type DraftAdGroup = AdGroupFields & { key: string; ads: DraftAd[] };

/** The fields whose values differ from the shared ones; of ad groups and ads by their keys. */
export type Differences = {
  campaign: Partial<Omit<SharedCampaign, "daily_budget_halalas">>;
  ad_groups: Record<string, Partial<AdGroupFields>>;
  ads: Record<string, Partial<DraftAdFields>>;
};
export type PlatformPart = { own: PlatformSettings; differs: Differences };

/** A plan over one to five platforms while it is written: a draft's content, with every field there. */
export type PlanDraft = {
  campaign: SharedCampaign;
  ad_groups: DraftAdGroup[];
  /** The platform whose part is open; null: the shared part. */
  platform: Platform | null;
  platforms: Partial<Record<Platform, PlatformPart>>;
};

/** The chosen platforms, in the order in which screens list platforms. */
export const listPlatforms = (draft: Pick<DraftContent, "platforms">): Platform[] =>
  platforms.filter((platform) => draft.platforms[platform]);

export const noDifferences = (): Differences => ({ campaign: {}, ad_groups: {}, ads: {} });
