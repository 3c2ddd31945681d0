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
  AdPlatform,
  CampaignOrder,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeMeta } from "./meta.ts";

export type Ready = Record<
  "access_token" | "identity" | "business_id" | "ad_account_id" | "page_id" | "pixel_id" | "currency",
  string
>;

/** The adapter beside its simulator, and an address that ads may lead to. */
export type Bench = {
  sandbox: TestSandbox;
  platform: AdPlatform;
  landingUrl: string;
  /** Somebody who uses Meta; a fresh business unless told otherwise. */
  someone(ask?: Record<string, unknown>): Promise<{ account: ActingFor; ready: Ready }>;
  /** What Meta itself says, asked without the adapter. */
  askMeta(account: ActingFor, path: string, query?: Record<string, string>): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
};

export async function openBench(): Promise<Bench> {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
  return {
    sandbox,
    platform: makeMeta({
      apiUrl: sandbox.hosts.meta ?? "",
      videoUrl: sandbox.hosts["meta-video"] ?? "",
      dialogUrl: sandbox.hosts["meta-dialog"] ?? "",
      appId: sandbox.credentials.META_APP_ID ?? "",
      appSecret: sandbox.credentials.META_APP_SECRET ?? "",
      timeoutMs: 1_500,
      reportPollMs: 1,
    }),
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    async someone(ask = { identity: "fresh" }) {
      const ready = await sandbox.control<Ready>("tokens", { vendor: "meta", ...ask });
      return { account: accountOf(ready), ready };
    },
    async askMeta(account, path, query = {}) {
      const asked = new URLSearchParams({ access_token: account.accessToken, ...query });
      const answer = await fetch(`${sandbox.hosts.meta}/v26.0${path}?${asked}`);
      if (!answer.ok) throw new Error(`Meta answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}

function accountOf(ready: Ready): ActingFor {
  return {
    accessToken: ready.access_token,
    organizationId: ready.business_id,
    adAccountId: ready.ad_account_id,
    profileId: ready.page_id,
    pixelId: ready.pixel_id,
    timeZone: "Asia/Riyadh",
    currency: ready.currency,
  };
}

export function aPicture(): Promise<Buffer> {
  return sharp({ create: { width: 1_080, height: 1_920, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

export function mediaOf(reference: string, bytes: Buffer, kind: AdMedia["kind"] = "image"): AdMedia {
  return {
    reference,
    kind,
    mime: kind === "video" ? "video/mp4" : "image/png",
    fileName: "عطر.png",
    bytes: bytes.length,
    open: async () => Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
  };
}

const dayMs = 86_400_000;
let turn = 0;
function reference(kind: string): string {
  turn += 1;
  return `${kind}_${turn}`;
}

export const aCampaign = (
  change: Partial<Omit<CampaignOrder, "targetCpa">> & { targetCpa?: number } = {},
): CampaignOrder => ({
  reference: reference("cmp"),
  name: "عرض الجمعة البيضاء",
  objective: "traffic",
  channels: ["facebook", "instagram"],
  startsAt: new Date(Date.now() - dayMs),
  endsAt: new Date(Date.now() + 30 * dayMs),
  dailyBudget: accountMoney(150_00),
  biddingStrategy: "maximize_conversions",
  targetRoas: null,
  ...change,
  targetCpa: change.targetCpa === undefined ? null : accountMoney(change.targetCpa),
});

export const anAdGroup = (
  campaign: CampaignOrder,
  platformCampaignId: string,
  change: Partial<AdGroupOrder> = {},
): AdGroupOrder => ({
  reference: reference("grp"),
  platformCampaignId,
  campaign,
  name: "نساء الرياض",
  ageMin: 25,
  ageMax: 44,
  gender: "female",
  circles: [{ latitude: 24.7136, longitude: 46.6753, radiusMetres: 10_000 }],
  devices: ["mobile"],
  optimizedTargeting: false,
  keywords: [],
  ...change,
});

export const anAd = (
  platformCampaignId: string,
  platformAdGroupId: string,
  url: string,
  media: AdMedia,
  change: Partial<AdOrder> = {},
): AdOrder => ({
  reference: reference("ad"),
  platformCampaignId,
  platformAdGroupId,
  channels: ["facebook", "instagram"],
  name: "إعلان العطر",
  headline: "خصم على كل العطور",
  moreHeadlines: [],
  text: "وصل حديثًا، واحد لك وآخر هدية",
  description: "توصيل في يومين",
  moreDescriptions: [],
  brandName: "متجر نورة",
  callToAction: "shop_now",
  url,
  media,
  automaticEnhancements: false,
  ...change,
});
