import { z } from "zod";
import {
  defineCalls,
  followQuery,
  followSchema,
  halalasSchema,
  instant,
  pageQuery,
  pageSchema,
  riyadhDay,
} from "#base/shared/contract.ts";
import { paymentFailures } from "#modules/payments/contract/enums.ts";
import { paymentFormSchema } from "#modules/payments/contract/payment-form.ts";
import { paymentId } from "#modules/payments/contract/payment-id.ts";
import { actedBy } from "./acted-by.ts";
import { chargeTypes, depositStatuses, entryKinds } from "./enums.ts";
import { holdExplanationSchema } from "./hold-explanation.ts";
import { statementCalls } from "./statement.calls.ts";

const read = { subject: "wallet", action: "read" } as const;
const payIn = { subject: "wallet", action: "deposit" } as const;
const id = z.string().min(1).max(64);

const wallet = z.object({
  /** Everything in the wallet: reserved plus available. */
  balance_halalas: halalasSchema,
  reserved_halalas: halalasSchema,
  /** The part of it that withdrawals under way hold; what is held for neither is for campaigns. */
  held_for_withdrawals_halalas: halalasSchema,
  /** Paid, and not held yet. */
  held_for_consultations_halalas: halalasSchema,
  available_halalas: halalasSchema,
  /** Spend and refunds that the balance did not cover. Settled first from new money. */
  owed_halalas: halalasSchema,
  /** Mean spend of the recent days that had spend; null when there are none. */
  daily_spend_halalas: halalasSchema.nullable(),
  /** The Riyadh day on which the available balance ends at that pace. */
  ends_on: riyadhDay.nullable(),
  has_card: z.boolean(),
  deposit_min_halalas: halalasSchema,
  deposit_max_halalas: halalasSchema,
  as_of: instant,
});

const transaction = z.object({
  id: z.string(),
  /** Number of the line on this merchant's statement, from 1. */
  number: z.number().int(),
  charge_type: z.enum(chargeTypes),
  kind: z.enum(entryKinds),
  amount_halalas: halalasSchema,
  /** The balance of the whole wallet after this line. */
  amount_after_halalas: halalasSchema,
  /** The id of the campaign or the deposit that the line refers to. */
  reference: z.string().nullable(),
  /** For a campaign: its name as the merchant wrote it. */
  reference_title: z.string().nullable(),
  /** The Riyadh day the money belongs to: a late spend report names the day the ads ran. */
  day: riyadhDay,
  created_at: instant,
});

const deposit = z.object({
  id: z.string(),
  amount_halalas: halalasSchema,
  status: z.enum(depositStatuses),
  /** Set when the last attempt failed; the same deposit may be paid by another attempt. */
  failure: z.enum(paymentFailures).nullable(),
  /** The reason as a sentence, in the language of the request. */
  failure_text: z.string().nullable(),
  /** That the card could not be saved, where that was wanted; null otherwise. */
  card_text: z.string().nullable(),
  save_card: z.boolean(),
  card_id: z.string().nullable(),
  /** The bank's page (3-D Secure), while the payment waits for the cardholder. */
  action_url: z.string().nullable(),
  /** The part of the deposit that settled earlier debt instead of staying in the wallet. */
  owed_settled_halalas: halalasSchema,
  by: actedBy,
  created_at: instant,
  settled_at: instant.nullable(),
});

const reserve = z.object({
  campaign_id: z.string(),
  title: z.string(),
  held_halalas: halalasSchema,
  target_halalas: halalasSchema,
  /** Why so much is held; null where it is not a number of whole days. */
  explanation: holdExplanationSchema.nullable(),
});

export const walletCalls = defineCalls({
  ...statementCalls,
  "GET Clients/Wallet/index": {
    summary: "The wallet: balance, reserved, available, and the day the available balance ends",
    access: read,
    answer: wallet,
  },
  "GET Clients/Wallet/transactions": {
    summary: "The statement, newest first, with the running balance",
    access: read,
    readsReplica: true,
    query: pageQuery.extend({
      charge_type: z.enum(chargeTypes).optional(),
      from: riyadhDay.optional(),
      to: riyadhDay.optional(),
      /** The `next` of the page before, which `page` then only numbers: reaches every line. */
      after: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}:\d{1,15}$/)
        .optional(),
    }),
    /** Of a filtered statement `total` is counted up to 10,000. */
    answer: pageSchema(transaction).extend({ next: z.string().nullable() }),
  },
  "GET Clients/Wallet/reserves": {
    summary: "The reserves of running campaigns",
    access: read,
    query: followQuery,
    answer: followSchema(reserve),
  },
  "GET Clients/Wallet/deposits": {
    summary: "Deposits, newest first",
    access: read,
    query: followQuery,
    answer: followSchema(deposit),
  },
  "GET Clients/Wallet/deposit/{id}": {
    summary: "One deposit, as the gateway last confirmed it",
    access: read,
    params: z.object({ id }),
    answer: deposit,
  },
  "POST Clients/Wallet/deposit": {
    summary: "Begins a deposit, by the gateway's form or from a saved card. Never takes card data",
    access: payIn,
    body: z.object({
      amount_halalas: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
      /** The merchant's consent to keep the card at the gateway. */
      save_card: z.boolean().default(false),
      card_id: id.optional(),
    }),
    answer: z.object({ deposit, form: paymentFormSchema.nullable() }),
    refusals: [
      "wallet.amount_out_of_range",
      "wallet.card_expired",
      "wallet.too_many_open_deposits",
      "base.not_found",
    ],
    idempotent: true,
  },
  "POST Clients/Wallet/deposit/{id}/started": {
    summary: "Reports the gateway's payment of the deposit, before the bank's page is opened",
    access: payIn,
    params: z.object({ id }),
    body: z.object({ payment_id: paymentId }),
    answer: deposit,
    refusals: ["wallet.payment_of_another_deposit"],
  },
  "POST Clients/Wallet/deposit/{id}/check": {
    summary: "Checks the deposit at the gateway now (the cardholder has returned)",
    access: payIn,
    params: z.object({ id }),
    answer: deposit,
  },
  "GET Clients/Wallet/audit": {
    summary: "Verifies the merchant's own entries from the last verified position; within two seconds",
    access: read,
    refusals: ["wallet.audit_unfinished"],
    answer: z.object({
      entries: z.number().int(),
      /** What the wallet holds beyond its entries, in halalas: zero. */
      ledger_sum_halalas: halalasSchema,
      balance_halalas: halalasSchema,
      wrong_balances: z.number().int(),
      wrong_running_balances: z.number().int(),
      wrong_reserves: z.number().int(),
      wrong_receivables: z.number().int(),
      passed: z.boolean(),
      checked_at: instant,
    }),
  },
});
export type WalletCalls = typeof walletCalls;
