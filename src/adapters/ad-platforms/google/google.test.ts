import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { fromMicro } from "../shared/micro.ts";
import { tokensOf } from "../shared/testing/ground.ts";
import { simulator } from "../shared/testing/simulator.ts";
import { aVideo, openBench } from "./testing.ts";

describeAdPlatformContract("Google Search", startGoogle);

const resources = { campaign: "campaign", ad_group: "ad_group", ad: "ad_group_ad" } as const;

async function startGoogle(): Promise<PlatformUnderTest> {
  const bench = await openBench();
  const { platform, askGoogle } = bench;
  // All of Google's changes go to one address, and all its readings to another.
  const where = (to: string) => ({ path: to === "reading" ? "googleAds:search" : "googleAds:mutate" });
  return {
    ...simulator(bench, "google", where),
    platform,
    async freshAccount() {
      const { account, ready } = await bench.someone();
      return { account, tokens: tokensOf(account, ready.refresh_token) };
    },
    picture: aVideo,
    campaign: { placements: ["search"] },
    adGroup: { keywords: ["عطور نسائية"] },
    ad: {
      media: null,
      moreHeadlines: ["عطور أصلية", "توصيل سريع"],
      description: "كل العطور بنصف السعر هذا الأسبوع",
      moreDescriptions: ["اطلب الآن وادفع عند الاستلام"],
    },
    unknownId: "999999999999",
    async countObjects(account, level) {
      const name = resources[level];
      const query = `SELECT ${name}.resource_name FROM ${name} WHERE ${name}.status != 'REMOVED'`;
      return (await askGoogle(account, query)).length;
    },
    async totalSpend(account, campaignId) {
      const query = `SELECT metrics.cost_micros FROM campaign WHERE campaign.id = ${campaignId}`;
      const [row] = (await askGoogle(account, query)) as { metrics: { costMicros: string } }[];
      return fromMicro(Number(row?.metrics.costMicros));
    },
  };
}
