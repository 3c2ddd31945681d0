import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";

const ofOrder = z.object({ order_id: z.string() });

/** What happens to a merchant's orders. */
export const ordersEvents = defineEvents({
  /** It was paid, and what it bought is open now. Once for each order. */
  "billing.order_delivered": ofOrder,
  /** The last payment of it was declined; it may be paid in another way. */
  "billing.order_failed": ofOrder,
  /** A payment goes back: the order was paid before, or had ended. */
  "billing.order_payment_returned": ofOrder.extend({ amount_halalas: halalasSchema }),
  /** A refund of it was requested, is done, or was refused. */
  "billing.order_refund_changed": ofOrder,
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof ordersEvents> {}
}
