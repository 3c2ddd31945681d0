import { defineLive } from "#base/web/runtime/web-module.ts";
import { creativeKeys } from "./creative.queries.ts";

export const live = defineLive({ "creative.media_uploaded": [creativeKeys.all] });
