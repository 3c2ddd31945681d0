import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdSets } from "./ad-sets.ts";
import { makeAds } from "./ads.ts";
import { makeAudience } from "./audience.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeConversions } from "./conversions.ts";
import { makeCustomerLists } from "./customer-lists.ts";
import { makeFigures } from "./figures.ts";
import { makeGraph } from "./graph.ts";
import { makeStates } from "./states.ts";

export type MetaSettings = {
  /** graph.facebook.com; URLs have no trailing slash. */
  apiUrl: string;
  /** graph-video.facebook.com, for video uploads. */
  videoUrl: string;
  /** www.facebook.com, for the login dialog. */
  dialogUrl: string;
  appId: string;
  appSecret: string;
  /** "v26.0" by default; its changes were read (Graph API changelog, 2026-07-29). Each version lives about a year. */
  apiVersion?: string;
  /** Timeout of one call in milliseconds; 30 s by default. */
  timeoutMs?: number;
  /** Milliseconds between two checks of a report job; 2 s by default. */
  reportPollMs?: number;
  clock?: Clock;
};

/** Meta's Marketing API, for ads on Facebook and Instagram, as an `AdPlatform`. Its quirks are listed in QUIRKS.md. */
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
    ...makeAudience(graph),
    ...makeConversions(graph),
    ...makeCustomerLists(graph),
  };
}
