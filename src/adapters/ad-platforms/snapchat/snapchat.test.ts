import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { describeConversionContract } from "#modules/ad-accounts/server/conversion-receiver.suite.ts";
import { describeCustomerListContract } from "#modules/ad-accounts/server/customer-list.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { fromMicro } from "../shared/micro.ts";
import { aPicture, toPlatformTokens } from "../shared/testing/sandbox-context.ts";
import { makeSimulatorControls, matchWrites } from "../shared/testing/simulator-controls.ts";
import { aFile } from "../shared/testing/specs.ts";
import { openHarness } from "./testing.ts";

describeAdPlatformContract("Snapchat", startSnapchat);
describeConversionContract("Snapchat", startSnapchat);
describeCustomerListContract("Snapchat", startSnapchat);

const plurals = { campaign: "campaigns", ad_group: "adsquads", ad: "ads" } as const;
const paths = { campaign: "/campaigns", ad_group: "/adsquads", ad: "/ads" };
type Total = { total_stats: [{ total_stat: { stats: { spend: number } } }] };

async function startSnapchat(): Promise<PlatformUnderTest> {
  const harness = await openHarness();
  const { platform, querySnapchat } = harness;
  const picture = await aPicture();
  return {
    ...makeSimulatorControls(harness, "snapchat", matchWrites(paths)),
    platform,
    audienceSplits: ["age", "gender", "place"],
    async freshAccount() {
      const { account, seeded } = await harness.openAccount();
      return { account, tokens: toPlatformTokens(account, seeded.refresh_token) };
    },
    picture: (reference) => aFile(picture, { reference }),
    async countObjects(account, level) {
      const plural = plurals[level];
      const listed = await querySnapchat(
        account,
        `/v1/adaccounts/${account.adAccountId}/${plural}?limit=1000`,
      );
      return (listed as Record<string, unknown[]>)[plural]?.length ?? 0;
    },
    async totalSpend(account, campaignId) {
      const total = await querySnapchat(account, `/v1/campaigns/${campaignId}/stats?fields=spend`);
      return fromMicro((total as Total).total_stats[0].total_stat.stats.spend);
    },
  };
}
