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
  /** A link answers with a page that says it is no longer in use. */
  "tracking.link_stopped": z.object({ link_id: z.string() }),
  /** A stopped link leads to its destination again. */
  "tracking.link_resumed": z.object({ link_id: z.string() }),
});

/** Events that nothing reads yet, and why they are published all the same. */
export const unreadEvents = {
  "tracking.link_stopped":
    "No screen lists links yet; the redirect learns of it from the database's notification.",
  "tracking.link_resumed":
    "No screen lists links yet; the redirect learns of it from the database's notification.",
} as const satisfies Partial<Record<keyof typeof trackingEvents, string>>;

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof trackingEvents> {}
}
