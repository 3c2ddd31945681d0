import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { describeConversionContract } from "#modules/ad-accounts/server/conversion-receiver.suite.ts";
import { describeCustomerListContract } from "#modules/ad-accounts/server/customer-list.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import {
  makeRelinkingAccounts,
  makeSimulatorControls,
  matchWrites,
} from "../shared/testing/simulator-controls.ts";
import { type Flow, levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";
import { openHarness } from "./testing.ts";

describeAdPlatformContract("TikTok, in its manual flow,", () => startTiktok("manual"));
describeAdPlatformContract("TikTok, in Smart+,", () => startTiktok("smart_plus"));
describeConversionContract("TikTok", () => startTiktok("manual"));
describeCustomerListContract("TikTok", () => startTiktok("manual"));

async function startTiktok(flow: Flow): Promise<PlatformUnderTest> {
  const isSmartPlus = flow === "smart_plus";
  const harness = await openHarness(isSmartPlus ? { smartPlusFrom: new Date(0) } : {});
  const { platform, picture, queryTiktok } = harness;
  const { campaign, ad_group, ad } = levelEndpoints[flow];
  const paths = { campaign: `${campaign.path}/`, ad_group: `${ad_group.path}/`, ad: `${ad.path}/create/` };
  return {
    ...makeSimulatorControls(harness, "tiktok", matchWrites(paths)),
    ...makeRelinkingAccounts(harness.openAccount),
    platform,
    audienceSplits: ["age", "gender", "placement"],
    picture,
    // Smart+ supports sales only.
    ...(isSmartPlus ? { campaign: { objective: "sales" as const } } : {}),
    // It has no radii around cities.
    adGroup: { geoRadii: [] },
    unknownId: toPlatformId(flow, "1790999999999999999"),
    countObjects: async (account, level) => {
      const { path, pageSize } = levelEndpoints[flow][level];
      return (await queryTiktok(account, `${path}/get/`, { page_size: String(pageSize) })).list.length;
    },
    async totalSpend(account, platformCampaignId) {
      const filter = {
        field_name: "campaign_ids",
        filter_type: "IN",
        filter_value: JSON.stringify([parsePlatformId(platformCampaignId).id]),
      };
      const { list } = await queryTiktok(account, "/report/integrated/get/", {
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
