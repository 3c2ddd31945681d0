import { defineRefusals } from "#base/shared/refusals.ts";

export const reportsRefusals = defineRefusals({
  "reports.too_many_reads": 429,
  "reports.breakdown_unknown": 400,
});
