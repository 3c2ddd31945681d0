import { defineRefusals } from "#base/shared/refusals.ts";

export const reportsRefusals = defineRefusals({
  "reports.too_many_reads": 429,
  "reports.custom_too_many": 409,
  "reports.custom_not_own": 403,
  "reports.custom_pins_full": 409,
  "reports.schedule_email_not_proven": 409,
  "reports.breakdown_unknown": 400,
});
