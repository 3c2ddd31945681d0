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
  "charge",
  "charge_refund",
  "credit",
  "withdrawal",
  "chargeback",
  "chargeback_won",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** `pending`: the gateway has not decided yet, or it has and the money is about to reach the wallet. */
export const depositStatuses = ["waiting", "pending", "paid", "failed", "expired", "refunded"] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** What money is held for. */
export const holdPurposes = ["campaign", "withdrawal", "consultation"] as const;
export type HoldPurpose = (typeof holdPurposes)[number];

/** What is paid from the wallet. */
export const chargePurposes = ["subscription", "order", "consultation"] as const;
export type ChargePurpose = (typeof chargePurposes)[number];

/**
 * State of a withdrawal, and of each of its parts. `sending`: the gateway or the bank has it, so it can no longer be
 * cancelled. A withdrawal is `done` once any of it was paid and nothing is open.
 */
export const withdrawalStates = ["requested", "sending", "done", "refused", "cancelled"] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** How a part of a withdrawal is paid: back to the card it came from, or to the bank account. */
export const withdrawalPartKinds = ["card", "bank"] as const;
export type WithdrawalPartKind = (typeof withdrawalPartKinds)[number];

/**
 * How the ad spend that deposits are consumed by is treated for VAT. `monthly`: it is sold to the merchant, and invoiced
 * once a month. `none`: it is passed through, and the ad platform's own invoice is the tax document.
 */
export const adSpendInvoicings = ["monthly", "none"] as const;
export type AdSpendInvoicing = (typeof adSpendInvoicings)[number];

/** State of an automatic top-up. `planned`: announced, and not charged yet. */
export const topUpStates = ["planned", "charging", "charged", "refused", "cancelled"] as const;
export type TopUpState = (typeof topUpStates)[number];

/** Why the automatic top-up was stopped: the bank refused the charge, or the card can no longer be used. */
export const topUpStopReasons = ["card_refused", "card_unusable"] as const;
export type TopUpStopReason = (typeof topUpStopReasons)[number];
