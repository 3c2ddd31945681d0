const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Card networks let a payment be disputed for 120 days. */
const longestMs = 120 * dayMs;

/** A lost payment must be found within two minutes: the first check runs with the second sweep at the latest. */
export const firstCheckAt = (at: Date) => new Date(at.getTime() + 60_000);

/**
 * A charge without the cardholder needs no check meanwhile: its job records it, asks the gateway again after a kill, and
 * `chargeWaitMs` follows. Thousands that are due at one moment wait for their jobs without a call each minute.
 */
export const firstChargeCheckAt = (at: Date) => new Date(at.getTime() + 600_000);

/**
 * Seconds until the next check. A started payment: every minute while its buyer may still be at the bank, then every
 * four. A form without a payment: three checks a minute apart, then every ten minutes.
 */
export function nextCheckSeconds(checks: number, hasPayment: boolean): number {
  if (hasPayment) return checks < 15 ? 60 : 240;
  return checks < 3 ? 60 : 600;
}

/** Whether an intent that nobody paid is given up: after a day. Money that comes later still counts. */
export const isGivenUp = (openedAt: Date, now: Date) => now.getTime() - openedAt.getTime() > dayMs;

/** When a payment of this age is read again, in milliseconds from now; null once it is too old to change. */
export function nextReadMs(ageMs: number): number | null {
  if (ageMs >= longestMs) return null;
  if (ageMs < 2 * dayMs) return hourMs;
  return ageMs < 14 * dayMs ? 6 * hourMs : dayMs;
}

/** How long one process has to send a refund before another may take it over; longer than the calls it makes. */
export const refundLeaseMs = 300_000;

/** Milliseconds until a refund is tried again: a minute, doubled each time, at most an hour. */
export const nextRefundTryMs = (tries: number) => Math.min(60, 2 ** Math.min(tries, 6)) * 60_000;

/** A refund that takes longer than this is alarmed. */
export const lateRefundMs = dayMs;

/** A charge without the cardholder that has not reached the gateway after this time is sent again every minute. */
export const chargeWaitMs = 180_000;

/** When a payment that was just recorded is read again for the first time. */
export const firstReadAt = (at: Date) => new Date(at.getTime() + hourMs);

/** While a browser waits, the gateway is asked at most this often. */
export const browserCheckMs = 2_000;

/** A payment that a browser reported, and that the gateway does not know after this time, was never made. */
export const unknownPaymentMs = 600_000;

/** Attempts of an intent that the gateway has not confirmed: a person who tries several cards does not need more. */
const maxUnconfirmedAttempts = 10;
export const canAttach = (unconfirmed: number) => unconfirmed < maxUnconfirmedAttempts;

/**
 * Open intents per merchant; each is checked at the gateway for a day. More than a merchant needs who changes the
 * amount a few times, and few enough that one merchant's checks do not delay those of others. Charges without the
 * cardholder are never refused by it: the product begins them itself, one for each renewal or top-up.
 */
const maxOpenIntents = 20;
export const canOpenAnother = (open: number) => open < maxOpenIntents;
