import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
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
import { makeGoogle } from "./google.ts";

export type Ready = Record<
  "access_token" | "refresh_token" | "identity" | "login_customer_id" | "customer_id",
  string
> & { conversion_action_id: string | null };
type Json = Record<string, unknown>;

/** The adapter beside its simulator, and an address that ads may lead to. */
export type Bench = {
  sandbox: TestSandbox;
  platform: AdPlatform;
  landingUrl: string;
  /** Somebody with a Google account; with accounts of their own unless told otherwise. */
  someone(ask?: Json): Promise<{ account: ActingFor; ready: Ready }>;
  /** What Google itself answers to a query, asked without the adapter. */
  askGoogle(account: ActingFor, query: string): Promise<Json[]>;
  /** The bodies of the changes that were sent so far. */
  sentChanges(): Promise<Json[][]>;
  stop(): Promise<void>;
};

export async function openBench(): Promise<Bench> {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
  return {
    sandbox,
    platform: makeGoogle({
      apiUrl: sandbox.hosts.google ?? "",
      oauthUrl: sandbox.hosts["google-oauth"] ?? "",
      accountsUrl: sandbox.hosts["google-accounts"] ?? "",
      clientId: sandbox.credentials.GOOGLE_CLIENT_ID ?? "",
      clientSecret: sandbox.credentials.GOOGLE_CLIENT_SECRET ?? "",
      timeoutMs: 1_500,
    }),
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    async someone(ask = { identity: "fresh" }) {
      const ready = await sandbox.control<Ready>("tokens", { vendor: "google", ...ask });
      return { account: accountOf(ready), ready };
    },
    async askGoogle(account, query) {
      const url = `${sandbox.hosts.google}/v25/customers/${account.adAccountId}/googleAds:searchStream`;
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${account.accessToken}`,
          "login-customer-id": account.organizationId,
          "content-type": "application/json",
        },
        body: JSON.stringify({ query }),
      });
      if (!answer.ok) throw new Error(`Google answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { results?: Json[] }[]).flatMap(({ results = [] }) => results);
    },
    async sentChanges() {
      const received = await sandbox.control<{ path: string; body: string }[]>(
        "received?vendor=google&limit=2000",
      );
      return received
        .filter(({ path }) => path.endsWith("googleAds:mutate"))
        .map(({ body }) => (JSON.parse(body) as { mutateOperations: Json[] }).mutateOperations);
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
    organizationId: ready.login_customer_id,
    adAccountId: ready.customer_id,
    profileId: null,
    pixelId: ready.conversion_action_id,
    timeZone: "Asia/Riyadh",
    currency: "SAR",
  };
}

/** The bones of an mp4 of fifteen seconds, 1080 by 1920, in H.264. */
const video = Buffer.from(
  [
    "AAAAFGZ0eXBpc29tMDAwMG1wNDIAAAEwbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAOpgAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALx0cmFr",
    "AAAAXHRraGQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAABDgAAAeAAAAAAABYbWRpYQAAACBoZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAAAAAMG1pbmYAAAAo",
    "c3RibAAAACBzdHNkAAAAAAAAAAAAAAAAYXZjMQAAAAAAAAAA",
  ].join(""),
  "base64",
);

export function aVideo(reference: string, bytes = video): AdMedia {
  return {
    reference,
    kind: "video",
    mime: "video/mp4",
    fileName: "عطر.mp4",
    bytes: bytes.length,
    open: async () => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]),
  };
}

let turn = 0;

/** Orders as a merchant gives them, each with a reference of its own. */
export const aCampaign = (change: Partial<CampaignOrder> = {}): CampaignOrder => ({
  reference: `cmp_g${++turn}`,
  name: `عرض الجمعة ${turn}`,
  objective: "sales",
  channels: ["search"],
  startsAt: new Date(Date.now() + 86_400_000),
  endsAt: null,
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
  reference: `grp_g${++turn}`,
  platformCampaignId,
  campaign,
  name: `نساء الرياض ${turn}`,
  ageMin: 18,
  ageMax: 34,
  gender: "female",
  circles: [],
  devices: [],
  optimizedTargeting: false,
  keywords: campaign.channels.includes("search") ? ["عطور نسائية"] : [],
  ...change,
});

export const anAd = (
  group: AdGroupOrder,
  platformAdGroupId: string,
  change: Partial<AdOrder> = {},
): AdOrder => ({
  reference: `ad_g${++turn}`,
  platformCampaignId: group.platformCampaignId,
  platformAdGroupId,
  channels: group.campaign.channels,
  name: "إعلان العطر",
  headline: "خصم على كل العطور",
  moreHeadlines: ["عطور أصلية", "توصيل خلال يومين"],
  text: "",
  description: "كل العطور بنصف السعر هذا الأسبوع",
  moreDescriptions: ["اطلب الآن وادفع عند الاستلام"],
  brandName: "متجر نورة",
  callToAction: "shop_now",
  url: "https://store.example/t/12345678",
  media: null,
  automaticEnhancements: false,
  ...change,
});
