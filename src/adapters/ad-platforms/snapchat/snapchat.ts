import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdSquads } from "./ad-squads.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAudience } from "./audience.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeConversions } from "./conversions.ts";
import { makeCustomerLists } from "./customer-lists.ts";
import { makeFigures } from "./figures.ts";
import { makeStates } from "./states.ts";

/** Snap docs, Rate limits: 10 requests a second for a token, 20 for an app. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 120, appMs: 55 };

export type SnapchatSettings = {
  /** adsapi.snapchat.com; URLs have no trailing slash. */
  apiUrl: string;
  /** accounts.snapchat.com */
  accountsUrl: string;
  /** businessapi.snapchat.com, where the public profiles are. */
  businessUrl: string;
  /** tr.snapchat.com, which receives purchases. */
  conversionsUrl: string;
  clientId: string;
  clientSecret: string;
  /** Timeout of one call in milliseconds; 30 s by default. */
  timeoutMs?: number;
  /** Milliseconds between two calls; by default what Snapchat's limits require. */
  intervals?: ThrottleIntervals;
  clock?: Clock;
};

/**
 * Snapchat's Ads API v1 as an `AdPlatform` (developers.snap.com, Marketing API). Its quirks are listed in QUIRKS.md.
 */
export function makeSnapchat(settings: SnapchatSettings): AdPlatform {
  const {
    apiUrl,
    accountsUrl,
    businessUrl,
    conversionsUrl,
    clientId,
    clientSecret,
    timeoutMs,
    intervals = defaultIntervals,
    clock = systemClock,
  } = settings;
  const throttle = makeThrottle(clock, intervals);
  const ads = makeApiClient({ baseUrl: apiUrl, throttle, clock, timeoutMs });
  const business = makeApiClient({ baseUrl: businessUrl, throttle, clock, timeoutMs });
  return {
    platform: "snapchat",
    ...makeAuth({ accountsUrl, clientId, clientSecret, clock, timeoutMs }),
    ...makeAccessibleAccounts(ads, business),
    ...makeCampaigns(ads),
    ...makeAdSquads(ads),
    ...makeAds(ads),
    ...makeStates(ads),
    ...makeFigures(ads),
    ...makeAudience(ads),
    ...makeConversions({ conversionsUrl, clock, timeoutMs }),
    ...makeCustomerLists(ads),
  };
}
