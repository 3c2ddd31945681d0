import { defineRefusals } from "#base/shared/refusals.ts";

export const speechRefusals = defineRefusals({
  "speech.not_offered": 409,
  "speech.not_subscribed": 402,
  "speech.recording_empty": 400,
  "speech.recording_type_unknown": 415,
  "speech.recording_too_big": 413,
  "speech.recording_too_long": 422,
  "speech.recording_broken": 422,
  "speech.daily_seconds_used_up": 429,
  "speech.nothing_heard": 422,
  "speech.refused_by_model": 422,
  "speech.busy": 503,
});
