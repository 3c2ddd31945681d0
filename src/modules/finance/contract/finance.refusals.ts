import { defineRefusals } from "#base/shared/refusals.ts";

/** What staff of the finance role are refused besides the refusals of the modules they act on. */
export const financeRefusals = defineRefusals({
  "finance.own_request": 409,
  "finance.credit_decided": 409,
  "finance.no_voucher_left": 409,
});
