import { defineRefusals } from "#base/shared/refusals.ts";

export const creativeRefusals = defineRefusals({
  "creative.file_missing": 400,
  "creative.file_empty": 400,
  "creative.extension_not_allowed": 415,
  "creative.type_not_what_it_says": 415,
  "creative.kind_not_taken": 415,
  "creative.codec_not_taken": 415,
  "creative.length_not_fitting": 400,
  "creative.file_too_big": 413,
  "creative.file_broken": 400,
  "creative.pixels_not_fitting": 400,
  "creative.quota_full": 409,
});
