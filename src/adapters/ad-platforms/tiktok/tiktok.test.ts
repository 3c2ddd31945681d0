import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { fromUnits } from "./money.ts";
import { accountOf, givenTo, openTiktok } from "./testing.ts";

promisesOfAnAdPlatform("TikTok", startTiktok);

const paths = { campaign: "/campaign/", ad_group: "/adgroup/", ad: "/ad/create/" } as const;
const lists = { campaign: "/campaign/get/", ad_group: "/adgroup/get/", ad: "/ad/get/" } as const;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};
const busySeconds = 7;

async function startTiktok(): Promise<PlatformUnderTest> {
  const tiktok = await openTiktok({ timeoutMs: 1_500 });
  const { sandbox } = tiktok;
  let person = "";
  return {
    platform: tiktok.platform,
    async freshAccount() {
      const ready = await givenTo(sandbox, "fresh");
      person = ready.identity;
      const account = accountOf(ready);
      const tokens = { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] };
      return { account, tokens };
    },
    picture: tiktok.picture,
    callToAction: "shop_now",
    // It knows no circles around cities.
    adGroup: { circles: [] },
    unknownId: "1790999999999999999",
    landingUrl: tiktok.landingUrl,
    busySeconds,
    async mishap(kind, to) {
      const where = to === "reading" ? { method: "GET" } : { method: "POST", path: paths[to] };
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      const fault = { vendor: "tiktok", kind: faults[kind], times: 1, ...where, ...wait };
      await sandbox.control("faults", fault);
    },
    expireTokens: async () =>
      void (await sandbox.control("faults", { vendor: "tiktok", kind: "expire_tokens" })),
    linkAgain: async () => (await givenTo(sandbox, person)).access_token,
    countStanding: async (account, level) => (await tiktok.ask(account, lists[level])).list.length,
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: tiktok.now,
    async totalSpend(account, campaignId) {
      const filter = {
        field_name: "campaign_ids",
        filter_type: "IN",
        filter_value: JSON.stringify([campaignId]),
      };
      const { list } = await tiktok.ask(account, "/report/integrated/get/", {
        report_type: "BASIC",
        data_level: "AUCTION_CAMPAIGN",
        dimensions: '["campaign_id"]',
        query_lifetime: "true",
        filtering: JSON.stringify([filter]),
      });
      const [total] = list as { metrics: { spend: string } }[];
      return fromUnits(total?.metrics.spend ?? 0);
    },
    stop: tiktok.stop,
  };
}
