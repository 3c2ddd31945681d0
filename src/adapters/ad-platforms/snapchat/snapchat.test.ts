import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { fromMicro } from "../shared/micro.ts";
import { aPicture, tokensOf } from "../shared/testing/ground.ts";
import { aFile } from "../shared/testing/orders.ts";
import { postsTo, simulator } from "../shared/testing/simulator.ts";
import { openBench } from "./testing.ts";

describeAdPlatformContract("Snapchat", startSnapchat);

const plurals = { campaign: "campaigns", ad_group: "adsquads", ad: "ads" } as const;
const paths = { campaign: "/campaigns", ad_group: "/adsquads", ad: "/ads" };
type Total = { total_stats: [{ total_stat: { stats: { spend: number } } }] };

async function startSnapchat(): Promise<PlatformUnderTest> {
  const bench = await openBench();
  const { platform, askSnapchat } = bench;
  const picture = await aPicture();
  return {
    ...simulator(bench, "snapchat", postsTo(paths)),
    platform,
    async freshAccount() {
      const { account, ready } = await bench.someone();
      return { account, tokens: tokensOf(account, ready.refresh_token) };
    },
    picture: (reference) => aFile(picture, { reference }),
    async countObjects(account, level) {
      const plural = plurals[level];
      const listed = await askSnapchat(account, `/v1/adaccounts/${account.adAccountId}/${plural}?limit=1000`);
      return (listed as Record<string, unknown[]>)[plural]?.length ?? 0;
    },
    async totalSpend(account, campaignId) {
      const total = await askSnapchat(account, `/v1/campaigns/${campaignId}/stats?fields=spend`);
      return fromMicro((total as Total).total_stats[0].total_stat.stats.spend);
    },
  };
}
