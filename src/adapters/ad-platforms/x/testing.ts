import { systemClock } from "#base/server/clock.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aPicture, impatient, inRiyadh, openGround, peopleOf } from "../shared/testing/ground.ts";
import { aFile, anAdGroup as anyAdGroup } from "../shared/testing/orders.ts";
import { packToken } from "./tokens.ts";
import { makeWire } from "./wire.ts";
import { makeX, type XSettings } from "./x.ts";

type Ready = Record<"oauth_token" | "oauth_token_secret" | "account_id" | "identity", string> &
  Record<"promotable_user_id" | "web_event_tag_id", string | null>;

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** The adapter beside its simulator, and a square picture that a card shows. */
export async function openBench() {
  const ground = await openGround();
  const { hosts, credentials } = ground.sandbox;
  const bytes = await aPicture(1_080);
  const settings: XSettings = {
    adsUrl: hosts["x-ads"] ?? "",
    apiUrl: hosts.x ?? "",
    consumerKey: credentials.X_CONSUMER_KEY ?? "",
    consumerSecret: credentials.X_CONSUMER_SECRET ?? "",
    timeoutMs: impatient.timeoutMs,
    reportPollMs: 100,
  };
  return {
    ...ground,
    settings,
    platform: makeX(settings),
    /** X itself, asked without the adapter's own words. */
    wire: makeWire({ ...settings, baseUrl: `${settings.adsUrl}/12`, clock: systemClock }),
    picture: (reference: string) => aFile(bytes, { reference }),
    someone: peopleOf(ground.sandbox, "x", accountOf),
  };
}

function accountOf(ready: Ready): AdAccountContext {
  return {
    accessToken: packToken({ token: ready.oauth_token, secret: ready.oauth_token_secret }),
    organizationId: ready.account_id,
    adAccountId: ready.account_id,
    profileId: ready.promotable_user_id,
    pixelId: ready.web_event_tag_id,
    ...inRiyadh,
  };
}

/** X takes keywords. */
export const anAdGroup: typeof anyAdGroup = (campaign, platformCampaignId, change) =>
  anyAdGroup(campaign, platformCampaignId, {
    optimizedTargeting: true,
    keywords: ["عطور", "هدايا"],
    ...change,
  });
