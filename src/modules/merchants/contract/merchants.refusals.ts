import { defineRefusals } from "#base/shared/refusals.ts";

/** Refusals of sign-in and the account. None of the first group depends on whether a number is known. */
export const merchantsRefusals = defineRefusals({
  "merchants.code_just_sent": 429,
  "merchants.number_cooldown": 429,
  "merchants.codes_spent": 429,
  "merchants.address_spent": 429,
  "merchants.codes_paused": 429,
  "merchants.number_locked": 429,
  "merchants.code_wrong": 422,
  "merchants.code_expired": 422,

  // The code was right, so the caller holds the number: only now may a refusal reveal whether it has a merchant.
  "merchants.name_required": 422,
  "merchants.not_signed_up": 409,
  "merchants.number_taken": 409,

  "merchants.members_limit": 402,
  "merchants.member_is_owner": 409,
  "merchants.member_already": 409,
  "merchants.member_invited_already": 409,
  "merchants.invitation_just_sent": 429,
  "merchants.invitations_spent": 429,
  "merchants.number_invited_often": 429,
  "merchants.invitation_expired": 410,

  "merchants.number_same": 409,
  "merchants.picture_not_valid": 422,

  "merchants.password_wrong": 422,
  "merchants.password_mismatch": 400,
});
