import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdSquads } from "./ad-squads.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeStates } from "./states.ts";

/** Snap docs, Rate limits: 10 requests a second for a token, 20 for an app. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 120, appMs: 55 };

export type SnapchatSettings = {
  /** adsapi.snapchat.com; addresses have no slash at their end. */
  apiUrl: string;
  /** accounts.snapchat.com */
  accountsUrl: string;
  /** businessapi.snapchat.com, where the public profiles are. */
  businessUrl: string;
  clientId: string;
  clientSecret: string;
  /** Milliseconds one call may take; 30 s unless told. */
  timeoutMs?: number;
  /** Milliseconds between two calls; what Snapchat's limits ask for unless told. */
  intervals?: ThrottleIntervals;
  clock?: Clock;
};

/** Snapchat's Ads API v1 as our port (developers.snap.com, Marketing API). Its oddities stand in QUIRKS.md. */
export function makeSnapchat(settings: SnapchatSettings): AdPlatform {
  const {
    apiUrl,
    accountsUrl,
    businessUrl,
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
  };
}
