import { defineRefusals } from "#base/shared/refusals.ts";

export const messagesRefusals = defineRefusals({
  "messages.email_missing": 409,
  "messages.email_unavailable": 409,
  "messages.email_proven": 409,
  "messages.code_just_sent": 429,
  "messages.codes_spent": 429,
  "messages.code_locked": 429,
  "messages.number_proven": 409,
  "messages.numbers_too_many": 409,
  "messages.code_wrong": 422,
  "messages.code_expired": 422,
});
