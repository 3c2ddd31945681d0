import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { type AttributeOrdersDeps, attributeOrders } from "./attribute-orders.ts";

/** Orders are attributed as their stores report them, and again when it changes whether they count. */
export function trackingSubscriptions(deps: AttributeOrdersDeps): Subscription[] {
  const attribute = attributeOrders(deps);
  return [
    subscribe({
      name: "tracking-attribution",
      to: pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
      handle: (ctx, event) =>
        attribute(ctx, {
          orderIds: event.name === "store.orders_restated" ? event.order_ids : [event.order_id],
        }),
    }),
  ];
}
