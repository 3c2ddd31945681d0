import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { operationRow } from "#base/shared/operations.calls.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { adChecks, campaignChecks, groupChecks, moneyChecks } from "./campaigns.calls.ts";
import { objectives } from "./enums.ts";
import { campaignDetails, fromDraft, id, newPlan } from "./shapes.ts";

const byId = z.object({ id });
const view = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;

const template = z.object({
  plan_id: id,
  name: z.string(),
  platforms: z.array(z.enum(platforms)),
  /** Of the last 90 Riyadh days. */
  spend_halalas: halalasSchema,
  orders_delivered: z.number().int(),
  sales_delivered_halalas: halalasSchema,
});
export type Template = z.infer<typeof template>;

const move = z.object({
  from_campaign_id: id,
  to_campaign_id: id,
  /** Of the daily budget. */
  amount_halalas: halalasSchema.min(1),
});

export const planDetails = z.object({
  id,
  /** As planned; a campaign may be renamed on its own. */
  name: z.string(),
  objective: z.enum(objectives),
  created_at: instant,
  /** At most one of each platform, in the order of the platforms, without deleted ones. */
  campaigns: z.array(campaignDetails),
  /** A budget that would do more elsewhere in the plan; null while the figures do not carry one. */
  proposal: move
    .extend({
      /** The settled days it rests on, and the orders of both campaigns in them. */
      from: riyadhDay,
      to: riyadhDay,
      orders: z.number().int(),
      /** Sales a day that are lost if the moved money brings nothing where it goes. */
      largest_loss_halalas: halalasSchema,
    })
    .nullable(),
  /** The last move that was not undone; `can_undo` while both budgets are as it left them. */
  last_move: move.extend({ id, moved_at: instant, can_undo: z.boolean() }).nullable(),
});
export type PlanDetails = z.infer<typeof planDetails>;

export const plansCalls = defineCalls({
  "GET Clients/Plans/templates": {
    summary:
      "The merchant's plans that brought the most delivered sales for each riyal, the best first; at most five",
    access: view,
    answer: z.object({ items: z.array(template) }),
  },
  "GET Clients/Plans/{id}": {
    summary: "A plan with its campaigns, their ad groups and ads, and where its budget would do more",
    access: view,
    params: byId,
    answer: planDetails,
  },
  "POST Clients/Plans/create": {
    summary:
      "Creates a plan with a campaign on each platform, all or nothing; nothing reaches the platforms yet. Its draft is deleted",
    access: manage,
    body: newPlan.extend(fromDraft.shape),
    answer: planDetails,
    refusals: [
      ...new Set([
        ...campaignChecks,
        ...groupChecks,
        ...adChecks,
        "campaigns.too_many",
        "campaigns.plan_platform_used",
        "campaigns.draft_changed",
      ]),
    ],
    idempotent: true,
  },
  "POST Clients/Plans/{id}/launch": {
    summary:
      "Brings every campaign of a plan to run, as an operation: new ones start, paused ones run again, and what a platform refused is sent again. Running ones stay as they are, so that repeating it finishes a half-done launch",
    access: manage,
    params: byId,
    answer: operationRow,
    refusals: [...moneyChecks],
    idempotent: true,
  },
  "POST Clients/Plans/{id}/stop": {
    summary: "Pauses every running campaign of a plan, as an operation: it takes a half-done launch back",
    access: manage,
    params: byId,
    answer: operationRow,
    idempotent: true,
  },
  "POST Clients/Plans/{id}/move-budget": {
    summary:
      "Accepts the proposal: both daily budgets change, or neither; refused when it is another one by now",
    access: manage,
    params: byId,
    body: move,
    answer: planDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed", "campaigns.proposal_changed"],
    idempotent: true,
  },
  "POST Clients/Plans/{id}/undo-move/{move}": {
    summary: "Moves a budget back; refused when one of the two budgets has changed since",
    access: manage,
    params: byId.extend({ move: id }),
    answer: planDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed", "campaigns.changed_since"],
    idempotent: true,
  },
});

export type PlansCalls = typeof plansCalls;
