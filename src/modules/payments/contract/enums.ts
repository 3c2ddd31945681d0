/**
 * What an intent is paid for. Its owner subscribes to the payment's events and acts on them. The subject of the first
 * two is the merchant, of `subscription` its period, of `order` the order.
 */
export const intentPurposes = ["wallet_deposit", "top_up", "subscription", "order"] as const;
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
  /** A charge without the cardholder that the bank wants to verify on its page. */
  "authentication_required",
  /** The card's bank did not answer. */
  "bank_unavailable",
  "unexplained",
] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** Card themes, named as in the specification. */
export const cardThemes = ["blue", "red", "light_purple", "dark_purple"] as const;
export type CardTheme = (typeof cardThemes)[number];

/** How a payment is made. A gateway offers those that it supports, and a browser shows those that can work in it. */
export const paymentMethods = ["card", "apple_pay", "stc_pay"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Why a refund was refused: message keys `refund_failed_<value>`. */
export const refundFailures = ["too_late", "more_than_left", "refused"] as const;
export type RefundFailure = (typeof refundFailures)[number];

/** What needs a card on file: message keys `card_need_<value>`. */
export const cardNeeds = ["running_campaign", "top_up", "subscription"] as const;
export type CardNeed = (typeof cardNeeds)[number];
