import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { aPicture, mediaOf, openBench } from "./testing.ts";

promisesOfAnAdPlatform("Meta", startMeta);

const edges = { campaign: "campaigns", ad_group: "adsets", ad: "ads" } as const satisfies Record<
  Level,
  string
>;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};

async function startMeta(): Promise<PlatformUnderTest> {
  const { sandbox, platform, landingUrl, someone, askMeta, stop } = await openBench();
  const picture = await aPicture();
  let person = "";
  return {
    platform,
    async freshAccount() {
      const { account, ready } = await someone();
      person = ready.identity;
      const tokens = { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] };
      return { account, tokens };
    },
    picture: (reference) => mediaOf(reference, picture),
    callToAction: "shop_now",
    campaign: { channels: ["facebook", "instagram"] },
    unknownId: "999999999999999999",
    landingUrl,
    // Meta tells its wait in whole minutes.
    busySeconds: 60,
    async mishap(kind, to) {
      const where = to === "reading" ? { method: "GET" } : { method: "POST", path: `/${edges[to]}` };
      await sandbox.control("faults", { vendor: "meta", kind: faults[kind], times: 1, ...where });
    },
    expireTokens: async () =>
      void (await sandbox.control("faults", { vendor: "meta", kind: "expire_tokens" })),
    linkAgain: async () => (await someone({ identity: person })).account.accessToken,
    async countStanding(account, level) {
      const { data } = await askMeta(account, `/act_${account.adAccountId}/${edges[level]}`, {
        limit: "1000",
      });
      return (data as unknown[]).length;
    },
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async totalSpend(account, campaignId) {
      const query = { date_preset: "maximum", fields: "spend" };
      const { data } = await askMeta(account, `/${campaignId}/insights`, query);
      return accountMoney(Math.round(Number((data as { spend: string }[])[0]?.spend ?? 0) * 100));
    },
    stop,
  };
}
