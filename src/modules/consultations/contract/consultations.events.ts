import { z } from "zod";
import { instant } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { cardOrderReasons, orderChanges, orderStatuses } from "./consultations-enums.ts";

export const consultationsEvents = defineEvents({
  /** An order was placed or has another status, its meeting moved, or something else of it changed. */
  "consultations.order_changed": z.object({
    order_id: z.string(),
    status: z.enum(orderStatuses),
    change: z.enum(orderChanges),
    by: z.enum(["member", "staff", "system"]),
  }),
  /** A deposit that was to pay an order was credited, but the order could not be placed: the money is in the balance. */
  "consultations.paid_order_not_placed": z.object({
    deposit_id: z.string(),
    reason: z.enum(cardOrderReasons),
  }),
  /** Somebody wrote on an order. */
  "consultations.message_sent": z.object({ order_id: z.string(), by: z.enum(["member", "staff"]) }),
  /** A meeting begins in a day, or in an hour; once for each time. */
  "consultations.meeting_near": z.object({
    order_id: z.string(),
    hours: z.union([z.literal(24), z.literal(1)]),
    starts_at: instant,
  }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof consultationsEvents> {}
}
