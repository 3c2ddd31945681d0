import type { JobDesk } from "#base/server/jobs.ts";
import type { Listener } from "#base/server/news.ts";
import { campaignsListeners } from "#modules/campaigns/server/campaigns.listeners.ts";
import { reportsListeners } from "#modules/reports/server/reports.listeners.ts";
import { trackingListeners } from "#modules/tracking/server/tracking.listeners.ts";
import type { Rooms } from "./rooms.ts";

/**
 * Who listens to what: the whole table of news. An order goes from its store to the link that brought it, and on to the
 * figures; an empty wallet and a lost ad account reach the campaigns.
 */
export function listenersOf(rooms: Rooms, jobs: Pick<JobDesk, "enqueue">): Listener[] {
  return [
    jobs.enqueue,
    ...trackingListeners(rooms),
    ...campaignsListeners(rooms.campaignsDeps),
    ...reportsListeners(rooms.figures),
  ];
}
