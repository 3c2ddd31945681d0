import { toStoredHours } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { BiddingStrategy, Placement } from "#modules/ad-accounts/contract/platforms.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import type { DesiredState } from "./desired-state.ts";

/** What the merchant may change of a campaign that exists: its ad account and store only before the first start. */
export type CampaignChange = Omit<CampaignFields, "ad_account_id" | "platform" | "store_id"> &
  Partial<Pick<CampaignFields, "ad_account_id" | "store_id">>;

type KeptFields = Pick<CampaignFields, "ad_account_id" | "store_id">;
type Targets = { target_cpa_halalas: number | null; target_roas: number | null };

/** A target is stored only for the bidding strategy that uses it. */
export function toTargets({
  bidding_strategy,
  target_cpa_halalas,
  target_roas,
}: Targets & { bidding_strategy: BiddingStrategy }): Targets {
  return {
    target_cpa_halalas: bidding_strategy === "target_cpa" ? target_cpa_halalas : null,
    target_roas: bidding_strategy === "target_roas" ? target_roas : null,
  };
}

/** The campaign's columns after the change, which is sent as a new generation. Without a start it keeps its own. */
export function applyEdit(
  { status, starts_at, desired_generation, ...kept }: DesiredState & KeptFields,
  change: CampaignChange,
  now: Date,
) {
  return {
    ...change,
    ad_account_id: change.ad_account_id ?? kept.ad_account_id,
    store_id: change.store_id === undefined ? kept.store_id : change.store_id,
    ...toTargets(change),
    starts_at: change.starts_at === null ? starts_at : new Date(change.starts_at),
    starts_at_once: status === "created" && change.starts_at === null,
    ends_at: change.ends_at === null ? null : new Date(change.ends_at),
    hours: toStoredHours(change.hours),
    desired_generation: desired_generation + 1,
    updated_at: now,
  };
}

/** Whether these are the same placements, in any order. */
export const isSamePlacements = (one: readonly Placement[], other: readonly Placement[]): boolean =>
  one.length === other.length && one.every((placement) => other.includes(placement));
