import {
  anything,
  type FieldTable,
  instant,
  integer,
  type Json,
  listOf,
  objectOf,
  oneOf,
  text,
  uuid,
} from "../shared/field-table.ts";
import { checkTimes, readOnlyFields } from "./campaign.fields.ts";
import type { SnapProblem } from "./errors.ts";
import {
  BID_MIN_MICRO,
  BID_STRATEGIES,
  bidMaxMicro,
  DELIVERY_CONSTRAINTS,
  isConversionGoal,
  NAME_MAX,
  needsPixel,
  OPTIMIZATION_GOALS,
  POSITIONS,
  SQUAD_BUDGET_MIN_MICRO,
  STATUSES,
} from "./facts.ts";
import { targetingRule } from "./targeting.ts";

/** developers.snap.com, Ad Squads. */
export const adSquadFields: FieldTable = {
  ...readOnlyFields,
  delivery_status: { rule: anything, readOnly: true },
  targeting_reach_status: { rule: anything, readOnly: true },
  campaign_id: { rule: uuid, required: true, immutable: true },
  name: { rule: text(NAME_MAX), required: true },
  status: { rule: oneOf(STATUSES) },
  type: { rule: oneOf(["SNAP_ADS", "LENS", "FILTER"]), required: true, immutable: true },
  billing_event: { rule: oneOf(["IMPRESSION"]), required: true },
  optimization_goal: { rule: oneOf(OPTIMIZATION_GOALS), required: true },
  bid_strategy: { rule: oneOf(BID_STRATEGIES), required: true },
  bid_micro: { rule: integer(BID_MIN_MICRO) },
  daily_budget_micro: { rule: integer(SQUAD_BUDGET_MIN_MICRO) },
  lifetime_budget_micro: { rule: integer(SQUAD_BUDGET_MIN_MICRO) },
  delivery_constraint: { rule: oneOf(DELIVERY_CONSTRAINTS), required: true },
  pacing_type: { rule: oneOf(["STANDARD", "ACCELERATED"]), immutable: true },
  placement_v2: {
    rule: objectOf({
      config: { rule: oneOf(["AUTOMATIC", "CUSTOM"]), required: true },
      platforms: { rule: listOf(oneOf(["SNAPCHAT"]), { min: 1 }) },
      snapchat_positions: { rule: listOf(oneOf(POSITIONS), { min: 1 }) },
    }),
    required: true,
  },
  pixel_id: { rule: uuid },
  conversion_window: { rule: oneOf(["SWIPE_28DAY_VIEW_1DAY", "SWIPE_7DAY"]) },
  targeting: { rule: targetingRule, required: true },
  start_time: { rule: instant },
  end_time: { rule: instant },
  child_ad_type: { rule: text(64) },
  cap_and_exclusion_config: {
    rule: objectOf({ frequency_cap_config: { rule: listOf(anything) } }),
  },
  ad_scheduling_config: { rule: anything },
  brand_safety_config: {
    rule: objectOf({ inventory_option: { rule: oneOf(["FULL_INVENTORY", "LIMITED_INVENTORY"]) } }),
  },
};

type RelatedState = { currency: string; campaign: Json; pixelIds: string[] };

/** Checks inside an ad squad, with its campaign and with its account. */
export function checkAdSquad(squad: Json, related: RelatedState): SnapProblem | string | null {
  return (
    checkTimes(squad) ??
    checkBudget(squad, related.campaign) ??
    checkBid(squad, related.currency) ??
    checkPixel(squad, related.pixelIds) ??
    checkPacing(squad) ??
    checkPlacement(squad)
  );
}

function checkBudget(squad: Json, campaign: Json): string | null {
  const daily = squad.daily_budget_micro !== undefined;
  const lifetime = squad.lifetime_budget_micro !== undefined;
  const isOnCampaign = campaign.daily_budget_micro !== undefined;
  if (isOnCampaign)
    return daily || lifetime ? "the campaign holds the budget: none is allowed on its ad squads" : null;
  if (daily === lifetime) return "exactly one of daily_budget_micro and lifetime_budget_micro is required";
  const constraint = squad.delivery_constraint;
  if (daily && constraint !== "DAILY_BUDGET")
    return `daily_budget_micro does not go with delivery_constraint ${constraint}`;
  if (lifetime && constraint !== "LIFETIME_BUDGET")
    return `lifetime_budget_micro does not go with delivery_constraint ${constraint}`;
  return lifetime && squad.end_time === undefined && campaign.end_time === undefined
    ? "lifetime_budget_micro needs an end_time"
    : null;
}

function checkBid(squad: Json, currency: string): string | null {
  const isAuto = squad.bid_strategy === "AUTO_BID";
  if (isAuto) return squad.bid_micro === undefined ? null : "bid_micro is not allowed with AUTO_BID";
  if (squad.bid_micro === undefined) return `bid_micro is required with ${squad.bid_strategy}`;
  return integer(BID_MIN_MICRO, bidMaxMicro(currency))(squad.bid_micro, "bid_micro");
}

function checkPixel(squad: Json, pixelIds: string[]): string | null {
  if (squad.pixel_id !== undefined && !pixelIds.includes(String(squad.pixel_id)))
    return "pixel_id does not belong to the ad account";
  return needsPixel(squad.optimization_goal) && squad.pixel_id === undefined
    ? `pixel_id is required with ${squad.optimization_goal}`
    : null;
}

function checkPacing(squad: Json): string | null {
  if (squad.pacing_type !== "ACCELERATED") return null;
  if (squad.bid_strategy !== "LOWEST_COST_WITH_MAX_BID")
    return "ACCELERATED pacing needs LOWEST_COST_WITH_MAX_BID";
  return isConversionGoal(squad.optimization_goal)
    ? `ACCELERATED pacing does not go with ${squad.optimization_goal}`
    : null;
}

function checkPlacement(squad: Json): SnapProblem | null {
  const placement = squad.placement_v2 as Json;
  if (placement.config === "AUTOMATIC") return null;
  if (placement.platforms === undefined || placement.snapchat_positions === undefined)
    return { code: "E2845", message: "CUSTOM placement needs platforms and snapchat_positions" };
  const positions = placement.snapchat_positions as string[];
  return squad.optimization_goal === "PIXEL_PURCHASE" && !positions.includes("CHAT_FEED")
    ? { code: "E21011", message: "CUSTOM placement for PIXEL_PURCHASE must contain CHAT_FEED" }
    : null;
}
