import { defineLive } from "#base/web/runtime/web-module.ts";
import { exampleKeys } from "./example.queries.ts";

const all = [exampleKeys.all];

export const live = defineLive({ "example.note_added": all, "campaign.created": all });
