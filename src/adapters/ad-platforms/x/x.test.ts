import { systemClock } from "#base/server/clock.ts";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { fromMicro } from "../shared/micro.ts";
import { accountOf, givenTo, openX } from "./testing.ts";
import { makeWire } from "./wire.ts";

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
  const { sandbox, settings, platform, landingUrl, picture, stop } = await openX({ timeoutMs: 1_500 });
  let identity = "";
  /** The vendor itself, asked without the adapter's own words. */
  const vendor = makeWire({ ...settings, baseUrl: `${settings.adsUrl}/12`, clock: systemClock });
  return {
    platform,
    async freshAccount() {
      const ready = await givenTo(sandbox, "fresh");
      identity = ready.identity;
      const account = accountOf(ready);
      return {
        account,
        tokens: { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] },
      };
    },
    picture,
    callToAction: "shop_now",
    // X knows no circles, and shows the account's own name.
    adGroup: { circles: [] },
    unknownId: "zz9zz",
    landingUrl,
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
    stop,
  };
}

const lists: Record<Level, string> = { campaign: "/campaigns", ad_group: "/line_items", ad: "/tweets" };
const asked: Record<Level, Record<string, string>> = {
  campaign: {},
  ad_group: {},
  ad: { tweet_type: "PUBLISHED" },
};
type Total = [{ id_data: [{ metrics: { billed_charge_local_micro: [number] } }] }];
