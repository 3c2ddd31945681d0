import { defineRefusals } from "#base/shared/refusals.ts";

export const assistantsRefusals = defineRefusals({
  "assistants.not_subscribed": 402,
  "assistants.words_used_up": 402,
  "assistants.daily_words_used_up": 429,
  "assistants.answer_under_way": 409,
  "assistants.request_key_used": 409,
  "assistants.refused_by_model": 422,
  "assistants.writer_busy": 503,
  "assistants.subject_missing": 400,
  "assistants.comment_missing": 400,
  "assistants.season_missing": 400,
  "assistants.platform_not_linked": 409,
  "assistants.version_empty": 400,
  "assistants.licence_missing": 422,
  "assistants.licence_not_valid": 422,
  "assistants.claim_not_accepted": 422,
});
