import { boolean, type FieldTable, type Json, listOf, number, oneOf } from "../shared/field-table.ts";
import { budgetProblem } from "./campaign.fields.ts";
import {
  ADGROUP_BUDGET_MIN,
  AGE_GROUPS,
  BID_TYPES,
  BILLING_EVENTS,
  CAMPAIGN_BUDGET_MODES,
  CREATE_STATUSES,
  GENDERS,
  GOALS,
  LATEST_END,
  LATEST_START,
  NAME_MAX,
  OPERATING_SYSTEMS,
  OPTIMIZATION_EVENTS,
  PACINGS,
  PLACEMENT_TYPES,
  PLACEMENTS,
  SCHEDULE_TYPES,
  START_MAY_LIE_BACK_MS,
} from "./facts.ts";
import { dayparting, id, moment, money, words } from "./rules.ts";
import { parseInstant } from "./time.ts";

/** The audience fields. An update replaces all of them: one that is left out is cleared. */
export const audienceFields: FieldTable = {
  age_groups: { rule: listOf(oneOf(Object.keys(AGE_GROUPS))) },
  gender: { rule: oneOf(GENDERS) },
  languages: { rule: listOf(oneOf(["ar", "en"])) },
  operating_systems: { rule: listOf(oneOf(OPERATING_SYSTEMS), { max: 1 }) },
  smart_audience_enabled: { rule: boolean },
  smart_interest_behavior_enabled: { rule: boolean },
  excluded_audience_ids: { rule: listOf(id) },
  spending_power: { rule: oneOf(["ALL", "HIGH"]) },
};

const changeable: FieldTable = {
  ...audienceFields,
  adgroup_name: { rule: words(NAME_MAX) },
  location_ids: { rule: listOf(id, { min: 1, max: 3_000 }) },
  schedule_type: { rule: oneOf(SCHEDULE_TYPES) },
  schedule_start_time: { rule: moment },
  schedule_end_time: { rule: moment },
  dayparting: { rule: dayparting },
  budget: { rule: money },
  pacing: { rule: oneOf(PACINGS) },
  bid_type: { rule: oneOf(BID_TYPES) },
  bid_price: { rule: money },
  conversion_bid_price: { rule: money },
  deep_bid_type: { rule: oneOf(["VO_HIGHEST_VALUE", "VO_MIN_ROAS"]) },
  roas_bid: { rule: number(0.01, 1_000) },
  comment_disabled: { rule: boolean },
  share_disabled: { rule: boolean },
  video_download_disabled: { rule: boolean },
  search_result_enabled: { rule: boolean },
};

/** The supported fields of a create (portal doc, Create an ad group; the SDK's AdgroupCreateBody). */
export const adgroupCreateFields: FieldTable = {
  ...changeable,
  advertiser_id: { rule: id, required: true },
  campaign_id: { rule: id, required: true },
  adgroup_name: { rule: words(NAME_MAX), required: true },
  promotion_type: { rule: oneOf(["WEBSITE"]), required: true },
  placement_type: { rule: oneOf(PLACEMENT_TYPES) },
  placements: { rule: listOf(oneOf(PLACEMENTS), { min: 1 }) },
  location_ids: { rule: listOf(id, { min: 1, max: 3_000 }), required: true },
  budget_mode: { rule: oneOf(CAMPAIGN_BUDGET_MODES) },
  schedule_type: { rule: oneOf(SCHEDULE_TYPES), required: true },
  schedule_start_time: { rule: moment, required: true },
  optimization_goal: { rule: oneOf(Object.values(GOALS).flatMap(Object.keys)), required: true },
  optimization_event: { rule: oneOf(OPTIMIZATION_EVENTS) },
  pixel_id: { rule: id },
  billing_event: { rule: oneOf(BILLING_EVENTS), required: true },
  bid_type: { rule: oneOf(BID_TYPES), required: true },
  creative_material_mode: { rule: oneOf(["CUSTOM"]) },
  operation_status: { rule: oneOf(CREATE_STATUSES) },
  request_id: { rule: id },
};

/** The fields an update can change; placement, goal and pixel cannot change. */
const { video_download_disabled: _fixed, ...updatable } = changeable;
export const adgroupUpdateFields: FieldTable = {
  ...updatable,
  advertiser_id: { rule: id, required: true },
  adgroup_id: { rule: id, required: true },
};

export const adgroupDefaults: Json = {
  placement_type: "PLACEMENT_TYPE_NORMAL",
  gender: "GENDER_UNLIMITED",
  operation_status: "ENABLE",
  smart_audience_enabled: false,
  smart_interest_behavior_enabled: false,
  search_result_enabled: true,
  creative_material_mode: "CUSTOM",
};

/** The objects an ad group is checked against: its campaign, the pixel of its account, and its sibling ad groups. */
export type RelatedState = { campaign: Json; pixelId: string; firstSibling: Json | undefined; now: number };

/** Checks inside an ad group and with its campaign; returns the first problem, or null. */
export function checkAdgroup(group: Json, related: RelatedState): string | null {
  return (
    placementProblem(group) ??
    scheduleProblem(group) ??
    moneyProblem(group, related.campaign) ??
    goalProblem(group, related) ??
    bidProblem(group, related.campaign)
  );
}

function placementProblem(group: Json): string | null {
  const isNormal = group.placement_type === "PLACEMENT_TYPE_NORMAL";
  if (isNormal && group.placements === undefined) return "placements: Missing data for required field";
  return !isNormal && group.placements !== undefined
    ? "placements: not allowed when placement_type is PLACEMENT_TYPE_AUTOMATIC"
    : null;
}

export function scheduleProblem({
  schedule_type,
  schedule_start_time,
  schedule_end_time,
}: Json): string | null {
  const start = parseInstant(schedule_start_time) ?? 0;
  const end = parseInstant(schedule_end_time);
  if (start > (parseInstant(LATEST_START) ?? 0)) return `schedule_start_time: no later than ${LATEST_START}`;
  if (schedule_type === "SCHEDULE_FROM_NOW") return null;
  if (end === null) return "schedule_end_time: Missing data for required field";
  if (end <= start) return "schedule_end_time: must be later than schedule_start_time";
  return end > (parseInstant(LATEST_END) ?? 0) ? `schedule_end_time: no later than ${LATEST_END}` : null;
}

/** A new ad group may start up to twelve hours ago. */
export function startProblem(group: Json, now: number): string | null {
  const start = parseInstant(group.schedule_start_time) ?? 0;
  return start < now - START_MAY_LIE_BACK_MS
    ? "schedule_start_time: the start time must not be more than 12 hours earlier than the current time"
    : null;
}

function moneyProblem(group: Json, campaign: Json): string | null {
  if (campaign.budget_optimize_on) return null; // budget, budget_mode and pacing are ignored
  const { budget_mode: mode, schedule_type, pacing } = group;
  if (typeof mode !== "string" || mode === "BUDGET_MODE_INFINITE")
    return "budget_mode: Missing data for required field";
  if (pacing === undefined) return "pacing: Missing data for required field";
  if (mode === "BUDGET_MODE_TOTAL" && schedule_type !== "SCHEDULE_START_END")
    return "budget_mode: BUDGET_MODE_TOTAL needs SCHEDULE_START_END";
  if (mode === "BUDGET_MODE_TOTAL" && campaign.budget_mode === "BUDGET_MODE_DAY")
    return "budget_mode: BUDGET_MODE_DAY is expected below a campaign with a daily budget";
  const days = mode === "BUDGET_MODE_TOTAL" ? scheduledDays(group) : 1;
  return budgetProblem(group.budget, ADGROUP_BUDGET_MIN * days);
}

function scheduledDays(group: Json): number {
  const span = (parseInstant(group.schedule_end_time) ?? 0) - (parseInstant(group.schedule_start_time) ?? 0);
  return Math.max(1, Math.ceil(span / 86_400_000));
}

function goalProblem(group: Json, { campaign, pixelId, firstSibling }: RelatedState): string | null {
  const goal = String(group.optimization_goal);
  const billing = GOALS[String(campaign.objective_type)]?.[goal];
  if (!billing) return `optimization_goal: ${goal} is not supported for ${campaign.objective_type}`;
  if (group.billing_event !== billing) return `billing_event: ${billing} is expected for ${goal}`;
  const isConversion = goal === "CONVERT" || goal === "VALUE";
  if (isConversion && group.pixel_id !== pixelId)
    return "pixel_id: the pixel does not exist or does not belong to the advertiser";
  if (isConversion && group.optimization_event === undefined)
    return "optimization_event: Missing data for required field";
  // Under one optimized campaign budget all ad groups share the goal of the first one.
  const differs = ["optimization_goal", "bid_type", "optimization_event"].find(
    (field) => campaign.budget_optimize_on && firstSibling && firstSibling[field] !== group[field],
  );
  return differs ? `${differs}: must be the same in all ad groups of the campaign` : null;
}

export function bidProblem(group: Json, campaign: Json): string | null {
  const needed = group.billing_event === "OCPM" ? "conversion_bid_price" : "bid_price";
  const other = needed === "bid_price" ? "conversion_bid_price" : "bid_price";
  if (group[other] !== undefined) return `${other}: not supported for ${group.billing_event}`;
  const bid = group[needed];
  if (group.bid_type === "BID_TYPE_NO_BID")
    return bid === undefined ? null : `${needed}: not allowed when bid_type is BID_TYPE_NO_BID`;
  if (typeof bid !== "number" || bid <= 0) return `${needed}: Missing data for required field`;
  const budget = Number(campaign.budget_optimize_on ? campaign.budget : group.budget);
  return bid < budget ? null : `${needed}: the bid must be lower than the budget`;
}
