import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const conversionsEvents = defineEvents({
  /** What the health panel shows has changed: settings, a destination, or outcomes of purchases. */
  "conversions.changed": z.object({ ad_account_id: z.string().nullable() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof conversionsEvents> {}
}
