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

/** `pending`: the gateway has not decided yet, or it has and the money is about to reach the wallet. */
export const depositStatuses = ["waiting", "pending", "paid", "failed", "expired", "refunded"] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** What money is held for. */
export const holdPurposes = ["campaign"] as const;
export type HoldPurpose = (typeof holdPurposes)[number];
