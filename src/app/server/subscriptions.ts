import type { JobQueue } from "#base/server/jobs.ts";
import type { Subscription } from "#base/server/outbox-relay.ts";
import { campaignsListeners } from "#modules/campaigns/server/campaigns.listeners.ts";
import { reportsListeners } from "#modules/reports/server/reports.listeners.ts";
import { trackingListeners } from "#modules/tracking/server/tracking.listeners.ts";
import type { Modules } from "./compose-app.ts";

/**
 * Who listens to what: the whole table of news. An order goes from its store to the link that brought it, and on to the
 * figures; an empty wallet and a lost ad account reach the campaigns.
 */
export function eventSubscriptions(modules: Modules, jobs: Pick<JobQueue, "subscription">): Subscription[] {
  return [
    jobs.subscription,
    ...trackingListeners(modules),
    ...campaignsListeners(modules.campaignsDeps),
    ...reportsListeners(modules.figures),
  ];
}
