import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdGroupPlan } from "./ad-group-plan.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAudience } from "./audience.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeConversions } from "./conversions.ts";
import { makeCustomerLists } from "./customer-lists.ts";
import { makeFigures } from "./figures.ts";
import { makeFlowChoice, type SmartPlusStart } from "./flow-choice.ts";
import { makePlaces } from "./places.ts";
import { makeStates } from "./states.ts";

/** Ten calls a second for the whole app (Basic access), over all merchants. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 0, appMs: 110 };

/** Portal doc 1853452461203458: "After December 31, 2026" no manual campaigns are created. */
const manualFlowEnds = new Date("2027-01-01T00:00:00Z");

export type TiktokSettings = {
  /** business-api.tiktok.com, for the API and the consent page; without a trailing slash. */
  apiUrl: string;
  appId: string;
  secret: string;
  /** "v1.3" by default. */
  apiVersion?: string | undefined;
  /** Timeout of one call in milliseconds; 30 s by default. */
  timeoutMs?: number;
  /** Milliseconds between two calls; by default what TikTok's limits require. */
  intervals?: ThrottleIntervals;
  /** When campaigns start to be created in Smart+, on the clock that campaigns run by; 2027-01-01 UTC by default. */
  smartPlusFrom?: Date;
  /** Which of them: all by default. */
  smartPlusObjectives?: SmartPlusStart["objectives"];
  clock?: Clock;
  /** The clock that campaigns run by, if it is not the system clock. */
  worldClock?: Clock;
};

/** TikTok's Marketing API v1.3 as an `AdPlatform` (TikTok API for Business). Its quirks are listed in QUIRKS.md. */
export function makeTiktok(settings: TiktokSettings): AdPlatform {
  const { apiUrl, appId, secret, timeoutMs } = settings;
  const { apiVersion = "v1.3", intervals = defaultIntervals, clock = systemClock } = settings;
  const throttle = makeThrottle(clock, intervals);
  const client = makeApiClient({ baseUrl: `${apiUrl}/open_api/${apiVersion}`, throttle, clock, timeoutMs });
  const worldClock = settings.worldClock ?? clock;
  const plan = makeAdGroupPlan(client, worldClock);
  const { smartPlusFrom: from = manualFlowEnds, smartPlusObjectives: objectives = "all" } = settings;
  const choice = makeFlowChoice(worldClock, { from, objectives });
  return {
    platform: "tiktok",
    ...makeAuth(client, { portalUrl: apiUrl, appId, secret }),
    ...makeAccessibleAccounts(client, { appId, secret }),
    ...makeCampaigns(client, plan, choice),
    ...makeAdGroups(client, plan, makePlaces(client)),
    ...makeAds(client),
    ...makeStates(client),
    ...makeFigures(client),
    ...makeAudience(client),
    ...makeConversions(client),
    ...makeCustomerLists(client),
  };
}
