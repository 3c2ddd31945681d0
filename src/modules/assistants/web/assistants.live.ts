import { defineLive } from "#base/web/runtime/web-module.ts";
import { plannerKeys } from "./planner.queries.ts";
import { writerKeys } from "./writer.queries.ts";

export const live = defineLive({
  "assistants.answers_changed": [writerKeys.answers],
  "assistants.plans_changed": [plannerKeys.latest],
  "billing.stock_changed": [writerKeys.state],
});
