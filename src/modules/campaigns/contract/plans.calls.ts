import { z } from "zod";
import { defineCalls, halalasSchema } from "#base/shared/contract.ts";
import { operationRow } from "#base/shared/operations.calls.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { adChecks, campaignChecks, groupChecks, moneyChecks } from "./campaigns.calls.ts";
import { id, newPlan, planDetails } from "./shapes.ts";

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

export const plansCalls = defineCalls({
  "GET Clients/Plans/templates": {
    summary:
      "The merchant's plans that brought the most delivered sales for each riyal, the best first; at most five",
    access: view,
    answer: z.object({ items: z.array(template) }),
  },
  "GET Clients/Plans/{id}": {
    summary: "One plan with its campaigns, their ad groups and ads",
    access: view,
    params: byId,
    answer: planDetails,
  },
  "POST Clients/Plans/create": {
    summary:
      "Creates a plan with a campaign on each platform, all or nothing; nothing reaches the platforms yet. Its draft is deleted",
    access: manage,
    body: newPlan.extend({ draft_id: id.nullable().default(null) }),
    answer: planDetails,
    refusals: [
      ...new Set([
        ...campaignChecks,
        ...groupChecks,
        ...adChecks,
        "campaigns.too_many",
        "campaigns.plan_platform_used",
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
});

export type PlansCalls = typeof plansCalls;
