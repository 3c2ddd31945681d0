import { describeAdPlatformContract } from "#modules/ad-accounts/server/ad-platform.suite.ts";
import { describeConversionContract } from "#modules/ad-accounts/server/conversion-receiver.suite.ts";
import { describeCustomerListContract } from "#modules/ad-accounts/server/customer-list.suite.ts";
import type { PlatformUnderTest } from "#modules/ad-accounts/testing/platform-under-test.ts";
import { fromMicro } from "../shared/micro.ts";
import {
  makeRelinkingAccounts,
  makeSimulatorControls,
  matchWrites,
} from "../shared/testing/simulator-controls.ts";
import { openHarness } from "./testing.ts";

describeAdPlatformContract("X", startX);
describeConversionContract("X", startX);
describeCustomerListContract("X", startX);

const hourMs = 3_600_000;
const paths = { campaign: "/campaigns", ad_group: "/line_items", ad: "/tweet" };
const lists = {
  campaign: { path: "/campaigns", parameters: {} },
  ad_group: { path: "/line_items", parameters: {} },
  ad: { path: "/tweets", parameters: { tweet_type: "PUBLISHED" } },
};
type Total = [{ id_data: [{ metrics: { billed_charge_local_micro: [number] } }] }];

async function startX(): Promise<PlatformUnderTest> {
  const harness = await openHarness();
  const { platform, picture, client } = harness;
  return {
    ...makeSimulatorControls(harness, "x", matchWrites(paths)),
    ...makeRelinkingAccounts(harness.openAccount),
    platform,
    audienceSplits: ["age", "gender"],
    picture,
    // X has no radii, and shows the account's own name.
    adGroup: { geoRadii: [] },
    unknownId: "zz9zz",
    async countObjects({ accessToken, adAccountId }, level) {
      const { path, parameters } = lists[level];
      let count = 0;
      for await (const _one of client.list(accessToken, `/accounts/${adAccountId}${path}`, parameters))
        count += 1;
      return count;
    },
    async totalSpend({ accessToken, adAccountId }, campaignId) {
      const now = (await harness.now()).getTime();
      const hour = (at: number) => new Date(Math.floor(at / hourMs) * hourMs).toISOString();
      const { data } = await client.call(accessToken, {
        method: "GET",
        path: `/stats/accounts/${adAccountId}`,
        parameters: {
          entity: "CAMPAIGN",
          entity_ids: [campaignId],
          granularity: "TOTAL",
          placement: "ALL_ON_TWITTER",
          metric_groups: ["BILLING"],
          start_time: hour(now - 6 * 24 * hourMs),
          end_time: hour(now + hourMs),
        },
      });
      return fromMicro((data as Total)[0].id_data[0].metrics.billed_charge_local_micro[0]);
    },
  };
}
