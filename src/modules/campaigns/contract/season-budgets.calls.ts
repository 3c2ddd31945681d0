import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { moneyChecks } from "./campaigns.calls.ts";
import { budgetMax } from "./enums.ts";
import { id } from "./shapes.ts";

const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;
const byId = z.object({ id });

/** Names a season of one year, or payday of one month. */
export const seasonId = z
  .string()
  .regex(/^[a-z_]{3,30}-\d{4}(\d{2})?$/)
  .describe("ramadan-1448, white_friday-2026, payday-202612");

/** Why the last change could not be made: no money, no card, a budget set on the platform itself, its limits. */
export const seasonBudgetFailures = ["money", "card", "drift", "limits"] as const;
/** `changed`: somebody set another budget meanwhile, which stays. */
export const seasonBudgetEnds = ["finished", "cancelled", "changed", "campaign_ended"] as const;

export const season = z.object({
  season: seasonId,
  key: z.enum(seasonKeys),
  starts_on: riyadhDay,
  ends_on: riyadhDay.describe("included"),
});

export const plannedDay = z.object({ day: riyadhDay, budget_halalas: halalasSchema });

export const seasonBudget = season.extend({
  id,
  is_of_plan: z.boolean().describe("accepted for its whole plan, with which it is cancelled"),
  budget_before_halalas: halalasSchema.describe("the campaign returns to it at the end"),
  days: z.array(
    plannedDay.extend({
      /** `missed`: it could not be set on its day. */
      state: z.enum(["planned", "set", "missed"]),
    }),
  ),
  failure: z.enum(seasonBudgetFailures).nullable(),
  accepted_at: instant,
  ended_at: instant.nullable(),
  end_reason: z.enum(seasonBudgetEnds).nullable(),
});
export type SeasonBudget = z.infer<typeof seasonBudget>;

export const choice = season.extend({
  total_halalas: halalasSchema.describe("keeps the reach of today's budget at the season's expected cost"),
  minimum_halalas: halalasSchema.describe("the least that the platform takes on all its days together"),
});
export type SeasonChoice = z.infer<typeof choice>;

const seasonBudgets = z.object({
  /** The one under way, or else the last one that ended in the past two weeks. */
  current: seasonBudget.nullable(),
  /** The seasons of the next two months within the campaign's dates; none while one is under way. */
  choices: z.array(choice),
});
export type SeasonBudgets = z.infer<typeof seasonBudgets>;

export const preview = z.object({
  days: z.array(
    plannedDay.extend({
      most_halalas: halalasSchema.describe("the most that the day can cost at the platform"),
    }),
  ),
  total_halalas: halalasSchema,
  most_halalas: halalasSchema.describe("the most that all days can cost"),
  hold_halalas: halalasSchema.describe("the most that will be reserved in the wallet at once"),
});
export type SeasonBudgetPreview = z.infer<typeof preview>;

export const total = z.coerce
  .number()
  .int()
  .min(1)
  .max(budgetMax * 60);
export const planChecks = [
  "campaigns.season_not_offered",
  "campaigns.season_total_too_small",
  "base.too_big",
] as const;

export const seasonBudgetsCalls = defineCalls({
  "GET Clients/Campaigns/{id}/season-budgets": {
    summary: "A campaign's season budget, and the seasons for which one can be accepted",
    access: view,
    params: byId,
    answer: seasonBudgets,
  },
  "GET Clients/Campaigns/{id}/season-budgets/preview": {
    summary: "A budget for each day of a season that follows its expected cost; nothing is changed",
    access: view,
    params: byId,
    query: z.object({ season: seasonId, total_halalas: total }),
    answer: preview,
    refusals: [...planChecks, "campaigns.campaign_closed"],
  },
  "POST Clients/Campaigns/{id}/season-budgets/accept": {
    summary:
      "Accepts the days that were shown: each day's budget is set at its midnight in Riyadh, and the budget before at the end. Refused when they are others by now",
    access: manage,
    params: byId,
    body: z.object({ season: seasonId, total_halalas: total, days: z.array(plannedDay).min(1).max(60) }),
    answer: seasonBudgets,
    refusals: [
      ...planChecks,
      ...moneyChecks,
      "campaigns.campaign_closed",
      "campaigns.budget_too_small",
      "campaigns.season_budget_changed",
      "campaigns.season_budget_exists",
    ],
    idempotent: true,
  },
  "POST Clients/Campaigns/{id}/season-budgets/{budget}/cancel": {
    summary: "Ends a season budget, and sets the budget before, unless another one was set meanwhile",
    access: manage,
    params: byId.extend({ budget: id }),
    answer: seasonBudgets,
    refusals: [
      ...moneyChecks,
      "campaigns.budget_too_small",
      "campaigns.season_budget_of_plan",
      "base.too_big",
    ],
    idempotent: true,
  },
});

export type SeasonBudgetsCalls = typeof seasonBudgetsCalls;
