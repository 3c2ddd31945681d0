import { systemClock } from "#base/server/clock.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  aPicture,
  makeAccountOpener,
  openSandboxContext,
  riyadhAccountDefaults,
  testTimings,
} from "../shared/testing/sandbox-context.ts";
import { aFile, anAdGroup as anyAdGroup } from "../shared/testing/specs.ts";
import { makeApiClient } from "./api-client.ts";
import { packToken } from "./tokens.ts";
import { makeX, type XSettings } from "./x.ts";

type SeededAccount = Record<"oauth_token" | "oauth_token_secret" | "account_id" | "identity", string> &
  Record<"promotable_user_id" | "web_event_tag_id", string | null>;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** The adapter with its simulator, and a square image for cards. */
export async function openHarness() {
  const context = await openSandboxContext();
  const { hosts, credentials } = context.sandbox;
  const bytes = await aPicture(1_080);
  const settings: XSettings = {
    adsUrl: hosts["x-ads"] ?? "",
    apiUrl: hosts.x ?? "",
    consumerKey: credentials.X_CONSUMER_KEY ?? "",
    consumerSecret: credentials.X_CONSUMER_SECRET ?? "",
    timeoutMs: testTimings.timeoutMs,
    reportPollMs: 100,
  };
  return {
    ...context,
    settings,
    platform: makeX(settings),
    /** X's own response, without the adapter. */
    client: makeApiClient({ ...settings, baseUrl: `${settings.adsUrl}/12`, clock: systemClock }),
    picture: (reference: string) => aFile(bytes, { reference }),
    openAccount: makeAccountOpener(context.sandbox, "x", toAccount),
  };
}

function toAccount(seeded: SeededAccount): AdAccountContext {
  return {
    accessToken: packToken({ token: seeded.oauth_token, secret: seeded.oauth_token_secret }),
    organizationId: seeded.account_id,
    adAccountId: seeded.account_id,
    profileId: seeded.promotable_user_id,
    pixelId: seeded.web_event_tag_id,
    ...riyadhAccountDefaults,
  };
}

/** X supports keywords. */
export const anAdGroup: typeof anyAdGroup = (campaign, platformCampaignId, change) =>
  anyAdGroup(campaign, platformCampaignId, {
    optimizedTargeting: true,
    keywords: ["عطور", "هدايا"],
    ...change,
  });
