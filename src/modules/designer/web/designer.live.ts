import { defineLive } from "#base/web/runtime/web-module.ts";
import { designerKeys } from "./designer.queries.ts";

export const live = defineLive({
  "designer.designs_changed": [designerKeys.list],
  "billing.stock_changed": [designerKeys.state],
});
