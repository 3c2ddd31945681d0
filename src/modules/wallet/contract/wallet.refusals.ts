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
  "wallet.iban_not_valid": 422,
  "wallet.bank_account_required": 409,
  "wallet.withdrawal_resting": 409,
  "wallet.withdrawal_limit": 429,
  "wallet.withdrawal_too_small": 400,
  "wallet.withdrawal_not_cancellable": 409,
  "wallet.check_not_passed": 409,
  "wallet.no_open_payout": 409,
  "wallet.bank_reference_used": 409,
  "wallet.top_up_amounts": 400,
  "wallet.top_up_below_threshold": 400,
  "wallet.top_up_card": 409,
});
