import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { campaignChecks, moneyChecks } from "./campaigns.calls.ts";
import { objectives } from "./enums.ts";
import { campaignRow, id } from "./shapes.ts";

const byId = z.object({ id });
const move = z.object({
  from_campaign_id: id,
  to_campaign_id: id,
  /** Of the daily budget. */
  amount_halalas: halalasSchema.min(1),
});

const planDetails = z.object({
  id,
  name: z.string(),
  objective: z.enum(objectives),
  created_at: instant,
  /** One of each platform, without deleted ones. */
  campaigns: z.array(campaignRow),
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
  "GET Clients/Plans/{id}": {
    summary: "A plan with its campaigns, and where its budget would do more",
    access: { subject: "campaign", action: "read" },
    params: byId,
    answer: planDetails,
  },
  "POST Clients/Plans/{id}/move-budget": {
    summary:
      "Accepts the proposal: both daily budgets change, or neither; refused when it is another one by now",
    access: { subject: "campaign", action: "manage" },
    params: byId,
    body: move,
    answer: planDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed", "campaigns.proposal_changed"],
    idempotent: true,
  },
  "POST Clients/Plans/{id}/undo-move/{move}": {
    summary: "Moves a budget back; refused when one of the two budgets has changed since",
    access: { subject: "campaign", action: "manage" },
    params: byId.extend({ move: id }),
    answer: planDetails,
    refusals: [...campaignChecks, ...moneyChecks, "campaigns.campaign_closed", "campaigns.changed_since"],
    idempotent: true,
  },
});

export type PlansCalls = typeof plansCalls;
