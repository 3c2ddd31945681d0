/** How a card is drawn, as the specification names the themes. */
export const cardThemes = ["blue", "red", "light_purple", "dark_purple"] as const;
export type CardTheme = (typeof cardThemes)[number];

/** Which way a line of the statement moves the wallet. */
export const chargeTypes = ["deposit", "withdrawal"] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** What an entry of the ledger is for. Reserve moves stay inside the wallet and are not on the statement. */
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

/** `waiting`: no payment yet. `pending`: the gateway is still at it. `expired`: nobody paid within a day. */
export const depositStatuses = ["waiting", "pending", "paid", "failed", "expired", "refunded"] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** Why a payment failed, in our words: message keys `payment_failed_<word>`. */
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
