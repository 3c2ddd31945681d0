import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAudience } from "./audience.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeConversions } from "./conversions.ts";
import { makeCustomerLists } from "./customer-lists.ts";
import { makeDataManagerClient } from "./data-manager-client.ts";
import { makeFigures } from "./figures.ts";
import { makeStates } from "./states.ts";

/** Google publishes no limit of calls per second (Quotas): a modest pace, and a wait when it asks for one. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 25, appMs: 5 };

export type GoogleSettings = {
  /** googleads.googleapis.com; URLs have no trailing slash. */
  apiUrl: string;
  /** oauth2.googleapis.com */
  oauthUrl: string;
  /** accounts.google.com */
  accountsUrl: string;
  /** datamanager.googleapis.com, which receives purchases and customer lists. */
  dataManagerUrl: string;
  clientId: string;
  clientSecret: string;
  /** Retired by Google; sent only if set. */
  developerToken?: string;
  /** "v25" by default: Google retires a version about a year after its release. */
  apiVersion?: string;
  /** Timeout of one call in milliseconds; 30 s by default. */
  timeoutMs?: number;
  /** Milliseconds between two calls; a modest pace by default. */
  intervals?: ThrottleIntervals;
  clock?: Clock;
};

/**
 * The Google Ads API as an `AdPlatform`: Search, and YouTube through Demand Gen. Its quirks are listed in QUIRKS.md.
 */
export function makeGoogle(settings: GoogleSettings): AdPlatform {
  const { apiUrl, oauthUrl, accountsUrl, clientId, clientSecret, developerToken, timeoutMs } = settings;
  const { apiVersion = "v25", intervals = defaultIntervals, clock = systemClock } = settings;
  const throttle = makeThrottle(clock, intervals);
  const client = makeApiClient({ baseUrl: apiUrl, apiVersion, developerToken, clock, throttle, timeoutMs });
  const { dataManagerUrl } = settings;
  const dataManager = makeDataManagerClient({ dataManagerUrl, clock, throttle, timeoutMs });
  return {
    platform: "google",
    ...makeAuth({ accountsUrl, oauthUrl, clientId, clientSecret, clock, timeoutMs }),
    ...makeAccessibleAccounts(client),
    ...makeCampaigns(client, clock),
    ...makeAdGroups(client),
    ...makeAds(client),
    ...makeStates(client),
    ...makeFigures(client),
    ...makeAudience(client, clock),
    ...makeConversions(dataManager),
    ...makeCustomerLists(dataManager),
  };
}
