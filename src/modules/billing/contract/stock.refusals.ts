import { defineRefusals } from "#base/shared/refusals.ts";

/** Refusals of the stock of services. */
export const stockRefusals = defineRefusals({
  "billing.stock_not_enough": 402,
});
