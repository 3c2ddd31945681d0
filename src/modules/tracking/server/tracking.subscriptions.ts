import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { trackingEvents } from "../contract/tracking.events.ts";
import { type AttributeOrdersDeps, attributeOrders } from "./attribute-orders.ts";
import { countLinkOrder } from "./count-link-order.ts";

/**
 * Orders are attributed as their stores report them, and again when it changes whether they count; and they are counted
 * for the clicks' links.
 */
export function trackingSubscriptions(deps: AttributeOrdersDeps): Subscription[] {
  const attribute = attributeOrders(deps);
  const count = countLinkOrder(deps);
  return [
    subscribe({
      name: "tracking-attribution",
      to: pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
      handle: (ctx, event) =>
        attribute(ctx, {
          orderIds: event.name === "store.orders_restated" ? event.order_ids : [event.order_id],
        }),
    }),
    subscribe({
      name: "tracking-link-orders",
      to: {
        ...pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
        ...pickEvents(trackingEvents, "tracking.order_attributed", "tracking.order_unattributed"),
      },
      async handle(ctx, event) {
        const ids = event.name === "store.orders_restated" ? event.order_ids : [event.order_id];
        for (const orderId of ids) await count(ctx, { orderId });
      },
    }),
  ];
}
