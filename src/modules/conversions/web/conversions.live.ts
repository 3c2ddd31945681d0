import { defineLive } from "#base/web/runtime/web-module.ts";
import { conversionsKeys } from "./conversions.queries.ts";

const all = [conversionsKeys.all];

export const live = defineLive({
  "conversions.changed": all,
  "ad_account.linked": all,
  "ad_account.unlinked": all,
  "ad_account.connection_lost": all,
});
