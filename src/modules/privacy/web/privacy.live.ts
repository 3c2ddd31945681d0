import { defineLive } from "#base/web/runtime/web-module.ts";
import { privacyKeys } from "./privacy.queries.ts";

const overview = [privacyKeys.overview];

export const live = defineLive({
  "privacy.changed": [privacyKeys.all],
  // What is left to do before an account can be erased is money.
  "wallet.deposited": overview,
  "wallet.spent": overview,
  "wallet.hold_changed": overview,
  "wallet.charged": overview,
  "wallet.withdrawal_changed": overview,
  // Consents that other modules ask for.
  "conversions.changed": overview,
});
