import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type Gaps, makePace } from "../shared/pace.ts";
import { makeAdGroupPlan } from "./ad-group-plan.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeFlowChoice } from "./flow-choice.ts";
import { makeAccessibleAccounts } from "./accessible-accounts.ts";
import { makePlaces } from "./places.ts";
import { makeStates } from "./states.ts";
import { makeWire } from "./wire.ts";

/** Ten calls a second for the whole app (Basic access), whoever they are for. */
const usualGaps: Gaps = { tokenMs: 0, appMs: 110 };

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
  gaps?: Gaps;
  /** From when on campaigns for sales are made in Smart+, on the clock that campaigns run by; 2027-01-01 UTC unless told. */
  smartPlusFrom?: Date;
  clock?: Clock;
  /** The clock that campaigns run by, where it is not the machine's own. */
  worldClock?: Clock;
};

/** TikTok's Marketing API v1.3 as our port (TikTok API for Business). Its oddities stand in QUIRKS.md. */
export function makeTiktok(settings: TiktokSettings): AdPlatform {
  const { apiUrl, appId, secret, timeoutMs } = settings;
  const { apiVersion = "v1.3", gaps = usualGaps, clock = systemClock } = settings;
  const pace = makePace(clock, gaps);
  const wire = makeWire({ baseUrl: `${apiUrl}/open_api/${apiVersion}`, pace, clock, timeoutMs });
  const worldClock = settings.worldClock ?? clock;
  const plan = makeAdGroupPlan(wire, worldClock);
  const choice = makeFlowChoice(worldClock, settings.smartPlusFrom ?? manualFlowEnds);
  return {
    platform: "tiktok",
    ...makeAuth(wire, { portalUrl: apiUrl, appId, secret }),
    ...makeAccessibleAccounts(wire, { appId, secret }),
    ...makeCampaigns(wire, plan, choice),
    ...makeAdGroups(wire, plan, makePlaces(wire)),
    ...makeAds(wire),
    ...makeStates(wire),
    ...makeFigures(wire),
  };
}
