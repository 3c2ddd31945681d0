import { defineRefusals } from "#base/shared/refusals.ts";

/** Refusals of the staff's sign-in. The first group does not depend on whether an e-mail is anybody's. */
export const staffRefusals = defineRefusals({
  "staff.credentials_wrong": 422,
  "staff.locked": 429,
  "staff.address_spent": 429,

  "staff.challenge_expired": 409,
  "staff.code_wrong": 422,
  "staff.code_used": 422,
  "staff.recovery_code_wrong": 422,

  "staff.invitation_expired": 409,
  "staff.password_mismatch": 400,
});
