import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { adAccountsEvents } from "#modules/ad-accounts/contract/ad-accounts.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { trackingEvents } from "#modules/tracking/contract/tracking.events.ts";
import { deleteAccountPoll, recordDisconnected, resumePolling } from "./account-polls.store.ts";
import { type CountOrderDeps, countOrder } from "./count-order.ts";
import { recountRestatedJob } from "./figures.jobs.ts";
import { scheduleLinked, unschedule } from "./poll-schedule.store.ts";

const pollingEvents = pickEvents(
  adAccountsEvents,
  "ad_account.linked",
  "ad_account.unlinked",
  "ad_account.connection_lost",
);

const onAdAccount: Record<
  keyof typeof pollingEvents,
  (ctx: Context, adAccountId: string, at: Date) => Promise<void>
> = {
  "ad_account.linked": async (ctx, adAccountId) => {
    await resumePolling(ctx, adAccountId);
    await scheduleLinked(ctx, adAccountId);
  },
  "ad_account.unlinked": async (ctx, adAccountId) => {
    await deleteAccountPoll(ctx, adAccountId);
    await unschedule(ctx, adAccountId);
  },
  "ad_account.connection_lost": recordDisconnected,
};

/**
 * Orders enter the roll-up when they are attributed to an ad, or change; ad accounts start and stop being polled. The
 * names are those the subscriptions began with, because their places in the events hang on them.
 */
export function figuresSubscriptions(deps: CountOrderDeps): Subscription[] {
  const count = countOrder(deps);
  return [
    subscribe({
      name: "reports.orders",
      to: {
        ...pickEvents(trackingEvents, "tracking.order_attributed", "tracking.order_unattributed"),
        ...pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
      },
      async handle(ctx, event) {
        const ids = event.name === "store.orders_restated" ? event.order_ids : [event.order_id];
        for (const orderId of ids) await count(ctx, { orderId });
      },
    }),
    subscribe({
      name: "figures-restated-clicks",
      to: pickEvents(trackingEvents, "tracking.clicks_restated"),
      handle: ({ tx }, { merchant_id, first_day: from, last_day: to }) =>
        tx.enqueue(recountRestatedJob, { merchant_id, from, to }),
    }),
    subscribe({
      name: "reports.ad-accounts",
      to: pollingEvents,
      handle: (ctx, { name, ad_account_id, published_at }) =>
        onAdAccount[name](ctx, ad_account_id, published_at),
    }),
  ];
}
