import { defineRefusals } from "#base/shared/refusals.ts";

export const designerRefusals = defineRefusals({
  "designer.not_subscribed": 402,
  "designer.pictures_used_up": 402,
  "designer.drawing_busy": 429,
  "designer.request_key_used": 409,
  "designer.phrase_refused": 422,
  "designer.picture_missing": 422,
  "designer.picture_not_read": 422,
  "designer.backgrounds_not_offered": 409,
  "designer.background_refused": 422,
  "designer.background_not_made": 503,
  "designer.daily_backgrounds_used_up": 429,
  "designer.changed_elsewhere": 409,
  "designer.layers_not_valid": 422,
});
