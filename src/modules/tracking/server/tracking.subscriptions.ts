import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { trackingEvents } from "../contract/tracking.events.ts";
import { type AttributeOrderDeps, attributeOrder } from "./attribute-order.ts";
import { countLinkOrder } from "./count-link-order.ts";

/** Orders are attributed to clicks as their stores report them, and counted for the clicks' links. */
export function trackingSubscriptions(deps: AttributeOrderDeps): Subscription[] {
  const attribute = attributeOrder(deps);
  const count = countLinkOrder(deps);
  return [
    subscribe({
      name: "tracking-attribution",
      to: pickEvents(storesEvents, "store.order_recorded"),
      handle: (ctx, { order_id }) => attribute(ctx, { orderId: order_id }),
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
