import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import sharp from "sharp";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { ActingFor, AdMedia, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { fromUnits } from "./money.ts";
import { makeTiktok } from "./tiktok.ts";

promisesOfAnAdPlatform("TikTok", startTiktok);

const paths = { campaign: "/campaign/", ad_group: "/adgroup/", ad: "/ad/create/" } as const;
const lists = { campaign: "campaign", ad_group: "adgroup", ad: "ad" } as const;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};
const busySeconds = 7;

async function startTiktok(): Promise<PlatformUnderTest> {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
  const picture = await sharp({
    create: { width: 1_080, height: 1_920, channels: 3, background: "#fe2c55" },
  })
    .png()
    .toBuffer();
  let person = "";
  return {
    platform: makeTiktok({
      apiUrl: sandbox.hosts.tiktok ?? "",
      appId: sandbox.credentials.TIKTOK_APP_ID ?? "",
      secret: sandbox.credentials.TIKTOK_SECRET ?? "",
      timeoutMs: 1_500,
    }),
    async freshAccount() {
      const ready = await tokensOf(sandbox, "fresh");
      person = ready.identity;
      const account = accountOf(ready);
      const tokens = { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] };
      return { account, tokens };
    },
    picture: (reference) => mediaOf(reference, picture),
    callToAction: "shop_now",
    // It knows no circles around cities.
    adGroup: { circles: [] },
    unknownId: "1790999999999999999",
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    busySeconds,
    async mishap(kind, to) {
      const where = to === "reading" ? { method: "GET" } : { method: "POST", path: paths[to] };
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", { vendor: "tiktok", kind: faults[kind], times: 1, ...where, ...wait });
    },
    expireTokens: async () =>
      void (await sandbox.control("faults", { vendor: "tiktok", kind: "expire_tokens" })),
    linkAgain: async () => (await tokensOf(sandbox, person)).access_token,
    countStanding: async (account, level) => (await listed(sandbox, account, level)).length,
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async totalSpend(account, campaignId) {
      const filter = {
        field_name: "campaign_ids",
        filter_type: "IN",
        filter_value: JSON.stringify([campaignId]),
      };
      const data = await vendorsOwn(sandbox, account, "/report/integrated/get/", {
        report_type: "BASIC",
        data_level: "AUCTION_CAMPAIGN",
        dimensions: '["campaign_id"]',
        query_lifetime: "true",
        filtering: JSON.stringify([filter]),
      });
      return fromUnits((data.list as { metrics: { spend: string } }[])[0]?.metrics.spend ?? 0);
    },
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}

type Ready = Record<
  "access_token" | "identity" | "advertiser_id" | "identity_id" | "identity_type" | "pixel_id",
  string
>;

const tokensOf = (sandbox: TestSandbox, identity: string) =>
  sandbox.control<Ready>("tokens", { vendor: "tiktok", identity });

function accountOf(ready: Ready): ActingFor {
  return {
    accessToken: ready.access_token,
    organizationId: ready.advertiser_id,
    adAccountId: ready.advertiser_id,
    profileId: `${ready.identity_type}:${ready.identity_id}`,
    pixelId: ready.pixel_id,
    timeZone: "Asia/Riyadh",
    currency: "SAR",
  };
}

function mediaOf(reference: string, bytes: Buffer): AdMedia {
  return {
    reference,
    kind: "image",
    mime: "image/png",
    fileName: "عطر.png",
    bytes: bytes.length,
    open: async () => Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
  };
}

/** What the vendor itself says, asked without the adapter. */
async function vendorsOwn(
  sandbox: TestSandbox,
  account: ActingFor,
  path: string,
  query: Record<string, string>,
): Promise<Record<string, unknown>> {
  const asked = new URLSearchParams({ advertiser_id: account.adAccountId, page_size: "1000", ...query });
  const answer = await fetch(`${sandbox.hosts.tiktok}/open_api/v1.3${path}?${asked}`, {
    headers: { "access-token": account.accessToken },
  });
  const { code, message, data } = (await answer.json()) as {
    code: number;
    message: string;
    data: Record<string, unknown>;
  };
  if (code !== 0) throw new Error(`the vendor answered ${code} ${message}`);
  return data;
}

async function listed(sandbox: TestSandbox, account: ActingFor, level: Level): Promise<unknown[]> {
  const { list } = await vendorsOwn(sandbox, account, `/${lists[level]}/get/`, {});
  return list as unknown[];
}
