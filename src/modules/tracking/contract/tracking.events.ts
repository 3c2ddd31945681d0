import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

/** What this module publishes. */
export const trackingEvents = defineEvents({
  /** An order carries the id of a click on one of the merchant's links; published again when the click changes. */
  "tracking.order_attributed": z.object({
    order_id: z.string(),
    campaign_id: z.string(),
    ad_group_id: z.string(),
    ad_id: z.string(),
    click_id: z.string(),
  }),
  /** The store no longer reports a click of ours for an order that was attributed. */
  "tracking.order_unattributed": z.object({ order_id: z.string() }),
  /** A link was made, by hand or for an ad. */
  "tracking.link_created": z.object({ link_id: z.string() }),
  /** What a link is for, where it leads, or whether it may, was changed. */
  "tracking.link_changed": z.object({ link_id: z.string() }),
  /** A link answers with a page that says it is no longer in use. */
  "tracking.link_stopped": z.object({ link_id: z.string() }),
  /** A stopped link leads to its destination again. */
  "tracking.link_resumed": z.object({ link_id: z.string() }),
  /** An own host was added, proven, lost or removed. */
  "tracking.domain_changed": z.object({ domain_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof trackingEvents> {}
}
