import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAudience } from "./audience.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeConversions } from "./conversions.ts";
import { makeCustomerLists } from "./customer-lists.ts";
import { makeFigures } from "./figures.ts";
import { makeLineItems } from "./line-items.ts";
import { makeStates } from "./states.ts";

export type XSettings = {
  /** ads-api.x.com; URLs have no trailing slash. */
  adsUrl: string;
  /** api.x.com, for authorization and uploads. */
  apiUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** Version of the Ads API; "12" by default. */
  apiVersion?: string;
  /** Timeout of one call in milliseconds; 30 s by default. */
  timeoutMs?: number;
  /** Milliseconds between two checks of a report job; 1.5 s by default. */
  reportPollMs?: number;
  clock?: Clock;
};

/** X's Ads API as an `AdPlatform` (docs.x.com, X Ads API). Its quirks are listed in QUIRKS.md. */
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
    ...makeAudience(ads, reportPollMs),
    ...makeConversions(ads),
    ...makeCustomerLists(ads),
  };
}
