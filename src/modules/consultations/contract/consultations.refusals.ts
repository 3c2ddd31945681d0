import { defineRefusals } from "#base/shared/refusals.ts";

export const consultationsRefusals = defineRefusals({
  "consultations.edited_meanwhile": 409,
  "consultations.too_many": 409,
  "consultations.consultant_unknown": 400,

  "consultations.not_offered": 409,
  "consultations.changed": 409,
  "consultations.balance_enough": 409,
  "consultations.amount_changed": 409,
  "consultations.answer_missing": 400,
  "consultations.answer_unknown": 400,
  "consultations.wrong_status": 409,
  "consultations.already_begun": 409,
  "consultations.not_begun": 409,
  "consultations.time_passed": 400,
  "consultations.not_joinable": 409,
  "consultations.consultant_absent": 409,

  "consultations.message_empty": 400,
  "consultations.file_too_large": 413,
  "consultations.file_not_allowed": 400,
  "consultations.messages_too_many": 409,

  "consultations.advice_without_dossier": 409,
  "consultations.advice_too_many": 409,
  "consultations.advice_decided": 409,
});
