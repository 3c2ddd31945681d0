import { defineLive } from "#base/web/runtime/web-module.ts";
import { trackingKeys } from "./tracking.queries.ts";

const all = [trackingKeys.all];

export const live = defineLive({
  "tracking.link_created": all,
  "tracking.link_changed": all,
  "tracking.link_stopped": all,
  "tracking.link_resumed": all,
  "tracking.domain_changed": all,
  "tracking.order_attributed": all,
  "tracking.order_unattributed": all,
});
