import type { JobQueue } from "#base/server/jobs.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { campaignsSubscriptions } from "#modules/campaigns/server/campaigns.subscriptions.ts";
import { figuresSubscriptions } from "#modules/figures/server/figures.subscriptions.ts";
import { trackingSubscriptions } from "#modules/tracking/server/tracking.subscriptions.ts";
import { walletSubscriptions } from "#modules/wallet/server/wallet.subscriptions.ts";
import type { Modules } from "./compose-app.ts";

/**
 * The subscriptions of all modules: the whole table of events. An order goes from its store to the link that brought
 * it, and on to the figures; a payment reaches the wallet; an empty wallet and a lost ad account reach the campaigns.
 */
export function eventSubscriptions(modules: Modules, jobs: Pick<JobQueue, "subscription">): Subscription[] {
  return [
    jobs.subscription,
    ...walletSubscriptions,
    ...trackingSubscriptions(modules),
    ...campaignsSubscriptions(modules.campaignsDeps),
    ...figuresSubscriptions(modules.figures),
  ];
}
