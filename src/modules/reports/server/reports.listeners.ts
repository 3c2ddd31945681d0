import type { Listener } from "#base/server/news.ts";
import { type CountOrderDeps, countOrder } from "./count-order.ts";

/** An order was matched with its ad, or changed since: the roll-up follows. */
export function reportsListeners(deps: CountOrderDeps): Listener[] {
  return [
    {
      name: "reports.orders",
      hears: ["tracking.order_attributed", "store.order_recorded"],
      async hear(tx, { merchant_id, order_id }) {
        if (merchant_id && typeof order_id === "string") await countOrder(tx, deps, merchant_id, order_id);
      },
    },
  ];
}
