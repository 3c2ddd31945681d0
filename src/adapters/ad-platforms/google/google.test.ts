import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { describeConversionContract } from "#modules/ad-accounts/server/conversion-receiver.suite.ts";
import { describeCustomerListContract } from "#modules/ad-accounts/server/customer-list.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { fromMicro } from "../shared/micro.ts";
import { toPlatformTokens } from "../shared/testing/sandbox-context.ts";
import { makeSimulatorControls } from "../shared/testing/simulator-controls.ts";
import { aVideo, openHarness } from "./testing.ts";

describeAdPlatformContract("Google Search", startGoogle);
describeConversionContract("Google", startGoogle);
describeCustomerListContract("Google", startGoogle);

const resources = { campaign: "campaign", ad_group: "ad_group", ad: "ad_group_ad" } as const;

async function startGoogle(): Promise<PlatformUnderTest> {
  const harness = await openHarness();
  const { platform, queryGoogle } = harness;
  // All of Google's writes go to one URL, and all its reads to another.
  const where = (to: string) => ({ path: to === "reading" ? "googleAds:search" : "googleAds:mutate" });
  return {
    ...makeSimulatorControls(harness, "google", where),
    platform,
    audienceSplits: ["age", "gender", "place", "placement", "device"],
    async freshAccount() {
      const { account, seeded } = await harness.openAccount();
      return { account, tokens: toPlatformTokens(account, seeded.refresh_token) };
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
      return (await queryGoogle(account, query)).length;
    },
    async totalSpend(account, campaignId) {
      const query = `SELECT metrics.cost_micros FROM campaign WHERE campaign.id = ${campaignId}`;
      const [row] = (await queryGoogle(account, query)) as { metrics: { costMicros: string } }[];
      return fromMicro(Number(row?.metrics.costMicros));
    },
  };
}
