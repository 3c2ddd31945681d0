import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const invoicesEvents = defineEvents({
  /** An invoice or a credit note was issued. */
  "billing.invoice_issued": z.object({ invoice_id: z.string() }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof invoicesEvents> {}
}
