import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { stockServices } from "./stock.enums.ts";

/** What happens to a merchant's stock of services. */
export const stockEvents = defineEvents({
  /** Units came, were reserved, used or given back, or ended. */
  "billing.stock_changed": z.object({ service: z.enum(stockServices) }),
  /** Texts were left out for want of units; at most once in six hours. */
  "billing.texts_not_covered": z.object({ service: z.enum(["sms", "whatsapp"]) }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof stockEvents> {}
}
