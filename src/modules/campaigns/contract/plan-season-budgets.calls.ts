import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { moneyChecks } from "./campaigns.calls.ts";
import {
  choice,
  planChecks,
  plannedDay,
  preview,
  season,
  seasonBudget,
  seasonBudgetEnds,
  seasonId,
  total,
} from "./season-budgets.calls.ts";
import { id } from "./shapes.ts";

const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;
const byId = z.object({ id });
const partsMax = 20;

/** Of a day: all parts are set, or some, or none could be; `planned` while it is ahead. */
export const planDayStates = ["planned", "set", "partly", "missed"] as const;

const planSeasonBudget = season.extend({
  id,
  days: z.array(z.object({ day: riyadhDay, budget_halalas: halalasSchema, state: z.enum(planDayStates) })),
  /** Each campaign's own, carried out by itself: one may have ended before the others. */
  parts: z.array(seasonBudget.extend({ campaign_id: id })),
  accepted_at: instant,
  /** Null while one of the parts is under way. */
  ended_at: instant.nullable(),
  end_reason: z.enum(seasonBudgetEnds).nullable(),
});
export type PlanSeasonBudget = z.infer<typeof planSeasonBudget>;

const planSeasonBudgets = z.object({
  /** The one under way, or else the last one that ended in the past two weeks. */
  current: planSeasonBudget.nullable(),
  /** The seasons within the dates of all campaigns that share the plan's budget; none while one is under way. */
  choices: z.array(choice),
  /** Campaigns with a season budget of their own, which must end before the plan can have one. */
  own: z.array(id),
});
export type PlanSeasonBudgets = z.infer<typeof planSeasonBudgets>;

const planPreview = preview.extend({
  /** The total by campaign, in the proportions of the plan's budgets, and each one's days. */
  parts: z.array(z.object({ campaign_id: id, total_halalas: halalasSchema, days: z.array(plannedDay) })),
});
export type PlanSeasonBudgetPreview = z.infer<typeof planPreview>;

export const planSeasonBudgetsCalls = defineCalls({
  "GET Clients/Plans/{id}/season-budgets": {
    summary: "A plan's season budget, and the seasons for which one can be accepted",
    access: view,
    params: byId,
    answer: planSeasonBudgets,
  },
  "GET Clients/Plans/{id}/season-budgets/preview": {
    summary:
      "One budget for a season, split over the plan's campaigns and the season's days; nothing is changed",
    access: view,
    params: byId,
    query: z.object({ season: seasonId, total_halalas: total }),
    answer: planPreview,
    refusals: [...planChecks],
  },
  "POST Clients/Plans/{id}/season-budgets/accept": {
    summary:
      "Accepts the days that were shown for all of the plan's campaigns, or for none. Refused when they are others by now",
    access: manage,
    params: byId,
    body: z.object({
      season: seasonId,
      total_halalas: total,
      parts: z
        .array(z.object({ campaign_id: id, days: z.array(plannedDay).min(1).max(60) }))
        .min(1)
        .max(partsMax),
    }),
    answer: planSeasonBudgets,
    refusals: [
      ...planChecks,
      ...moneyChecks,
      "campaigns.budget_too_small",
      "campaigns.season_budget_changed",
      "campaigns.season_budget_exists",
    ],
    idempotent: true,
  },
  "POST Clients/Plans/{id}/season-budgets/{budget}/cancel": {
    summary:
      "Ends a plan's season budget, and sets each campaign's budget before, unless another one was set meanwhile",
    access: manage,
    params: byId.extend({ budget: id }),
    answer: planSeasonBudgets,
    refusals: [...moneyChecks, "campaigns.budget_too_small", "base.too_big"],
    idempotent: true,
  },
});

export type PlanSeasonBudgetsCalls = typeof planSeasonBudgetsCalls;
