import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeLineItems } from "./line-items.ts";
import { makeStates } from "./states.ts";

export type XSettings = {
  /** ads-api.x.com; addresses have no slash at their end. */
  adsUrl: string;
  /** api.x.com: the sign-in, and uploads. */
  apiUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** Of the Ads API; "12" unless told. */
  apiVersion?: string;
  /** Milliseconds one call may take; 30 s unless told. */
  timeoutMs?: number;
  /** Milliseconds between two looks at a report that is worked on; 1.5 s unless told. */
  reportPollMs?: number;
  clock?: Clock;
};

/** X's Ads API as our port (docs.x.com, X Ads API). Its oddities stand in QUIRKS.md. */
export function makeX(settings: XSettings): AdPlatform {
  const {
    adsUrl,
    apiUrl,
    consumerKey,
    consumerSecret,
    apiVersion = "12",
    timeoutMs,
    reportPollMs,
    clock = systemClock,
  } = settings;
  const app = { consumerKey, consumerSecret, clock, timeoutMs };
  const ads = makeApiClient({ ...app, baseUrl: `${adsUrl}/${apiVersion}` });
  const api = makeApiClient({ ...app, baseUrl: apiUrl });
  return {
    platform: "x",
    ...makeAuth({ ...app, apiUrl }),
    ...makeAccessibleAccounts(ads),
    ...makeCampaigns(ads),
    ...makeLineItems(ads),
    ...makeAds(ads, api),
    ...makeStates(ads),
    ...makeFigures(ads, reportPollMs),
  };
}
