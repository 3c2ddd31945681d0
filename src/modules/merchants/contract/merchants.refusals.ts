import { defineRefusals } from "#base/shared/refusals.ts";

/** What sign-in and the account can refuse. None of the first group depends on whether a number is known. */
export const merchantsRefusals = defineRefusals({
  "merchants.code_just_sent": 429,
  "merchants.number_cooldown": 429,
  "merchants.codes_spent": 429,
  "merchants.address_spent": 429,
  "merchants.codes_paused": 429,
  "merchants.number_locked": 429,
  "merchants.code_wrong": 422,
  "merchants.code_expired": 422,

  // The code was right, so the number is the caller's: now we may say what stands behind it.
  "merchants.name_required": 422,
  "merchants.not_signed_up": 409,

  "merchants.password_wrong": 422,
  "merchants.password_mismatch": 400,
});
