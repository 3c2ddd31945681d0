import type { Clock } from "#base/server/clock.ts";
import type { Listener } from "#base/server/news.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { attributeOrder } from "./attribute-order.ts";

type Deps = { worldClock: Clock; stores: Pick<StoresFacade, "orderFacts"> };

export function trackingListeners(deps: Deps): Listener[] {
  return [
    {
      name: "tracking-attribution",
      hears: ["store.order_recorded"],
      async hear(tx, { merchant_id, order_id }) {
        if (merchant_id !== null && typeof order_id === "string") {
          await attributeOrder(deps, tx, merchant_id, order_id);
        }
      },
    },
  ];
}
