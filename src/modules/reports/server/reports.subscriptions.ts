import type { Subscription } from "#base/server/outbox-relay.ts";
import { deleteAccountPoll, recordDisconnected, resumePolling } from "./account-polls.store.ts";
import { type CountOrderDeps, countOrder } from "./count-order.ts";

const onAdAccount: Record<string, typeof recordDisconnected> = {
  "ad_account.linked": resumePolling,
  "ad_account.unlinked": deleteAccountPoll,
  "ad_account.connection_lost": recordDisconnected,
};

/** Orders enter the roll-up when they are attributed to an ad, or change; ad accounts start and stop being polled. */
export function reportsSubscriptions(deps: CountOrderDeps): Subscription[] {
  return [
    {
      name: "reports.orders",
      events: [
        "tracking.order_attributed",
        "tracking.order_unattributed",
        "store.order_recorded",
        "store.orders_restated",
      ],
      async handle(tx, { merchant_id, order_id, order_ids = [order_id] }) {
        if (!merchant_id || !Array.isArray(order_ids)) return;
        for (const id of order_ids) if (typeof id === "string") await countOrder(tx, deps, merchant_id, id);
      },
    },
    {
      name: "reports.ad-accounts",
      events: Object.keys(onAdAccount),
      async handle(tx, { name, ad_account_id, published_at }) {
        if (typeof ad_account_id === "string") await onAdAccount[name]?.(tx, ad_account_id, published_at);
      },
    },
  ];
}
