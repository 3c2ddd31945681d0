import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { type AttributeOrderDeps, attributeOrder } from "./attribute-order.ts";

/** Orders are attributed to clicks as their stores report them. */
export function trackingSubscriptions(deps: AttributeOrderDeps): Subscription[] {
  const attribute = attributeOrder(deps);
  return [
    subscribe({
      name: "tracking-attribution",
      to: pickEvents(storesEvents, "store.order_recorded"),
      handle: (ctx, { order_id }) => attribute(ctx, { orderId: order_id }),
    }),
  ];
}
