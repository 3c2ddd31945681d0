import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeStates } from "./states.ts";

/** Google publishes no number of calls a second (Quotas): a polite pace, and waiting when it says so. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 25, appMs: 5 };

export type GoogleSettings = {
  /** googleads.googleapis.com; addresses have no slash at their end. */
  apiUrl: string;
  /** oauth2.googleapis.com */
  oauthUrl: string;
  /** accounts.google.com */
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  /** Retired by Google; sent only where one is given. */
  developerToken?: string;
  /** "v25" unless told: Google ends a version about a year after it began. */
  apiVersion?: string;
  /** Milliseconds one call may take; 30 s unless told. */
  timeoutMs?: number;
  /** Milliseconds between two calls; what is polite unless told. */
  intervals?: ThrottleIntervals;
  clock?: Clock;
};

/** The Google Ads API as our port: Search, and YouTube through Demand Gen. Its oddities stand in QUIRKS.md. */
export function makeGoogle(settings: GoogleSettings): AdPlatform {
  const { apiUrl, oauthUrl, accountsUrl, clientId, clientSecret, developerToken, timeoutMs } = settings;
  const { apiVersion = "v25", intervals = defaultIntervals, clock = systemClock } = settings;
  const throttle = makeThrottle(clock, intervals);
  const client = makeApiClient({ baseUrl: apiUrl, apiVersion, developerToken, clock, throttle, timeoutMs });
  return {
    platform: "google",
    ...makeAuth({ accountsUrl, oauthUrl, clientId, clientSecret, clock, timeoutMs }),
    ...makeAccessibleAccounts(client),
    ...makeCampaigns(client, clock),
    ...makeAdGroups(client),
    ...makeAds(client),
    ...makeStates(client),
    ...makeFigures(client),
  };
}
