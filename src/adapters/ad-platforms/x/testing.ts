import sharp from "sharp";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { ActingFor } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aFile, anAdGroup as anyAdGroup, openLanding } from "../shared/testing/orders.ts";
import { packToken } from "./tokens.ts";
import { makeX, type XSettings } from "./x.ts";

type Ready = Record<"oauth_token" | "oauth_token_secret" | "account_id" | "identity", string> &
  Record<"promotable_user_id" | "web_event_tag_id", string | null>;

/** The sandbox with X in it, an address ads may lead to, and a picture that a card shows. */
export async function openX(change: Partial<XSettings> = {}) {
  const sandbox = await startSandbox();
  const landing = await openLanding();
  const bytes = await sharp({ create: { width: 1_080, height: 1_080, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
  const settings: XSettings = {
    adsUrl: sandbox.hosts["x-ads"] ?? "",
    apiUrl: sandbox.hosts.x ?? "",
    consumerKey: sandbox.credentials.X_CONSUMER_KEY ?? "",
    consumerSecret: sandbox.credentials.X_CONSUMER_SECRET ?? "",
    ...change,
  };
  return {
    sandbox,
    settings,
    platform: makeX(settings),
    landingUrl: landing.url,
    accountFor: async (identity: string) => accountOf(await givenTo(sandbox, identity)),
    picture: (reference: string) => aFile(bytes, { reference }),
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}
export type OpenX = Awaited<ReturnType<typeof openX>>;

export const givenTo = (sandbox: TestSandbox, identity: string) =>
  sandbox.control<Ready>("tokens", { vendor: "x", identity });

export function accountOf(ready: Ready): ActingFor {
  return {
    accessToken: packToken({ token: ready.oauth_token, secret: ready.oauth_token_secret }),
    organizationId: ready.account_id,
    adAccountId: ready.account_id,
    profileId: ready.promotable_user_id,
    pixelId: ready.web_event_tag_id,
    timeZone: "Asia/Riyadh",
    currency: "SAR",
  };
}

export { aCampaign, anAd } from "../shared/testing/orders.ts";

/** X takes keywords. */
export const anAdGroup: typeof anyAdGroup = (campaign, platformCampaignId, change) =>
  anyAdGroup(campaign, platformCampaignId, {
    optimizedTargeting: true,
    keywords: ["عطور", "هدايا"],
    ...change,
  });
