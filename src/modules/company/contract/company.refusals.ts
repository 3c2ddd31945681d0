import { defineRefusals } from "#base/shared/refusals.ts";

export const companyRefusals = defineRefusals({
  "company.edited_meanwhile": 409,
});
