import { z } from "zod";
import { defineCalls, halalasSchema, instant, requiredText, riyadhDay } from "#base/shared/contract.ts";
import { campaignChecks, moneyChecks } from "#modules/campaigns/contract/campaigns.calls.ts";
import { advisedAd, advisedRule } from "./advised.ts";
import { adviceKinds, adviceStates } from "./consultations-enums.ts";
import { byOrderId, orderId } from "./order-shapes.ts";

const read = { subject: "marketing_consultation", action: "read" } as const;
const manage = { subject: "marketing_consultation", action: "manage" } as const;
const staff = { subject: "consultation_order", action: "manage" } as const;

const roas = z.number().nullable();

const advice = z.object({
  id: z.string(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  /** The budget it replaced; null until it is accepted. */
  from_halalas: halalasSchema.nullable(),
  kind: z.enum(adviceKinds),
  /** Of a budget. */
  to_halalas: halalasSchema.nullable(),
  rule: advisedRule.nullable(),
  ad: advisedAd.nullable(),
  /** The rule, or the new campaign's draft, that acceptance made. */
  made_id: z.string().nullable(),
  note: z.string(),
  /** Delivered return on ad spend that is expected in the 14 days after. */
  expected_roas: z.number(),
  state: z.enum(adviceStates),
  accepted_on: riyadhDay.nullable(),
  /** Delivered returns of 14 days before and after, and of the merchant's other campaigns on the platform. */
  outcome: z.object({ before: roas, after: roas, similar_before: roas, similar_after: roas }).nullable(),
  is_kept: z.boolean().nullable(),
  created_at: instant,
});
export type Advice = z.output<typeof advice>;

const list = z.object({ items: z.array(advice) });
const params = byOrderId.extend({ advice_id: orderId });

const proposal = {
  campaign_id: z.string().min(1).max(64),
  note: requiredText(1_000),
  expected_roas: z
    .number()
    .min(0.01, { error: "consultations:roas_not_valid" })
    .max(1_000, { error: "consultations:roas_not_valid" }),
};
const budgetProposal = z.object({
  ...proposal,
  kind: z.literal("budget"),
  to_halalas: z
    .number()
    .int()
    .min(100, { error: "consultations:price_not_valid" })
    .max(100_000_000, { error: "consultations:price_not_valid" }),
});
const ruleProposal = z.object({ ...proposal, kind: z.literal("rule"), rule: advisedRule });
const adProposal = z.object({ ...proposal, kind: z.literal("ad"), ad: advisedAd });
export type Proposal = z.output<typeof budgetProposal | typeof ruleProposal | typeof adProposal>;

export const adviceCalls = defineCalls({
  "GET Clients/ConsultationOrders/{id}/advice": {
    summary: "What the consultant proposes, in their order, and what came of what was accepted",
    access: read,
    params: byOrderId,
    answer: list,
  },
  "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/accept": {
    summary:
      "Accepts a proposal, once: the campaign has the budget from now on; a rule is saved switched off; an ad becomes a draft",
    access: manage,
    params,
    answer: list,
    refusals: [
      ...campaignChecks,
      ...moneyChecks,
      "campaigns.campaign_closed",
      "campaigns.changed_since",
      "consultations.advice_decided",
      "rules.rules_too_many",
      "campaigns.drafts_too_many",
    ],
  },
  "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/decline": {
    summary: "Declines a proposal; nothing changes",
    access: manage,
    params,
    answer: list,
    refusals: ["consultations.advice_decided"],
  },
  "GET Staff/ConsultationOrders/{id}/advice": {
    summary: "What was proposed on an order, and what came of it",
    access: staff,
    params: byOrderId,
    answer: list,
  },
  "POST Staff/ConsultationOrders/{id}/advice": {
    summary:
      "Proposes a daily budget, a rule or an ad for a campaign that the merchant's dossier shows, with the return expected of it",
    access: staff,
    params: byOrderId,
    body: z.discriminatedUnion("kind", [budgetProposal, ruleProposal, adProposal]),
    answer: list,
    refusals: [
      "consultations.wrong_status",
      "consultations.advice_without_dossier",
      "consultations.advice_too_many",
    ],
    idempotent: true,
  },
});
export type AdviceCalls = typeof adviceCalls;
