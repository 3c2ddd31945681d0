import { defineRefusals } from "#base/shared/refusals.ts";

export const privacyRefusals = defineRefusals({
  "privacy.export_under_way": 409,
  "privacy.export_just_made": 409,
  "privacy.export_gone": 410,
  "privacy.consent_given_elsewhere": 409,
  "privacy.erasure_blocked": 409,
  "privacy.erasure_requested": 409,
  "privacy.erasure_not_requested": 409,
});
