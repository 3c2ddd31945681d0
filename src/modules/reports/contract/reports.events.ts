import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const reportsEvents = defineEvents({
  /** A report of one's own was made, changed, pinned, scheduled or deleted. */
  "reports.custom_changed": z.object({ report_id: z.string() }),
  /** A scheduled report was due: its e-mail was queued, or its schedule stopped. */
  "reports.delivered": z.object({
    report_id: z.string(),
    schedule_id: z.string(),
    /** Whose schedule it is. */
    member_id: z.string(),
    outcome: z.string(),
  }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof reportsEvents> {}
}
