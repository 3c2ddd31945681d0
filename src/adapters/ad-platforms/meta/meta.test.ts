import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { describeConversionContract } from "#modules/ad-accounts/server/conversion-receiver.suite.ts";
import { describeCustomerListContract } from "#modules/ad-accounts/server/customer-list.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { aPicture } from "../shared/testing/sandbox-context.ts";
import {
  makeRelinkingAccounts,
  makeSimulatorControls,
  matchWrites,
} from "../shared/testing/simulator-controls.ts";
import { aFile } from "../shared/testing/specs.ts";
import { openHarness } from "./testing.ts";

describeAdPlatformContract("Meta", startMeta);
describeConversionContract("Meta", startMeta);
describeCustomerListContract("Meta", startMeta);

const paths = { campaign: "/campaigns", ad_group: "/adsets", ad: "/ads" };
/** Meta gives its wait in whole minutes. */
const busySeconds = 60;

async function startMeta(): Promise<PlatformUnderTest> {
  const harness = await openHarness();
  const { platform, queryMeta } = harness;
  const picture = await aPicture();
  return {
    ...makeSimulatorControls(harness, "meta", matchWrites(paths), busySeconds),
    ...makeRelinkingAccounts(harness.openAccount),
    platform,
    audienceSplits: ["age", "gender", "place", "placement", "device"],
    picture: (reference) => aFile(picture, { reference }),
    campaign: { placements: ["facebook", "instagram"] },
    unknownId: "999999999999999999",
    async countObjects(account, level) {
      const edge = `/act_${account.adAccountId}${paths[level]}`;
      return ((await queryMeta(account, edge, { limit: "1000" })).data as unknown[]).length;
    },
    async totalSpend(account, campaignId) {
      const query = { date_preset: "maximum", fields: "spend" };
      const { data } = await queryMeta(account, `/${campaignId}/insights`, query);
      return accountMoney(Math.round(Number((data as { spend: string }[])[0]?.spend ?? 0) * 100));
    },
  };
}
