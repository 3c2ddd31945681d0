import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { postsTo, relinking, simulator } from "../shared/testing/simulator.ts";
import { type Flow, homes, platformIdOf, readPlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";
import { openBench } from "./testing.ts";

describeAdPlatformContract("TikTok, in its manual flow,", () => startTiktok("manual"));
describeAdPlatformContract("TikTok, in Smart+,", () => startTiktok("smart_plus"));

async function startTiktok(flow: Flow): Promise<PlatformUnderTest> {
  const isSmartPlus = flow === "smart_plus";
  const bench = await openBench(isSmartPlus ? { smartPlusFrom: new Date(0) } : {});
  const { platform, picture, askTiktok } = bench;
  const { campaign, ad_group, ad } = homes[flow];
  const paths = { campaign: `${campaign.path}/`, ad_group: `${ad_group.path}/`, ad: `${ad.path}/create/` };
  return {
    ...simulator(bench, "tiktok", postsTo(paths)),
    ...relinking(bench.someone),
    platform,
    picture,
    // Smart+ begins with sales.
    ...(isSmartPlus ? { campaign: { objective: "sales" as const } } : {}),
    // It knows no circles around cities.
    adGroup: { geoRadii: [] },
    unknownId: platformIdOf(flow, "1790999999999999999"),
    countObjects: async (account, level) => {
      const { path, pageSize } = homes[flow][level];
      return (await askTiktok(account, `${path}/get/`, { page_size: String(pageSize) })).list.length;
    },
    async totalSpend(account, platformCampaignId) {
      const filter = {
        field_name: "campaign_ids",
        filter_type: "IN",
        filter_value: JSON.stringify([readPlatformId(platformCampaignId).id]),
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
