import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const landingPagesEvents = defineEvents({
  /** A landing page was created, changed, published or unpublished. */
  "landing_pages.changed": z.object({ page_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof landingPagesEvents> {}
}
