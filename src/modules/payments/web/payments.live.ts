import { defineLive } from "#base/web/runtime/web-module.ts";
import { paymentsKeys } from "./payments.queries.ts";

const all = [paymentsKeys.all];

export const live = defineLive({
  "payments.card_added": all,
  "payments.card_removed": all,
  "payments.card_not_added": all,
  "payments.card_replaced": all,
  "payments.card_expiring": all,
  "payments.default_card_changed": all,
});
