/** `waiting`: for the consent of a second member. Money moves with `given` alone. */
export const creditStates = ["waiting", "given", "rejected"] as const;
export type CreditState = (typeof creditStates)[number];

/**
 * What does not agree. The other side of a `payment_…` and of a `chargeback` is the gateway, of `ledger_…` and `sale…` the
 * payments, of `spend` the ad platform.
 */
export const differenceKinds = [
  "payment_missing_here",
  "payment_missing_there",
  "payment_amount",
  "payment_state",
  "payment_refunded",
  "chargeback",
  "ledger_deposit",
  "ledger_refund",
  "ledger_chargeback",
  "sale",
  "sale_refund",
  "spend",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** What a run compares, list by list; the first two are a gateway's own. */
export const agreementParts = [
  "payments",
  "returns",
  "paid",
  "refunds",
  "chargebacks",
  "entries",
  "sales",
  "spend",
  "open",
] as const;

/** `late`: it did not end by the morning. */
export const agreementStates = ["running", "late", "done"] as const;
export type AgreementState = (typeof agreementStates)[number];

/**
 * What staff look at and do with a merchant's money and stock, as their audit log names it. What follows from an act (a hold, a refund at the
 * gateway) stands in the log too, and is not listed a second time.
 */
export const staffActs = [
  "finance.money_viewed",
  "finance.payout_viewed",
  "finance.credit_viewed",
  "finance.credit_requested",
  "finance.credit_given",
  "finance.credit_rejected",
  "finance.voucher_redeemed",
  "wallet.payout_started",
  "wallet.payout_confirmed",
  "wallet.payout_refused",
  /** A deposit given back to its card. */
  "wallet.withdrawal_requested",
  "billing.order_refund_requested",
  "billing.period_refund_requested",
  "payments.chargeback_recorded",
  "payments.chargeback_won",
] as const;
export type StaffActName = (typeof staffActs)[number];
