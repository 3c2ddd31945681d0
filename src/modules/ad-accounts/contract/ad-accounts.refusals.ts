import { defineRefusals } from "#base/shared/refusals.ts";

export const adAccountsRefusals = defineRefusals({
  "ad_accounts.platform_not_available": 422,
  "ad_accounts.no_ad_account": 409,
  "ad_accounts.no_public_profile": 409,
  "ad_accounts.no_funding": 409,
  "ad_accounts.currency_not_supported": 422,
  "ad_accounts.account_disabled": 409,
  "ad_accounts.role_not_enough": 409,
  "ad_accounts.linked_elsewhere": 409,
  "ad_accounts.choice_not_offered": 422,
  "ad_accounts.connection_over": 409,
  "ad_accounts.not_linked": 409,
  "ad_accounts.campaigns_running": 409,
  /** Per merchant and hour; `seconds` until the next attempt is allowed. */
  "ad_accounts.too_many_connects": 429,
});
