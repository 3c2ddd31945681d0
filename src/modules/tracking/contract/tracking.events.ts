import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

/** What this module publishes. */
export const trackingEvents = defineEvents({
  /**
   * A click or a coupon proves whom an order counts for; published again when that changes. A coupon proves a campaign
   * alone: then the ad group and the ad are empty, and there is no click.
   */
  "tracking.order_attributed": z.object({
    order_id: z.string(),
    campaign_id: z.string(),
    ad_group_id: z.string(),
    ad_id: z.string(),
    click_id: z.string().nullable(),
  }),
  /** Nothing proves any longer whom an order that was attributed counts for. */
  "tracking.order_unattributed": z.object({ order_id: z.string() }),
  /** A campaign's coupon was made, refused by its store, or stopped. */
  "tracking.coupon_changed": z.object({ coupon_id: z.string(), campaign_id: z.string() }),
  /** A coupon was used without clicks on this Riyadh day far more often than its own history explains. */
  "tracking.coupon_leaked": z.object({ coupon_id: z.string(), campaign_id: z.string(), day: z.string() }),
  /** A new version of the rules for bots has judged the merchant's clicks again; these Riyadh days have changed. */
  "tracking.clicks_restated": z.object({
    rule_version: z.number(),
    first_day: z.string(),
    last_day: z.string(),
  }),
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
