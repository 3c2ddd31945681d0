import { defineRefusals } from "#base/shared/refusals.ts";

export const invoicesRefusals = defineRefusals({
  "billing.credit_too_large": 409,
});
