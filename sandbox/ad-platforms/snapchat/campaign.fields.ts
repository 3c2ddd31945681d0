import {
  anything,
  boolean,
  type FieldTable,
  instant,
  integer,
  type Json,
  objectOf,
  oneOf,
  text,
  uuid,
} from "../shared/field-table.ts";
import { CAMPAIGN_BUDGET_MIN_MICRO, NAME_MAX, OBJECTIVES, PROMOTION_TYPES, STATUSES } from "./facts.ts";

/** The read-only fields of every object; only Snapchat writes them. */
export const readOnlyFields: FieldTable = {
  id: { rule: uuid, readOnly: true },
  created_at: { rule: instant, readOnly: true },
  updated_at: { rule: instant, readOnly: true },
  deleted: { rule: boolean, readOnly: true },
};

/** developers.snap.com, Campaigns. The old `objective` is left out on purpose: it is no longer accepted. */
export const campaignFields: FieldTable = {
  ...readOnlyFields,
  delivery_status: { rule: anything, readOnly: true },
  ad_account_id: { rule: uuid, required: true, immutable: true },
  name: { rule: text(NAME_MAX), required: true },
  status: { rule: oneOf(STATUSES), required: true },
  start_time: { rule: instant, required: true },
  end_time: { rule: instant },
  daily_budget_micro: { rule: integer(CAMPAIGN_BUDGET_MIN_MICRO) },
  lifetime_spend_cap_micro: { rule: integer(CAMPAIGN_BUDGET_MIN_MICRO) },
  buy_model: { rule: oneOf(["AUCTION", "RESERVED"]), immutable: true },
  objective_v2_properties: {
    rule: objectOf({
      objective_v2_type: { rule: oneOf(OBJECTIVES), required: true },
      promotion_type: { rule: oneOf(PROMOTION_TYPES) },
    }),
  },
  pacing_level: { rule: oneOf(["AD_SQUAD", "CAMPAIGN"]) },
  regulations: { rule: objectOf({ restricted_delivery_signals: { rule: boolean } }) },
  measurement_spec: {
    rule: objectOf({ ios_app_id: { rule: text(64) }, android_app_url: { rule: text(255) } }),
  },
};

/** An end before the start is refused wherever both are given. */
export function checkTimes(object: Json): string | null {
  if (typeof object.end_time !== "string" || typeof object.start_time !== "string") return null;
  return Date.parse(object.end_time) > Date.parse(object.start_time)
    ? null
    : "end_time must be after start_time";
}

/** Checks inside a campaign; a lowered spend cap must cover what was already spent. */
export function checkCampaign(campaign: Json, spentMicro: number): string | null {
  const problem = checkTimes(campaign);
  if (problem) return problem;
  if (campaign.pacing_level === "CAMPAIGN" && campaign.daily_budget_micro === undefined)
    return "pacing_level CAMPAIGN needs daily_budget_micro on the campaign";
  const cap = campaign.lifetime_spend_cap_micro;
  return typeof cap === "number" && spentMicro > 0 && cap <= spentMicro * 1.1
    ? "lifetime_spend_cap_micro must stay above 1.1 times what was already spent"
    : null;
}
