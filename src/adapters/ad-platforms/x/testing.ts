import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import sharp from "sharp";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type {
  ActingFor,
  AdGroupOrder,
  AdMedia,
  AdOrder,
  CampaignOrder,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { packToken } from "./tokens.ts";
import { makeX, type XSettings } from "./x.ts";

type Ready = Record<"oauth_token" | "oauth_token_secret" | "account_id" | "identity", string> &
  Record<"promotable_user_id" | "web_event_tag_id", string | null>;

/** The sandbox with X in it, an address ads may lead to, and a picture that a card shows. */
export async function openX(change: Partial<XSettings> = {}) {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
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
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    accountFor: async (identity: string) => accountOf(await givenTo(sandbox, identity)),
    picture: (reference: string): AdMedia => ({
      reference,
      kind: "image",
      mime: "image/png",
      fileName: "عطر.png",
      bytes: bytes.length,
      open: async () => Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
    }),
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

export const aCampaign = (now: Date, change: Partial<CampaignOrder> = {}): CampaignOrder => ({
  reference: "cmp_1",
  name: "عرض الجمعة البيضاء",
  objective: "sales",
  channels: [],
  startsAt: new Date(now.getTime() - 86_400_000),
  endsAt: new Date(now.getTime() + 30 * 86_400_000),
  dailyBudget: accountMoney(150_00),
  biddingStrategy: "maximize_conversions",
  targetCpa: null,
  targetRoas: null,
  ...change,
});

export const anAdGroup = (
  campaign: CampaignOrder,
  platformCampaignId: string,
  change: Partial<AdGroupOrder> = {},
): AdGroupOrder => ({
  reference: "grp_1",
  platformCampaignId,
  campaign,
  name: "نساء",
  ageMin: 18,
  ageMax: 34,
  gender: "female",
  circles: [],
  devices: ["mobile"],
  optimizedTargeting: true,
  keywords: ["عطور", "هدايا"],
  ...change,
});

export const anAd = (
  platformAdGroupId: string,
  url: string,
  media: AdMedia,
  change: Partial<AdOrder> = {},
): AdOrder => ({
  reference: "ad_1",
  platformCampaignId: "",
  platformAdGroupId,
  channels: [],
  name: "إعلان العطر",
  headline: "خصم على كل العطور",
  moreHeadlines: [],
  text: "",
  description: "",
  moreDescriptions: [],
  brandName: "",
  callToAction: "shop_now",
  url,
  media,
  automaticEnhancements: false,
  ...change,
});
