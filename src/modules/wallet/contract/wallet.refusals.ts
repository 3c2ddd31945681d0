import { defineRefusals } from "#base/shared/refusals.ts";

/** The wallet's refusals. The code is the message key; only this table knows the HTTP status. */
export const walletRefusals = defineRefusals({
  "wallet.balance_not_enough": 402,
  "wallet.card_required": 409,
  "wallet.amount_out_of_range": 400,
  "wallet.payment_of_another_deposit": 409,
  "wallet.card_expired": 409,
  "wallet.money_stopped": 503,
  "wallet.audit_unfinished": 503,
  "wallet.too_many_open_deposits": 429,
});
