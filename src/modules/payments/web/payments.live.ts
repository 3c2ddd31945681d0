import { defineLive } from "#base/web/runtime/web-module.ts";
import { paymentsKeys } from "./payments.queries.ts";

const all = [paymentsKeys.all];

export const live = defineLive({
  "payments.card_added": all,
  "payments.card_removed": all,
});
