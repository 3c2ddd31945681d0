import type { PaymentReading } from "./payment.ts";

/**
 * A payment without its cardholder: nobody opens the bank's page, so a payment that waits for it has failed. Should
 * somebody pay it all the same, the money counts as that of any late payment.
 */
export function readOffSession<Reading extends PaymentReading & { actionUrl: string | null }>(
  reading: Reading,
): Reading {
  const wantsPage = reading.state === "pending" && reading.actionUrl !== null;
  const isUnverified = reading.state === "failed" && reading.failure === "not_verified";
  if (!wantsPage && !isUnverified) return reading;
  return { ...reading, state: "failed", failure: "authentication_required", actionUrl: null };
}
