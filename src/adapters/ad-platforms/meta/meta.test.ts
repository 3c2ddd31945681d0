import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { aPicture } from "../shared/testing/ground.ts";
import { aFile } from "../shared/testing/orders.ts";
import { postsTo, relinking, simulator } from "../shared/testing/simulator.ts";
import { openBench } from "./testing.ts";

describeAdPlatformContract("Meta", startMeta);

const paths = { campaign: "/campaigns", ad_group: "/adsets", ad: "/ads" };
/** Meta tells its wait in whole minutes. */
const busySeconds = 60;

async function startMeta(): Promise<PlatformUnderTest> {
  const bench = await openBench();
  const { platform, askMeta } = bench;
  const picture = await aPicture();
  return {
    ...simulator(bench, "meta", postsTo(paths), busySeconds),
    ...relinking(bench.someone),
    platform,
    picture: (reference) => aFile(picture, { reference }),
    campaign: { placements: ["facebook", "instagram"] },
    unknownId: "999999999999999999",
    async countObjects(account, level) {
      const edge = `/act_${account.adAccountId}${paths[level]}`;
      return ((await askMeta(account, edge, { limit: "1000" })).data as unknown[]).length;
    },
    async totalSpend(account, campaignId) {
      const query = { date_preset: "maximum", fields: "spend" };
      const { data } = await askMeta(account, `/${campaignId}/insights`, query);
      return accountMoney(Math.round(Number((data as { spend: string }[])[0]?.spend ?? 0) * 100));
    },
  };
}
