import type { PaymentFailure } from "./enums.ts";

/** Response codes of the card networks (ISO 8583, field 39). */
const failures: Readonly<Record<string, PaymentFailure>> = {
  "05": "refused",
  "14": "refused",
  "1A": "authentication_required",
  "41": "blocked_card",
  "43": "blocked_card",
  "51": "balance",
  "54": "expired_card",
  "61": "limit",
  "91": "bank_unavailable",
};

/** Why the bank declined, by its response code; null for a code without a meaning of its own. */
export const findDecline = (code: string | null | undefined): PaymentFailure | null =>
  failures[code ?? ""] ?? null;

/** Codes 51, 61 and 91 of the card networks: the same card may be charged on a later day. After any other decline it must not be. */
const softFailures = new Set<PaymentFailure>(["balance", "limit", "bank_unavailable"]);

export const isSoftDecline = (failure: PaymentFailure | null): boolean =>
  failure !== null && softFailures.has(failure);
