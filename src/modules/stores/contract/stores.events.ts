import { z } from "zod";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { lostReasons } from "./enums.ts";

const store_id = z.string();

export const storesEvents = defineEvents({
  /** A store was connected, or connected again: the same row with its history. */
  "store.connected": z.object({ store_id }),
  /** Its merchant ended the connection. */
  "store.disconnected": z.object({ store_id }),
  /** Access to its platform ended; only the merchant can connect it again. */
  "store.connection_lost": z.object({ store_id, reason: z.enum(lostReasons) }),
  /** Its orders changed for 24 hours while none of its webhooks came; said once, until they come again. */
  "store.webhooks_silent": z.object({ store_id }),
  /** What is shown of the store changed: its description, its products or orders, or the progress of a sync. */
  "store.synced": z.object({ store_id }),
  /** Something that counts changed in an order, or it is new. */
  "store.order_recorded": z.object({ store_id, order_id: z.string() }),
  /** Whether these orders count has changed; their content has not. */
  "store.orders_restated": z.object({ store_id, order_ids: z.array(z.string()) }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof storesEvents> {}
}
