import { defineLive } from "#base/web/runtime/web-module.ts";
import { walletKeys } from "./wallet.queries.ts";

const all = [walletKeys.all];

export const live = defineLive({
  // A deposit's state comes from its payment, and from whether the wallet has credited it.
  "payments.succeeded": all,
  // The wallet says whether there is a card.
  "payments.card_added": all,
  "payments.card_removed": all,
  "wallet.deposited": all,
  "wallet.owed_settled": all,
  "wallet.deposit_failed": all,
  "wallet.refunded": all,
  "wallet.spent": all,
  "wallet.hold_changed": all,
  "wallet.ran_low": all,
  "wallet.ran_out": all,
  "wallet.charged": all,
  "wallet.charge_refunded": all,
  "wallet.credited": all,
  "wallet.withdrawal_changed": all,
  "wallet.bank_account_changed": all,
  "wallet.top_up_planned": all,
  "wallet.top_up_charged": all,
  "wallet.top_up_stopped": all,
  "wallet.top_up_changed": all,
  "wallet.charged_back": all,
  "wallet.chargeback_won": all,
});
