import { defineRefusals } from "#base/shared/refusals.ts";

export const creativeRefusals = defineRefusals({
  "creative.file_missing": 400,
  "creative.file_empty": 400,
  "creative.extension_not_allowed": 415,
  "creative.type_mismatch": 415,
  "creative.kind_not_accepted": 415,
  "creative.codec_not_accepted": 415,
  "creative.duration_out_of_range": 400,
  "creative.file_too_big": 413,
  "creative.file_broken": 400,
  "creative.dimensions_not_accepted": 400,
  "creative.quota_full": 409,
  "creative.media_in_use": 409,
  "creative.not_a_video": 409,
  "creative.poster_not_of_video": 400,
  "creative.product_without_picture": 409,
  "creative.picture_not_read": 409,
});
