import { z } from "zod";
import { defineCalls, halalasSchema, instant } from "#base/shared/contract.ts";
import { paymentFailures } from "#modules/payments/contract/enums.ts";
import { entryKinds, topUpStates, topUpStopReasons } from "./enums.ts";

const read = { subject: "wallet", action: "read" } as const;
const payIn = { subject: "wallet", action: "deposit" } as const;
const amount = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const settings = z.object({
  is_active: z.boolean(),
  card_id: z.string().nullable(),
  threshold_halalas: halalasSchema,
  amount_halalas: halalasSchema,
  /** The most that is charged in a calendar month, Riyadh time. */
  monthly_ceiling_halalas: halalasSchema,
  charged_this_month_halalas: halalasSchema,
  /** Nothing more is charged until the available balance was at the threshold again. */
  waits_for_threshold: z.boolean(),
  /** Why the product switched it off; null when it did not. */
  stopped_reason: z.enum(topUpStopReasons).nullable(),
  /** The newest top-ups, the one under way first. */
  recent: z.array(
    z.object({
      id: z.string(),
      amount_halalas: halalasSchema,
      state: z.enum(topUpStates),
      planned_at: instant,
      charge_at: instant,
      failure: z.enum(paymentFailures).nullable(),
      failure_text: z.string().nullable(),
    }),
  ),
});

/** The automatic top-up, and a month's money. */
export const topUpCalls = defineCalls({
  "GET Clients/Wallet/top-up": {
    summary: "The automatic top-up: off until the merchant switches it on",
    access: read,
    answer: settings,
  },
  "PUT Clients/Wallet/top-up": {
    summary: "Changes the automatic top-up. Switching it off cancels a charge that was only announced",
    access: payIn,
    body: z.object({
      is_active: z.boolean(),
      card_id: z.string().min(1).max(64).nullable(),
      threshold_halalas: amount,
      amount_halalas: amount,
      monthly_ceiling_halalas: amount,
    }),
    answer: settings,
    refusals: [
      "wallet.amount_out_of_range",
      "wallet.top_up_below_threshold",
      "wallet.top_up_amounts",
      "wallet.top_up_card",
    ],
  },
  "GET Clients/Wallet/month": {
    summary: "A month's money: what came in, what went out by campaign and service, what is left",
    access: read,
    query: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional(),
    }),
    answer: z.object({
      month: z.string(),
      opening_halalas: halalasSchema,
      closing_halalas: halalasSchema,
      /** Additions by kind, largest first. */
      in: z.array(z.object({ kind: z.enum(entryKinds), amount_halalas: halalasSchema })),
      /** Deductions by campaign, service or other reference, largest first; the small ones are one row without reference. */
      out: z.array(
        z.object({
          kind: z.enum(entryKinds),
          reference: z.string().nullable(),
          title: z.string().nullable(),
          amount_halalas: halalasSchema,
        }),
      ),
      in_halalas: halalasSchema,
      out_halalas: halalasSchema,
      as_of: instant,
    }),
  },
});
export type TopUpCalls = typeof topUpCalls;
