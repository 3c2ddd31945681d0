import { boolean, type FieldTable, type Json, listOf, oneOf } from "../shared/field-table.ts";
import {
  BUDGET_CEILING,
  CAMPAIGN_BUDGET_MIN,
  CAMPAIGN_BUDGET_MODES,
  CAMPAIGN_TYPES,
  CREATE_STATUSES,
  GOALS,
  NAME_MAX,
  OBJECTIVES,
  SPECIAL_INDUSTRIES,
} from "./facts.ts";
import { id, money, words } from "./rules.ts";

const changeable: FieldTable = {
  campaign_name: { rule: words(NAME_MAX) },
  budget: { rule: money },
  po_number: { rule: words(NAME_MAX) },
  special_industries: { rule: listOf(oneOf(SPECIAL_INDUSTRIES)) },
};

/** The supported fields of a create; the vendor's model has more (apps, catalogues, search). */
export const campaignCreateFields: FieldTable = {
  ...changeable,
  advertiser_id: { rule: id, required: true },
  campaign_name: { rule: words(NAME_MAX), required: true },
  objective_type: { rule: oneOf(OBJECTIVES), required: true },
  budget_mode: { rule: oneOf(CAMPAIGN_BUDGET_MODES) },
  budget_optimize_on: { rule: boolean },
  operation_status: { rule: oneOf(CREATE_STATUSES) },
  campaign_type: { rule: oneOf(CAMPAIGN_TYPES) },
  request_id: { rule: id },
};

/** Only these change after the create. */
export const campaignUpdateFields: FieldTable = {
  ...changeable,
  advertiser_id: { rule: id, required: true },
  campaign_id: { rule: id, required: true },
};

export const campaignDefaults: Json = {
  budget_mode: "BUDGET_MODE_INFINITE",
  budget: 0,
  budget_optimize_on: false,
  operation_status: "ENABLE",
  campaign_type: "REGULAR_CAMPAIGN",
  special_industries: [],
};

/** Checks inside a campaign (portal docs, Budget; Campaign Budget Optimization). */
export function checkCampaign(campaign: Json): string | null {
  const { budget_mode, budget_optimize_on, objective_type, campaign_type } = campaign;
  if (!GOALS[String(objective_type)]) return `objective_type: ${objective_type} is not played by the sandbox`;
  if (campaign_type !== "REGULAR_CAMPAIGN")
    return "campaign_type: IOS14_CAMPAIGN is not played by the sandbox";
  if (budget_mode === "BUDGET_MODE_INFINITE")
    return budget_optimize_on ? "budget_mode: a budget is required when budget_optimize_on is true" : null;
  if (budget_optimize_on && budget_mode === "BUDGET_MODE_DAY")
    return `budget_mode: BUDGET_MODE_DYNAMIC_DAILY_BUDGET is expected for ${objective_type} when budget_optimize_on is true`;
  if (!budget_optimize_on && budget_mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET")
    return "budget_mode: BUDGET_MODE_DYNAMIC_DAILY_BUDGET needs budget_optimize_on";
  return budgetProblem(campaign.budget, CAMPAIGN_BUDGET_MIN);
}

/** The range of a budget: the minimum included, the maximum excluded. */
export function budgetProblem(budget: unknown, minimum: number): string | null {
  if (typeof budget !== "number") return "budget: Missing data for required field";
  return budget >= minimum && budget < BUDGET_CEILING
    ? null
    : `budget: the budget must be at least ${minimum} and less than ${BUDGET_CEILING}`;
}
