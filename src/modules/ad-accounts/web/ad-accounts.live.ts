import { defineLive } from "#base/web/runtime/web-module.ts";
import { adAccountsKeys } from "./ad-accounts.queries.ts";

const all = [adAccountsKeys.all];

export const live = defineLive({
  "ad_account.linked": all,
  "ad_account.unlinked": all,
  "ad_account.connection_lost": all,
  "ad_account.checked": all,
});
