/** Card themes, named as in the specification. */
export const cardThemes = ["blue", "red", "light_purple", "dark_purple"] as const;
export type CardTheme = (typeof cardThemes)[number];

/** Whether a line of the statement adds to the wallet or takes from it. */
export const chargeTypes = ["deposit", "withdrawal"] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** What a ledger entry is for. Transfers to and from a reserve stay inside the wallet and are not on the statement. */
export const entryKinds = [
  "deposit",
  "refund",
  "ad_spend",
  "ad_spend_correction",
  "reserve",
  "reserve_release",
  "shortage",
  "shortage_settled",
  "owed_settled",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** `waiting`: no payment yet. `pending`: the gateway has not decided yet. `expired`: nobody paid within a day. */
export const depositStatuses = ["waiting", "pending", "paid", "failed", "expired", "refunded"] as const;
export type DepositStatus = (typeof depositStatuses)[number];

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
