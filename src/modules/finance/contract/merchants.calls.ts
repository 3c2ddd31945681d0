import { z } from "zod";
import { defineCalls, halalasSchema, instant, requiredText } from "#base/shared/contract.ts";
import { orderStates } from "#modules/billing/contract/orders.enums.ts";
import { withdrawalStates } from "#modules/wallet/contract/enums.ts";
import { creditStates } from "./enums.ts";
import { chargeback, period } from "./returns.calls.ts";
import { boughtStock } from "./vouchers.calls.ts";

const id = z.string().min(1).max(64);
const read = { subject: "refund", action: "read" } as const;
const manage = { subject: "refund", action: "manage" } as const;
const amount = z.number().int().min(1).max(100_000_000);
const reason = requiredText(300);

const merchant = z.object({ id: z.string(), name: z.string(), mobile: z.string(), created_at: instant });

const credit = z.object({
  id: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  amount_halalas: halalasSchema,
  reason: z.string(),
  state: z.enum(creditStates),
  requested_by: z.object({ id: z.string(), name: z.string() }),
  requested_at: instant,
  decided_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  decided_at: instant.nullable(),
});
export type CreditShown = z.output<typeof credit>;

/** A paid payment, with what went back of it. */
const payment = z.object({
  payment_id: z.string(),
  paid_at: instant,
  amount_halalas: halalasSchema,
  refunded_halalas: halalasSchema,
  /** Requested refunds that have not gone back yet. */
  pending_halalas: halalasSchema,
  charged_back_halalas: halalasSchema,
  refundable_halalas: halalasSchema,
  card: z.object({ brand: z.string(), last_four: z.string() }).nullable(),
});
export type PaymentShown = z.output<typeof payment>;

const order = z.object({
  id: z.string(),
  state: z.enum(orderStates),
  titles: z.array(z.object({ ar: z.string(), en: z.string() })),
  total_halalas: halalasSchema,
  refunded_halalas: halalasSchema,
  created_at: instant,
  paid_at: instant.nullable(),
});
export type OrderShown = z.output<typeof order>;

const merchantMoney = z.object({
  merchant,
  balance: z.object({
    available_halalas: halalasSchema,
    reserved_halalas: halalasSchema,
    balance_halalas: halalasSchema,
  }),
  /** Above it, credit needs a second member. */
  consent_above_halalas: halalasSchema,
  /** The last 20 of each, newest first. */
  payments: z.array(payment),
  orders: z.array(order),
  periods: z.array(period),
  chargebacks: z.array(chargeback),
  withdrawals: z.array(
    z.object({
      id: z.string(),
      amount_halalas: halalasSchema,
      state: z.enum(withdrawalStates),
      requested_at: instant,
    }),
  ),
  credits: z.array(credit),
  /** Services that were bought, and always consultation vouchers. */
  stock: z.array(boughtStock),
});
export type MerchantMoney = z.output<typeof merchantMoney>;

export const merchantsCalls = defineCalls({
  "GET Staff/Finance/merchants": {
    summary: "Merchants by mobile number, by id, or by the beginnings of words of the name, at most 20",
    access: read,
    query: z.object({ search: requiredText(80) }),
    answer: z.object({ items: z.array(merchant) }),
  },
  "GET Staff/Finance/merchants/{merchant_id}": {
    summary: "A merchant's balance with the last of all that moved money",
    access: read,
    params: z.object({ merchant_id: id }),
    answer: merchantMoney,
  },
  "POST Staff/Finance/merchants/{merchant_id}/credits": {
    summary: "Gives credit; above the limit it waits for the consent of a second member",
    access: manage,
    params: z.object({ merchant_id: id }),
    body: z.object({ amount_halalas: amount, reason }),
    answer: credit,
    refusals: ["wallet.money_stopped"],
    idempotent: true,
  },
  "GET Staff/Finance/credits": {
    summary: "Credits that wait for a second member, the oldest first, at most 200",
    access: read,
    answer: z.object({ items: z.array(credit) }),
  },
  "POST Staff/Finance/credits/{credit_id}/approve": {
    summary: "Consents to a credit, which is given at once; never by whoever requested it",
    access: manage,
    params: z.object({ credit_id: id }),
    answer: credit,
    refusals: ["finance.own_request", "finance.credit_decided", "wallet.money_stopped"],
  },
  "POST Staff/Finance/credits/{credit_id}/reject": {
    summary: "Rejects a credit that waits; whoever requested it may do so too",
    access: manage,
    params: z.object({ credit_id: id }),
    answer: credit,
    refusals: ["finance.credit_decided"],
  },
  "POST Staff/Finance/merchants/{merchant_id}/orders/{order_id}/refund": {
    summary: "Gives back all or a part of an order, to the balance or the card that paid it",
    access: manage,
    params: z.object({ merchant_id: id, order_id: id }),
    body: z.object({ amount_halalas: amount, reason }),
    answer: z.null(),
    refusals: [
      "billing.order_not_delivered",
      "billing.refund_too_large",
      "payments.refund_too_large",
      "wallet.money_stopped",
    ],
    idempotent: true,
  },
  "POST Staff/Finance/merchants/{merchant_id}/payments/{payment_id}/refund": {
    summary: "Gives back all or a part of a deposit to the card that paid it, from the available balance",
    access: manage,
    params: z.object({ merchant_id: id, payment_id: id }),
    body: z.object({ amount_halalas: amount, reason }),
    answer: z.null(),
    refusals: ["wallet.balance_not_enough", "payments.refund_too_large", "wallet.money_stopped"],
    idempotent: true,
  },
});
export type MerchantsCalls = typeof merchantsCalls;
