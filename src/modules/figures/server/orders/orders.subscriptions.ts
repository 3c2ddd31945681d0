import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { trackingEvents } from "#modules/tracking/contract/tracking.events.ts";
import { type ReportOrderDeps, reportOrder } from "./report-order.ts";

/** Every order is counted again when its store or what proves its ad changes. */
export function ordersSubscription(deps: ReportOrderDeps): Subscription {
  const report = reportOrder(deps);
  return subscribe({
    name: "figures.orders",
    to: {
      ...pickEvents(trackingEvents, "tracking.order_attributed", "tracking.order_unattributed"),
      ...pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
    },
    async handle(ctx, event) {
      const ids = event.name === "store.orders_restated" ? event.order_ids : [event.order_id];
      for (const orderId of ids) await report(ctx, { orderId });
    },
  });
}
