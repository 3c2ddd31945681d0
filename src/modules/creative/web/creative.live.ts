import { defineLive } from "#base/web/runtime/web-module.ts";
import { creativeKeys } from "./creative.queries.ts";

const media = [creativeKeys.all];

export const live = defineLive({
  "creative.media_uploaded": media,
  "creative.media_changed": media,
  "creative.media_deleted": media,
});
