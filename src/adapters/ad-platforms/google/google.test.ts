import type { ActingFor, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import {
  type Mishap,
  type PlatformUnderTest,
  promisesOfAnAdPlatform,
} from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { fromMicro } from "../shared/micro.ts";
import { aVideo, openBench } from "./testing.ts";

promisesOfAnAdPlatform("Google Search", startGoogle);

const resources = { campaign: "campaign", ad_group: "ad_group", ad: "ad_group_ad" } as const;
const faults: Record<Mishap, string> = {
  act_then_silence: "timeout_after",
  silence: "timeout_before",
  busy: "429",
  down: "503",
  half_done: "half_done",
};
const busySeconds = 7;

async function startGoogle(): Promise<PlatformUnderTest> {
  const bench = await openBench();
  const { sandbox, platform, landingUrl } = bench;
  return {
    platform,
    landingUrl,
    busySeconds,
    callToAction: "shop_now",
    campaign: { channels: ["search"] },
    adGroup: { keywords: ["عطور نسائية"] },
    ad: {
      media: null,
      moreHeadlines: ["عطور أصلية", "توصيل سريع"],
      description: "كل العطور بنصف السعر هذا الأسبوع",
      moreDescriptions: ["اطلب الآن وادفع عند الاستلام"],
    },
    unknownId: "999999999999",
    picture: aVideo,
    async freshAccount() {
      const { account, ready } = await bench.someone();
      const tokens = {
        accessToken: ready.access_token,
        refreshToken: ready.refresh_token,
        expiresAt: null,
        scopes: [],
      };
      return { account, tokens };
    },
    // All of Google's changes go to one address, and all its readings to another.
    async mishap(kind, to) {
      const path = to === "reading" ? "googleAds:search" : "googleAds:mutate";
      const wait = kind === "busy" ? { retry_after: busySeconds } : {};
      await sandbox.control("faults", { vendor: "google", kind: faults[kind], times: 1, path, ...wait });
    },
    expireTokens: async () =>
      void (await sandbox.control("faults", { vendor: "google", kind: "expire_tokens" })),
    countStanding: (account, level) => countStanding(account, level),
    letAdsRun: async (days) => void (await sandbox.control("clock", { step: `P${days}D` })),
    now: async () => new Date((await sandbox.control<{ now: string }>("clock")).now),
    async totalSpend(account, campaignId) {
      const query = `SELECT metrics.cost_micros FROM campaign WHERE campaign.id = ${campaignId}`;
      const [row] = (await bench.askGoogle(account, query)) as { metrics: { costMicros: string } }[];
      return fromMicro(Number(row?.metrics.costMicros));
    },
    stop: bench.stop,
  };

  async function countStanding(account: ActingFor, level: Level): Promise<number> {
    const name = resources[level];
    const query = `SELECT ${name}.resource_name FROM ${name} WHERE ${name}.status != 'REMOVED'`;
    return (await bench.askGoogle(account, query)).length;
  }
}
