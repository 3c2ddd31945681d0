import { z } from "zod";
import { defineCalls, halalasSchema, instant, requiredText } from "#base/shared/contract.ts";
import { paymentSources, periodKinds, periodStates } from "#modules/billing/contract/enums.ts";
import { intentPurposes } from "#modules/payments/contract/enums.ts";

const id = z.string().min(1).max(64);
const manage = { subject: "refund", action: "manage" } as const;

/** A period of a subscription, with what went back of it. */
export const period = z.object({
  id: z.string(),
  kind: z.enum(periodKinds),
  state: z.enum(periodStates),
  plan_name: z.object({ ar: z.string(), en: z.string() }),
  starts_at: instant,
  ends_at: instant,
  due_halalas: halalasSchema,
  returned_halalas: halalasSchema,
  /** What may still be given back here; zero for a first period, which goes back with its order. */
  refundable_halalas: halalasSchema,
  payment_source: z.enum(paymentSources).nullable(),
});
export type PeriodShown = z.output<typeof period>;

/** A payment that a bank took back. */
export const chargeback = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount_halalas: halalasSchema,
  purpose: z.enum(intentPurposes),
  settled_at: instant,
  /** Null while the bank keeps the money. */
  won_at: instant.nullable(),
});
export type ChargebackShown = z.output<typeof chargeback>;

/** What staff give back of a subscription, and what they record of a bank's chargebacks. */
export const returnsCalls = defineCalls({
  "POST Staff/Finance/merchants/{merchant_id}/periods/{period_id}/refund": {
    summary: "Gives back all or a part of a renewal or an upgrade, to the balance or the card that paid it",
    access: manage,
    params: z.object({ merchant_id: id, period_id: id }),
    body: z.object({ amount_halalas: z.number().int().min(1).max(100_000_000), reason: requiredText(300) }),
    answer: z.null(),
    refusals: [
      "billing.period_not_paid",
      "billing.payment_under_way",
      "billing.refund_too_large",
      "payments.refund_too_large",
      "wallet.money_stopped",
    ],
    idempotent: true,
  },
  "POST Staff/Finance/merchants/{merchant_id}/chargebacks": {
    summary:
      "Records a chargeback of a gateway that lists none to us. The same dispute again changes nothing",
    access: manage,
    params: z.object({ merchant_id: id }),
    body: z.object({
      payment_id: requiredText(100),
      dispute_id: requiredText(100),
      amount_halalas: z.number().int().min(1).max(100_000_000),
      reason: requiredText(300),
    }),
    answer: z.null(),
    refusals: ["payments.dispute_used", "payments.refund_under_way", "payments.refund_too_large"],
    idempotent: true,
  },
  "POST Staff/Finance/merchants/{merchant_id}/chargebacks/{chargeback_id}/win": {
    summary: "Records that a chargeback was won and its money came back. Recorded again, nothing changes",
    access: manage,
    params: z.object({ merchant_id: id, chargeback_id: id }),
    answer: z.null(),
  },
});
export type ReturnsCalls = typeof returnsCalls;
