import type { Clock } from "#base/server/clock.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { attributeOrder } from "./attribute-order.ts";

type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "orderFacts"> };

export function trackingSubscriptions(deps: Deps): Subscription[] {
  return [
    {
      name: "tracking-attribution",
      events: ["store.order_recorded"],
      async handle(tx, { merchant_id, order_id }) {
        if (merchant_id !== null && typeof order_id === "string") {
          await attributeOrder(deps, tx, merchant_id, order_id);
        }
      },
    },
  ];
}
