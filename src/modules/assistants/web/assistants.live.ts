import { defineLive } from "#base/web/runtime/web-module.ts";
import { writerKeys } from "./writer.queries.ts";

export const live = defineLive({
  "assistants.answers_changed": [writerKeys.answers],
  "billing.stock_changed": [writerKeys.state],
});
