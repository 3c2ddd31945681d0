import { defineLive } from "#base/web/runtime/web-module.ts";
import { landingPagesKeys } from "./landing-pages.queries.ts";

export const live = defineLive({ "landing_pages.changed": [landingPagesKeys.list] });
