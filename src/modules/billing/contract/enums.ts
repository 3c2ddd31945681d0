import { paymentFailures } from "#modules/payments/contract/enums.ts";

/** Lengths of a period, in months. */
export const durations = [1, 3, 6, 12] as const;
export type Duration = (typeof durations)[number];

/** What a plan opens: a number each month, null without limit, 0 closed. */
export const planFeatures = [
  "writer_words",
  "designer_pictures",
  "rules",
  "messages",
  "consultations",
  "ai_campaigns",
  "members",
  "landing_pages",
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** What of it is counted as it is used, in the order in which it is told. */
export const countedFeatures = ["writer_words", "designer_pictures", "messages", "consultations"] as const;
export type CountedFeature = (typeof countedFeatures)[number];

/**
 * `cancelled`: paid until its period's end and not renewed. `past_due`: a renewal is not paid yet, and paid tools are
 * closed.
 */
export const subscriptionStates = ["trial", "active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Why the money of a subscription went back: it was given back, or a bank took it. */
const returnCauses = ["refund", "chargeback"] as const;
export type ReturnCause = (typeof returnCauses)[number];

/** Why a subscription ended before its time. `store_trial`: a trial whose store had one with another merchant. */
export const endCauses = [...returnCauses, "store_trial"] as const;
export type EndCause = (typeof endCauses)[number];

/** `open`: not paid yet. `void`: will never be paid. */
export const periodStates = ["open", "paid", "void"] as const;
export type PeriodState = (typeof periodStates)[number];

export const periodKinds = ["first", "renewal", "upgrade"] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** What pays a period: a card (or the gateway's form), or the wallet's available balance. */
export const paymentSources = ["card", "balance"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** Why a period is not paid: as the payments say, or without a card to charge at all. */
export const periodFailures = [...paymentFailures, "no_card"] as const;
export type PeriodFailure = (typeof periodFailures)[number];

/** What happens next to a subscription by itself. */
export const nextKinds = [
  "trial_ends",
  "renews",
  "charging",
  /** A form was opened and not paid in. */
  "awaits_payment",
  "retries",
  "ends",
  "expires",
] as const;

/** Texts `notice_<kind>`. */
export const noticeKinds = [
  "trial_ending",
  "payment_retried",
  "payment_failed",
  "card_missing",
  "renewal_form_unpaid",
  "upgrade_form_unpaid",
  "payment_returned",
  "cancelled",
  "expired",
  "ended_by_refund",
  "ended_by_chargeback",
  "ended_by_store_trial",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
