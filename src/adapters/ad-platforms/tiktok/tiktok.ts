import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeThrottle, type ThrottleIntervals } from "../shared/throttle.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makeAdGroupPlan } from "./ad-group-plan.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeApiClient } from "./api-client.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeFlowChoice } from "./flow-choice.ts";
import { makePlaces } from "./places.ts";
import { makeStates } from "./states.ts";

/** Ten calls a second for the whole app (Basic access), whoever they are for. */
const defaultIntervals: ThrottleIntervals = { tokenMs: 0, appMs: 110 };

/** Portal doc 1853452461203458: "After December 31, 2026" no manual campaigns are created. */
const manualFlowEnds = new Date("2027-01-01T00:00:00Z");

export type TiktokSettings = {
  /** business-api.tiktok.com, for the API and the consent page; without a slash at its end. */
  apiUrl: string;
  appId: string;
  secret: string;
  /** "v1.3" unless told. */
  apiVersion?: string | undefined;
  /** Milliseconds one call may take; 30 s unless told. */
  timeoutMs?: number;
  /** Milliseconds between two calls; what TikTok's limits ask for unless told. */
  intervals?: ThrottleIntervals;
  /** From when on campaigns for sales are made in Smart+, on the clock that campaigns run by; 2027-01-01 UTC unless told. */
  smartPlusFrom?: Date;
  clock?: Clock;
  /** The clock that campaigns run by, where it is not the machine's own. */
  worldClock?: Clock;
};

/** TikTok's Marketing API v1.3 as our port (TikTok API for Business). Its oddities stand in QUIRKS.md. */
export function makeTiktok(settings: TiktokSettings): AdPlatform {
  const { apiUrl, appId, secret, timeoutMs } = settings;
  const { apiVersion = "v1.3", intervals = defaultIntervals, clock = systemClock } = settings;
  const throttle = makeThrottle(clock, intervals);
  const client = makeApiClient({ baseUrl: `${apiUrl}/open_api/${apiVersion}`, throttle, clock, timeoutMs });
  const worldClock = settings.worldClock ?? clock;
  const plan = makeAdGroupPlan(client, worldClock);
  const choice = makeFlowChoice(worldClock, settings.smartPlusFrom ?? manualFlowEnds);
  return {
    platform: "tiktok",
    ...makeAuth(client, { portalUrl: apiUrl, appId, secret }),
    ...makeAccessibleAccounts(client, { appId, secret }),
    ...makeCampaigns(client, plan, choice),
    ...makeAdGroups(client, plan, makePlaces(client)),
    ...makeAds(client),
    ...makeStates(client),
    ...makeFigures(client),
  };
}
