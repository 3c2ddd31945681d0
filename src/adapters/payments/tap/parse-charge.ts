import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type Halalas, halalas, zeroHalalas } from "#base/shared/money.ts";
import { findDecline } from "#modules/payments/contract/declines.ts";
import type { PaymentFailure, PaymentMethod, PaymentState } from "#modules/payments/contract/enums.ts";
import type { GatewayPayment } from "#modules/payments/server/payment-gateway.port.ts";
import { toHalalas } from "./amounts.ts";
import { composeCardToken } from "./cards.ts";

const response = z.object({ response: z.object({ code: z.string().nullish() }).nullish() }).nullish();

/** The fields that are read of a charge; the rest of the response is ignored (Tap docs, Charges). */
const chargeSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  live_mode: z.boolean().nullish(),
  save_card: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  /** `created`: milliseconds, as text. */
  transaction: z.object({ url: z.string().nullish(), created: z.coerce.number() }),
  reference: z.object({ transaction: z.string().nullish() }).nullish(),
  response: z.object({ code: z.string().nullish() }).nullish(),
  acquirer: response,
  card: z
    .object({
      id: z.string().nullish(),
      brand: z.string().nullish(),
      scheme: z.string().nullish(),
      last_four: z.string().nullish(),
    })
    .nullish(),
  customer: z.object({ id: z.string().nullish() }).nullish(),
  source: z.object({ payment_method: z.string().nullish() }).nullish(),
  payment_agreement: z.object({ id: z.string().nullish() }).nullish(),
});
export type TapCharge = z.output<typeof chargeSchema>;

/** `UNKNOWN` and every status that is not here are pending, and alarmed. */
const states: Record<string, PaymentState> = {
  INITIATED: "pending",
  IN_PROGRESS: "pending",
  AUTHORIZED: "pending",
  CAPTURED: "paid",
  VOID: "refunded",
  ABANDONED: "failed",
  CANCELLED: "failed",
  FAILED: "failed",
  DECLINED: "failed",
  RESTRICTED: "failed",
  TIMEDOUT: "failed",
};

export function readCharge(answer: unknown): TapCharge {
  const parsed = chargeSchema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AdapterFault("outcome_unknown", { reason: "Tap answered a charge we cannot read" });
}

/** Whether refunds of it can exist: a charge itself does not show what went back of it. */
export const mayBeRefunded = ({ status }: TapCharge) => states[status] === "paid";

/** What has gone back of a charge, and when the last of it did; the charge itself shows neither. */
export type ChargeRefunds = { amount: Halalas; lastAt: Date };

/**
 * Maps Tap's charge to the port's type, with what has been refunded of it. Its id is Tap's; the id that we gave with the
 * request is `requestId`.
 */
export function toPayment(charge: TapCharge, refunds?: ChargeRefunds): GatewayPayment {
  const { id, status, currency, metadata, transaction, reference, card, source } = charge;
  const amount = toHalalas(charge.amount);
  const refunded = refunds?.amount ?? zeroHalalas;
  const createdAt = new Date(transaction.created);
  const state = states[status] ?? "pending";
  const isWholeRefund = state === "refunded" || (state === "paid" && refunded >= amount);
  const intentId = metadata?.deposit_id;
  return {
    id,
    requestId: reference?.transaction ?? null,
    state: isWholeRefund ? "refunded" : state,
    amount,
    // A voided charge went back in full, and no refund of it exists.
    refunded: state === "refunded" ? amount : halalas(refunded),
    currency,
    intentId: typeof intentId === "string" ? intentId : null,
    failure: state === "failed" ? toFailure(charge) : null,
    method: toMethod(source?.payment_method),
    brand: (card?.scheme ?? card?.brand)?.toLowerCase() ?? null,
    lastFour: card?.last_four ?? null,
    actionUrl: status === "INITIATED" ? transaction.url || null : null,
    cardToken: state === "paid" ? composeCardToken(charge) : null,
    hasUnknownStatus: !(status in states),
    createdAt,
    changedAt: refunds ? new Date(Math.max(createdAt.getTime(), refunds.lastAt.getTime())) : createdAt,
  };
}

function toMethod(name: string | null | undefined): PaymentMethod {
  if (/apple/i.test(name ?? "")) return "apple_pay";
  return /stc/i.test(name ?? "") ? "stc_pay" : "card";
}

/** Tap docs, Charge Response Codes; read where the card network's own code is missing. */
const failures: Record<string, PaymentFailure> = {
  "301": "not_verified",
  "302": "not_verified",
  "304": "not_verified",
  "405": "refused",
  "406": "expired_card",
  "407": "expired_card",
  "501": "refused",
  "502": "refused",
  "503": "not_verified",
  "504": "not_verified",
  "505": "balance",
  "507": "refused",
  "508": "bank_unavailable",
  "509": "blocked_card",
  "510": "refused",
  "512": "not_verified",
  "514": "refused",
  "516": "not_verified",
  "702": "limit",
  "703": "refused",
};

/** The card network's code decides (ISO 8583, `acquirer.response.code`), else Tap's. The texts are never shown. */
const toFailure = ({ acquirer, response }: TapCharge): PaymentFailure =>
  findDecline(acquirer?.response?.code) ?? failures[response?.code ?? ""] ?? "unexplained";
