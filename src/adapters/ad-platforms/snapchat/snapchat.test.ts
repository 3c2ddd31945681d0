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
import { fromMicro } from "../shared/micro.ts";
import { makeSnapchat } from "./snapchat.ts";

promisesOfAnAdPlatform("Snapchat", startSnapchat);

const plurals = { campaign: "campaigns", ad_group: "adsquads", ad: "ads" } as const;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};
const busySeconds = 7;

async function startSnapchat(): Promise<PlatformUnderTest> {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
  const picture = await sharp({
    create: { width: 1_080, height: 1_920, channels: 3, background: "#17624b" },
  })
    .png()
    .toBuffer();
  return {
    platform: makeSnapchat({
      apiUrl: sandbox.hosts.snapchat ?? "",
      accountsUrl: sandbox.hosts["snapchat-accounts"] ?? "",
      businessUrl: sandbox.hosts["snapchat-business"] ?? "",
      clientId: sandbox.credentials.SNAPCHAT_CLIENT_ID ?? "",
      clientSecret: sandbox.credentials.SNAPCHAT_CLIENT_SECRET ?? "",
      timeoutMs: 1_500,
    }),
    freshAccount: () => freshAccount(sandbox),
    picture: (reference) => mediaOf(reference, picture),
    callToAction: "shop_now",
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    busySeconds,
    async mishap(kind, to) {
      const where = to === "reading" ? { method: "GET" } : { method: "POST", path: `/${plurals[to]}` };
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", {
        vendor: "snapchat",
        kind: faults[kind],
        times: 1,
        ...where,
        ...wait,
      });
    },
    expireTokens: async () =>
      void (await sandbox.control("faults", { vendor: "snapchat", kind: "expire_tokens" })),
    countStanding: async (account, level) => (await listed(sandbox, account, level)).length,
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async totalSpend(account, campaignId) {
      const body = await vendorsOwn(sandbox, account, `/v1/campaigns/${campaignId}/stats?fields=spend`);
      return fromMicro((body as TotalAnswer).total_stats[0].total_stat.stats.spend);
    },
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}

type TotalAnswer = { total_stats: [{ total_stat: { stats: { spend: number } } }] };
type Ready = Record<"access_token" | "refresh_token" | "organization_id" | "ad_account_id", string> &
  Record<"profile_id" | "pixel_id", string | null>;

async function freshAccount(sandbox: TestSandbox) {
  const ready = await sandbox.control<Ready>("tokens", { vendor: "snapchat", identity: "fresh" });
  const account: ActingFor = {
    accessToken: ready.access_token,
    organizationId: ready.organization_id,
    adAccountId: ready.ad_account_id,
    profileId: ready.profile_id,
    pixelId: ready.pixel_id,
    timeZone: "Asia/Riyadh",
    currency: "SAR",
  };
  const tokens = {
    accessToken: ready.access_token,
    refreshToken: ready.refresh_token,
    expiresAt: null,
    scopes: [],
  };
  return { account, tokens };
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
async function vendorsOwn(sandbox: TestSandbox, account: ActingFor, path: string): Promise<unknown> {
  const answer = await fetch(`${sandbox.hosts.snapchat}${path}`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  if (!answer.ok) throw new Error(`the vendor answered ${answer.status}`);
  return answer.json();
}

async function listed(sandbox: TestSandbox, account: ActingFor, level: Level): Promise<unknown[]> {
  const path = `/v1/adaccounts/${account.adAccountId}/${plurals[level]}?limit=1000`;
  const body = (await vendorsOwn(sandbox, account, path)) as Record<string, unknown[]>;
  return body[plurals[level]] ?? [];
}
