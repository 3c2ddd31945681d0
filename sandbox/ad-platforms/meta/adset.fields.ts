import {
  boolean,
  type FieldTable,
  integer,
  isObject,
  type Json,
  listOf,
  objectOf,
  oneOf,
  text,
} from "../shared/field-table.ts";
import { checkMinimumBudget, checkSingleBudget, statusOnUpdate, toBudget } from "./campaign.fields.ts";
import type { DemoAccount, Identity } from "./demo.ts";
import { invalid, refused } from "./errors.ts";
import { ENUMS, GOALS, NAME_MAX, PIXEL_GOALS, ROAS_FLOOR, SHAPES } from "./facts.ts";
import { id, minorUnits, parseInstant, shaped, time } from "./rules.ts";
import { checkTargeting, targetingRule } from "./targeting.ts";

const attribution = objectOf({
  event_type: { rule: oneOf(["CLICK_THROUGH", "VIEW_THROUGH", "ENGAGED_VIDEO_VIEW"]), required: true },
  window_days: {
    rule: (value, field) => (value === 1 || value === 7 ? null : `${field} must be 1 or 7`),
    required: true,
  },
});

/** Marketing API, ad-campaign: what the product calls an ad group. */
export const adSetFields: FieldTable = {
  name: { rule: text(NAME_MAX), required: true },
  campaign_id: { rule: id, required: true, immutable: true },
  status: { rule: statusOnUpdate },
  billing_event: { rule: oneOf(ENUMS.billing_event), required: true },
  optimization_goal: { rule: oneOf(ENUMS.optimization_goal), required: true },
  destination_type: { rule: oneOf(ENUMS.destination_type) },
  promoted_object: {
    rule: shaped(SHAPES.AdPromotedObject, {
      pixel_id: { rule: id },
      page_id: { rule: id },
      custom_event_type: { rule: oneOf(ENUMS.custom_event_type) },
    }),
  },
  targeting: { rule: targetingRule, required: true },
  bid_strategy: { rule: oneOf(ENUMS.bid_strategy) },
  bid_amount: { rule: integer(1) },
  bid_constraints: {
    rule: objectOf({ roas_average_floor: { rule: integer(ROAS_FLOOR.min, ROAS_FLOOR.max) } }),
  },
  daily_budget: { rule: minorUnits },
  lifetime_budget: { rule: minorUnits },
  start_time: { rule: time },
  end_time: { rule: time },
  attribution_spec: { rule: listOf(attribution, { max: 3 }) },
  pacing_type: { rule: listOf(oneOf(["standard", "day_parting", "no_pacing"])) },
  is_dynamic_creative: { rule: boolean, immutable: true },
};

export type RelatedState = {
  campaign: Json;
  account: DemoAccount;
  identity: Identity;
  minimum: number;
  now: number;
};

/** Checks inside an ad set and with its campaign. `isNew` also checks what only a create decides. */
export function checkAdSet(adSet: Json, related: RelatedState, isNew: boolean): void {
  const { campaign, minimum } = related;
  checkGoal(adSet, related);
  checkBid(adSet, campaign);
  checkSingleBudget(adSet);
  const own = toBudget(adSet);
  if (own && toBudget(campaign))
    throw refused(
      1_885_621,
      "Only one budget level",
      "An ad set cannot have a budget when its campaign has one.",
      [own.period === "day" ? "daily_budget" : "lifetime_budget"],
    );
  if (!own && !toBudget(campaign))
    throw invalid("You must set daily_budget or lifetime_budget", { blame: ["daily_budget"] });
  checkMinimumBudget(adSet, minimum);
  checkTimes(adSet, related);
  checkTargeting(adSet.targeting as Json, isNew);
}

function checkGoal(adSet: Json, { campaign, account, identity }: RelatedState): void {
  const goal = String(adSet.optimization_goal);
  if (!GOALS[String(campaign.objective)]?.includes(goal))
    throw refused(
      2_490_408,
      "Performance goal not available",
      `The goal ${goal} cannot be used with the objective ${campaign.objective}.`,
      ["optimization_goal"],
    );
  if (PIXEL_GOALS.includes(goal) && adSet.billing_event !== "IMPRESSIONS")
    throw invalid(`billing_event must be IMPRESSIONS for ${goal}`, { blame: ["billing_event"] });
  const promoted = isObject(adSet.promoted_object) ? adSet.promoted_object : {};
  if (PIXEL_GOALS.includes(goal) && (!promoted.pixel_id || !promoted.custom_event_type))
    throw refused(
      1_885_014,
      "Promoted object missing",
      "This goal needs a promoted object with pixel_id and custom_event_type.",
      ["promoted_object"],
    );
  if (promoted.pixel_id !== undefined && String(promoted.pixel_id) !== account.pixelId)
    throw invalid("promoted_object names a pixel that this ad account cannot use", {
      blame: ["promoted_object"],
    });
  if (promoted.page_id !== undefined && !identity.pages.some((page) => page.id === String(promoted.page_id)))
    throw invalid("promoted_object names a Page that you cannot use", { blame: ["promoted_object"] });
}

/** The strategy is on the object that has the budget; the amount it needs is always on the ad set. */
function checkBid(adSet: Json, campaign: Json): void {
  const strategy =
    campaign.bid_strategy ??
    adSet.bid_strategy ??
    (adSet.bid_amount ? "LOWEST_COST_WITH_BID_CAP" : undefined);
  const needsAmount = strategy === "COST_CAP" || strategy === "LOWEST_COST_WITH_BID_CAP";
  if (needsAmount && adSet.bid_amount === undefined)
    throw refused(1_815_857, "Bid amount required", `A bid amount is required with ${strategy}.`, [
      "bid_amount",
    ]);
  if (!needsAmount && adSet.bid_amount !== undefined)
    throw invalid(`bid_amount does not go with ${strategy ?? "LOWEST_COST_WITHOUT_CAP"}`, {
      blame: ["bid_amount"],
    });
  const floor = (adSet.bid_constraints as Json | undefined)?.roas_average_floor;
  if ((strategy === "LOWEST_COST_WITH_MIN_ROAS") !== (floor !== undefined))
    throw invalid("roas_average_floor goes with LOWEST_COST_WITH_MIN_ROAS, and must go with it", {
      blame: ["bid_constraints"],
    });
  if (floor !== undefined && adSet.optimization_goal !== "VALUE")
    throw invalid("LOWEST_COST_WITH_MIN_ROAS needs the goal VALUE", { blame: ["optimization_goal"] });
}

const DAY_MS = 86_400_000;

function checkTimes(adSet: Json, { campaign, now }: RelatedState): void {
  const end = parseInstant(adSet.end_time) || null;
  const isLifetime = toBudget(adSet)?.period === "lifetime" || toBudget(campaign)?.period === "lifetime";
  if (isLifetime && end === null) throw invalid("lifetime_budget needs end_time", { blame: ["end_time"] });
  if (end === null) return;
  const start = parseInstant(adSet.start_time) ?? now;
  if (end <= now && adSet.status !== "PAUSED")
    throw refused(1_487_033, "End date in the past", "The end of the ad set must be in the future.", [
      "end_time",
    ]);
  if (end <= start) throw invalid("end_time must be after start_time", { blame: ["end_time"] });
  if (!isLifetime && end - start < DAY_MS)
    throw refused(
      1_487_793,
      "Too short for a daily budget",
      "An ad set with a daily budget runs for 24 hours or more.",
      ["end_time"],
    );
}
