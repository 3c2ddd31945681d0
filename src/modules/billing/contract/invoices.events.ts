import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

export const invoicesEvents = defineEvents({
  /** An invoice or a credit note was issued. */
  "billing.invoice_issued": z.object({ invoice_id: z.string() }),
  /** The merchant's company has another name, register number, address or contact. */
  "billing.company_changed": z.object({}),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof invoicesEvents> {}
}
