import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdSets } from "./ad-sets.ts";
import { makeAds } from "./ads.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeGraph } from "./graph.ts";
import { makeStates } from "./states.ts";

export type MetaSettings = {
  /** graph.facebook.com; addresses have no slash at their end. */
  apiUrl: string;
  /** graph-video.facebook.com, where videos are uploaded. */
  videoUrl: string;
  /** www.facebook.com, where the login dialog is. */
  dialogUrl: string;
  appId: string;
  appSecret: string;
  /** "v26.0" unless told, whose changes were read (Graph API changelog, 2026-07-29); each lives about a year. */
  apiVersion?: string;
  /** Milliseconds one call may take; 30 s unless told. */
  timeoutMs?: number;
  /** Milliseconds between two looks at a report that is worked on; 2 s unless told. */
  reportPollMs?: number;
  clock?: Clock;
};

/** Meta's Marketing API, for ads on Facebook and Instagram, as our port. Its oddities stand in QUIRKS.md. */
export function makeMeta(settings: MetaSettings): AdPlatform {
  const { apiUrl, videoUrl, dialogUrl, appId, appSecret, timeoutMs, reportPollMs } = settings;
  const { apiVersion = "v26.0", clock = systemClock } = settings;
  const graph = makeGraph({ baseUrl: apiUrl, apiVersion, appSecret, timeoutMs });
  const videoGraph = makeGraph({ baseUrl: videoUrl, apiVersion, appSecret, timeoutMs });
  return {
    platform: "meta",
    ...makeAuth({ graph, apiUrl, dialogUrl, apiVersion, appId, appSecret, clock, timeoutMs }),
    ...makeAccessibleAccounts(graph),
    ...makeCampaigns(graph),
    ...makeAdSets(graph),
    ...makeAds(graph, videoGraph),
    ...makeStates(graph),
    ...makeFigures(graph, reportPollMs),
  };
}
