import { defineLive } from "#base/web/runtime/web-module.ts";
import { libraryKeys } from "./library.queries.ts";

export const live = defineLive({ "library.winners_changed": [libraryKeys.items] });
