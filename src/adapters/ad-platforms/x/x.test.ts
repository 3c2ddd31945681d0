import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import sharp from "sharp";
import { systemClock } from "#base/server/clock.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { ActingFor, AdMedia, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { fromMicro } from "../shared/micro.ts";
import { packToken } from "./tokens.ts";
import { makeWire } from "./wire.ts";
import { makeX } from "./x.ts";

promisesOfAnAdPlatform("X", startX);

const paths = { campaign: "/campaigns", ad_group: "/line_items", ad: "/tweet" } as const;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};
const busySeconds = 7;

async function startX(): Promise<PlatformUnderTest> {
  const sandbox = await startSandbox();
  const landing = createServer((_request, response) => response.writeHead(204).end()).listen(0, "localhost");
  await once(landing, "listening");
  const picture = await sharp({
    create: { width: 1_080, height: 1_080, channels: 3, background: "#17624b" },
  })
    .png()
    .toBuffer();
  let identity = "";
  const app = {
    adsUrl: sandbox.hosts["x-ads"] ?? "",
    apiUrl: sandbox.hosts.x ?? "",
    consumerKey: sandbox.credentials.X_CONSUMER_KEY ?? "",
    consumerSecret: sandbox.credentials.X_CONSUMER_SECRET ?? "",
  };
  /** The vendor itself, asked without the adapter's own words. */
  const vendor = makeWire({ ...app, baseUrl: `${app.adsUrl}/12`, clock: systemClock });
  return {
    platform: makeX({ ...app, timeoutMs: 1_500 }),
    async freshAccount() {
      const ready = await givenTo(sandbox, "fresh");
      identity = ready.identity;
      const account = accountOf(ready);
      return {
        account,
        tokens: { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] },
      };
    },
    picture: (reference) => mediaOf(reference, picture),
    callToAction: "shop_now",
    // X knows no circles, and shows the account's own name.
    adGroup: { circles: [] },
    unknownId: "zz9zz",
    landingUrl: `http://localhost:${(landing.address() as AddressInfo).port}/t/12345678`,
    busySeconds,
    async mishap(kind, to) {
      const where = to === "reading" ? { method: "GET" } : { method: "POST", path: paths[to] };
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", { vendor: "x", kind: faults[kind], times: 1, ...where, ...wait });
    },
    expireTokens: async () => void (await sandbox.control("faults", { vendor: "x", kind: "expire_tokens" })),
    linkAgain: async () => accountOf(await givenTo(sandbox, identity)).accessToken,
    async countStanding(account, level) {
      let count = 0;
      for await (const _one of vendor.list(
        account.accessToken,
        `/accounts/${account.adAccountId}${lists[level]}`,
        asked[level],
      ))
        count += 1;
      return count;
    },
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async totalSpend(account, campaignId) {
      const now = new Date((await sandbox.control<{ now: string }>("clock")).now).getTime();
      const hour = (at: number) => new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString();
      const { data } = await vendor.ask(account.accessToken, {
        method: "GET",
        path: `/stats/accounts/${account.adAccountId}`,
        parameters: {
          entity: "CAMPAIGN",
          entity_ids: [campaignId],
          granularity: "TOTAL",
          placement: "ALL_ON_TWITTER",
          metric_groups: ["BILLING"],
          start_time: hour(now - 6 * 86_400_000),
          end_time: hour(now + 3_600_000),
        },
      });
      return fromMicro((data as Total)[0].id_data[0].metrics.billed_charge_local_micro[0]);
    },
    async stop() {
      await sandbox.stop();
      landing.close();
    },
  };
}

const lists: Record<Level, string> = { campaign: "/campaigns", ad_group: "/line_items", ad: "/tweets" };
const asked: Record<Level, Record<string, string>> = {
  campaign: {},
  ad_group: {},
  ad: { tweet_type: "PUBLISHED" },
};
type Total = [{ id_data: [{ metrics: { billed_charge_local_micro: [number] } }] }];
type Ready = Record<"oauth_token" | "oauth_token_secret" | "account_id" | "identity", string> &
  Record<"promotable_user_id" | "web_event_tag_id", string | null>;

const givenTo = (sandbox: TestSandbox, identity: string) =>
  sandbox.control<Ready>("tokens", { vendor: "x", identity });

function accountOf(ready: Ready): ActingFor {
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
