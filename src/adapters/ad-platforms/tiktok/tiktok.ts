import { type Clock, systemClock } from "#base/server/clock.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type Gaps, makePace } from "../shared/pace.ts";
import { makeAdGroupPlan } from "./ad-group-plan.ts";
import { makeAdGroups } from "./ad-groups.ts";
import { makeAds } from "./ads.ts";
import { makeAuth } from "./auth.ts";
import { makeCampaigns } from "./campaigns.ts";
import { makeFigures } from "./figures.ts";
import { makeOffers } from "./offers.ts";
import { makePlaces } from "./places.ts";
import { makeStates } from "./states.ts";
import { makeWire } from "./wire.ts";

/** Ten calls a second for the whole app (Basic access), whoever they are for. */
const usualGaps: Gaps = { tokenMs: 0, appMs: 110 };

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
  const plan = makeAdGroupPlan(wire, settings.worldClock ?? clock);
  return {
    platform: "tiktok",
    ...makeAuth(wire, { portalUrl: apiUrl, appId, secret }),
    ...makeOffers(wire, { appId, secret }),
    ...makeCampaigns(wire, plan),
    ...makeAdGroups(wire, plan, makePlaces(wire)),
    ...makeAds(wire),
    ...makeStates(wire),
    ...makeFigures(wire),
  };
}
