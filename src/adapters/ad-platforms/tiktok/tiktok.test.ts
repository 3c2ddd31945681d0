import { promisesOfAnAdPlatform } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { postsTo, relinking, simulator } from "../shared/testing/simulator.ts";
import { fromUnits } from "./money.ts";
import { openBench } from "./testing.ts";

promisesOfAnAdPlatform("TikTok", startTiktok);

const paths = { campaign: "/campaign/", ad_group: "/adgroup/", ad: "/ad/create/" };
const lists = { campaign: "/campaign/get/", ad_group: "/adgroup/get/", ad: "/ad/get/" } as const;

async function startTiktok(): Promise<PlatformUnderTest> {
  const bench = await openBench();
  const { platform, picture, askTiktok } = bench;
  return {
    ...simulator(bench, "tiktok", postsTo(paths)),
    ...relinking(bench.someone),
    platform,
    picture,
    // It knows no circles around cities.
    adGroup: { circles: [] },
    unknownId: "1790999999999999999",
    countStanding: async (account, level) => (await askTiktok(account, lists[level])).list.length,
    async totalSpend(account, campaignId) {
      const filter = {
        field_name: "campaign_ids",
        filter_type: "IN",
        filter_value: JSON.stringify([campaignId]),
      };
      const { list } = await askTiktok(account, "/report/integrated/get/", {
        report_type: "BASIC",
        data_level: "AUCTION_CAMPAIGN",
        dimensions: '["campaign_id"]',
        query_lifetime: "true",
        filtering: JSON.stringify([filter]),
      });
      const [total] = list as { metrics: { spend: string } }[];
      return fromUnits(total?.metrics.spend ?? 0);
    },
  };
}
