/** What an intent is paid for. Its owner subscribes to the payment's events and acts on them. */
export const intentPurposes = ["wallet_deposit"] as const;
export type IntentPurpose = (typeof intentPurposes)[number];

/** `waiting`: no payment yet. `pending`: the gateway has not decided yet. `expired`: nobody paid within a day. */
export const intentStatuses = ["waiting", "pending", "paid", "failed", "expired", "refunded"] as const;
export type IntentStatus = (typeof intentStatuses)[number];

/** What the gateway says of a payment. `authorized` and every status it does not know count as pending: only `paid` is money. */
export type PaymentState = "pending" | "paid" | "failed" | "refunded";

/** What we know of an attempt: `requested` was not sent yet; `disputed` does not fit its intent and is never money. */
export type AttemptState = "requested" | PaymentState | "disputed";

/** Why a payment failed, in the product's terms: message keys `payment_failed_<value>`. */
export const paymentFailures = [
  "balance",
  "expired_card",
  "blocked_card",
  "refused",
  "limit",
  "not_verified",
  "unexplained",
] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** Card themes, named as in the specification. */
export const cardThemes = ["blue", "red", "light_purple", "dark_purple"] as const;
export type CardTheme = (typeof cardThemes)[number];
