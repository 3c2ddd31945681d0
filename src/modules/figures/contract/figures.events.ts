import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

/** What this module publishes. */
export const figuresEvents = defineEvents({
  /**
   * Figures of the merchant differ from before: of a campaign, after one of its orders was counted, or of an ad account,
   * after a page of its figures was stored.
   */
  "figures.changed": z.object({
    campaign_id: z.string().optional(),
    ad_account_id: z.string().optional(),
  }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof figuresEvents> {}
}
