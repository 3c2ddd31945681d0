import type { Context } from "#base/server/context.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { pickEvents, subscribe } from "#base/server/subscribe.ts";
import { adAccountsEvents } from "#modules/ad-accounts/contract/ad-accounts.events.ts";
import { storesEvents } from "#modules/stores/contract/stores.events.ts";
import { trackingEvents } from "#modules/tracking/contract/tracking.events.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { deleteDestination, resumeSending } from "./destinations.store.ts";
import { dropList, resumeList } from "./lists.store.ts";
import { planPurchases } from "./plan-purchases.ts";
import { publishChanged } from "./publish-changed.ts";
import { deleteWaitingFor } from "./purchases.store.ts";

/** Orders are put in the queues of the ad accounts that should learn of them; ad accounts come and go. */
export function conversionsSubscriptions(
  deps: Pick<ConversionsDeps, "stores" | "tracking" | "systemClock">,
): Subscription[] {
  const plan = planPurchases(deps);
  return [
    subscribe({
      name: "conversions.orders",
      to: {
        ...pickEvents(storesEvents, "store.order_recorded", "store.orders_restated"),
        ...pickEvents(trackingEvents, "tracking.order_attributed"),
      },
      handle: (ctx, event) =>
        plan(ctx, {
          orderIds: event.name === "store.orders_restated" ? event.order_ids : [event.order_id],
        }),
    }),
    subscribe({
      name: "conversions.ad-accounts",
      to: pickEvents(adAccountsEvents, "ad_account.linked", "ad_account.unlinked"),
      handle: (ctx, { name, ad_account_id }) =>
        name === "ad_account.linked" ? resume(deps, ctx, ad_account_id) : forget(ctx, ad_account_id),
    }),
  ];
}

async function resume(
  { systemClock }: Pick<ConversionsDeps, "systemClock">,
  ctx: Context,
  adAccountId: string,
): Promise<void> {
  await resumeSending(ctx, adAccountId);
  await resumeList(ctx, { adAccountId, systemNow: systemClock.now() });
}

async function forget(ctx: Context, adAccountId: string): Promise<void> {
  await deleteWaitingFor(ctx, adAccountId);
  await deleteDestination(ctx, adAccountId);
  await dropList(ctx, { adAccountId });
  await publishChanged(ctx, adAccountId);
}
