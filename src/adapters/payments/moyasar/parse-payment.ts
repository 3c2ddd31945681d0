import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import { findDecline } from "#modules/payments/contract/declines.ts";
import type { PaymentFailure, PaymentMethod, PaymentState } from "#modules/payments/contract/enums.ts";
import type { GatewayCard, GatewayPayment } from "#modules/payments/server/payment-gateway.port.ts";

/** The fields that are read of a payment; the rest of the response is ignored (Moyasar docs, Payments). */
const paymentSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  refunded: z.int().nullish(),
  currency: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  source: z.object({
    type: z.string().nullish(),
    company: z.string().nullish(),
    number: z.string().nullish(),
    token: z.string().nullish(),
    message: z.string().nullish(),
    response_code: z.string().nullish(),
    transaction_url: z.string().nullish(),
  }),
});

const states: Record<string, PaymentState> = {
  initiated: "pending",
  authorized: "pending",
  verified: "pending",
  paid: "paid",
  captured: "paid",
  failed: "failed",
  voided: "refunded",
  refunded: "refunded",
};

/** Source types other than cards; a saved card's is `token` or `creditcard`. */
const methods: Record<string, PaymentMethod> = { applepay: "apple_pay", stcpay: "stc_pay" };

/** Maps Moyasar's payment to the port's type. An unknown status is pending with `hasUnknownStatus`, never paid. */
export function parsePayment(response: unknown): GatewayPayment {
  const parsed = paymentSchema.safeParse(response);
  if (!parsed.success) {
    throw new AdapterFault("outcome_unknown", { reason: "Moyasar answered a payment we cannot read" });
  }
  const { id, status, amount, refunded, currency, metadata, source, created_at, updated_at } = parsed.data;
  const state = states[status] ?? "pending";
  const intentId = metadata?.deposit_id;
  return {
    id,
    requestId: null,
    state,
    amount: halalas(amount),
    // A voided payment was refunded in full, though its own `refunded` stays 0.
    refunded: halalas(status === "voided" ? amount : (refunded ?? 0)),
    currency,
    intentId: typeof intentId === "string" ? intentId : null,
    failure: state === "failed" ? toPaymentFailure(source.response_code, source.message) : null,
    method: methods[source.type ?? ""] ?? "card",
    brand: source.company?.toLowerCase() ?? null,
    lastFour: /\d{4}$/.exec(source.number ?? "")?.[0] ?? null,
    actionUrl: status === "initiated" ? (source.transaction_url ?? null) : null,
    cardToken: source.token?.startsWith("token_") ? source.token : null,
    hasUnknownStatus: !(status in states),
    createdAt: new Date(created_at),
    changedAt: new Date(updated_at ?? created_at),
  };
}

/** The payment must exist, since its id was refused as used. */
export function requirePayment(response: unknown): GatewayPayment {
  if (response === null) {
    throw new AdapterFault("outcome_unknown", { reason: "Moyasar knows the id but shows no payment" });
  }
  return parsePayment(response);
}

function toPaymentFailure(
  code: string | null | undefined,
  message: string | null | undefined,
): PaymentFailure {
  const known = findDecline(code);
  if (known) return known;
  return /3-?d|authenticat|verif/i.test(message ?? "") ? "not_verified" : "unexplained";
}

const cardSchema = z.object({
  id: z.string(),
  status: z.string(),
  brand: z.string().nullish(),
  last_four: z.string().regex(/^\d{4}$/),
  month: z.coerce.number().int().min(1).max(12),
  year: z.coerce.number().int(),
  name: z.string().nullish(),
});

/** A token's card, or null when Moyasar does not describe one (Moyasar docs, Tokens). */
export function parseCard(response: unknown): GatewayCard | null {
  const parsed = cardSchema.safeParse(response);
  if (!parsed.success) return null;
  const { id, status, brand, last_four, month, year, name } = parsed.data;
  return {
    token: id,
    isActive: status === "active",
    brand: (brand ?? "card").toLowerCase(),
    lastFour: last_four,
    expiryMonth: month,
    expiryYear: year < 100 ? 2000 + year : year,
    holderName: name ?? "",
  };
}
