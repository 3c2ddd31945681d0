import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse } from "../shared/checks.ts";
import type { Json } from "./graph.ts";

/** Marketing API, Bid strategies. The strategy is set where the budget is: on the campaign. */
const strategies = {
  maximize_conversions: "LOWEST_COST_WITHOUT_CAP",
  maximize_conversion_value: "LOWEST_COST_WITHOUT_CAP",
  target_cpa: "COST_CAP",
  target_roas: "LOWEST_COST_WITH_MIN_ROAS",
} as const;

export function toBidStrategy({ biddingStrategy }: CampaignSpec): string {
  return strategies[biddingStrategy];
}

/** Refuses strategies that need purchases where the campaign's objective is traffic. */
export function checkValueBidding({ biddingStrategy, objective }: CampaignSpec): void {
  const isValueBidding = biddingStrategy === "maximize_conversion_value" || biddingStrategy === "target_roas";
  if (isValueBidding && objective !== "sales")
    refuse("bidding_not_supported", `${biddingStrategy} for ${objective}`);
}

/**
 * An ad set's optimization goal. Purchases are measured by the pixel; without one, or for traffic, the closest goal is
 * link clicks.
 */
export function toGoal({ objective, biddingStrategy }: CampaignSpec, { pixelId }: AdAccountContext): Json {
  if (objective !== "sales" || pixelId === null) return { optimization_goal: "LINK_CLICKS" };
  const isValueBidding = biddingStrategy === "maximize_conversion_value" || biddingStrategy === "target_roas";
  return {
    optimization_goal: isValueBidding ? "VALUE" : "OFFSITE_CONVERSIONS",
    promoted_object: { pixel_id: pixelId, custom_event_type: "PURCHASE" },
  };
}

/** The strategy's amounts are set on the ad sets: hundredths of the currency for a cap, ten-thousandths for a ROAS. */
export function toBidAmounts({ biddingStrategy, targetCpa, targetRoas }: CampaignSpec): Json {
  if (biddingStrategy === "target_cpa" && targetCpa !== null) return { bid_amount: targetCpa };
  if (biddingStrategy === "target_roas" && targetRoas !== null)
    return { bid_constraints: { roas_average_floor: targetRoas } };
  return {};
}
