import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aCampaign,
  type Harness,
  makeTree,
  openHarness,
  type Tree,
} from "./ad-platforms/snapchat/testing.ts";
import { startEconomy } from "./economy/economy.ts";
import { computeTotals, type Truth } from "./economy/truth.ts";
import { makeSalla } from "./store-platforms/salla/salla.ts";

let harness: Harness;
let tree: Tree;
let truth: Truth;
let link: Server;

/** A campaign on the simulated Snapchat, whose link leads to a store of the simulated Salla. */
beforeEach(async () => {
  harness = await openHarness();
  const { world, vendors } = harness.sandbox;
  const salla = makeSalla(world);
  truth = startEconomy(world, [...vendors, salla]);
  const domain = salla.issueTokens?.({}).domain;
  link = createServer((_request, response) =>
    response.writeHead(302, { location: `${domain}?utm_term=x` }).end(),
  );
  await new Promise<void>((resolve) => link.listen(0, "127.0.0.1", resolve));
  const address = link.address();
  const url = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/t/48210377`;
  tree = await makeTree(harness, { creative: { web_view_properties: { url } } });
});
afterEach(async () => {
  link.closeAllConnections();
  link.close();
  await harness.stop();
});

interface Stats {
  impressions: number;
  swipes: number;
  spend: number;
}

async function reported(): Promise<Stats> {
  const query = "granularity=TOTAL&fields=impressions,swipes,spend";
  const { body } = await harness.call("GET", `/campaigns/${tree.campaign}/stats?${query}`);
  const [entry] = body.total_stats as { total_stat: { stats: Stats } }[];
  return entry?.total_stat.stats ?? { impressions: 0, swipes: 0, spend: 0 };
}

test("what the platform reports is what happened, corrections included", async () => {
  await harness.sandbox.control("clock", { step: "P5D" });
  const totals = computeTotals(truth.list({ campaign_id: tree.campaign }));
  expect(totals.visits).toBeGreaterThan(50);
  expect(totals.orders_from_ads.count).toBeGreaterThan(0);
  const stats = await reported();
  // The last quarter of an hour is not reported yet.
  expect(Math.abs(stats.spend - totals.spend_micro)).toBeLessThan(2_000_000);
  expect(stats.impressions).toBeLessThanOrEqual(totals.impressions);
  expect(stats.impressions).toBeGreaterThan(totals.impressions * 0.99);
});

test("a paused campaign is shown to nobody from the next minute on", async () => {
  await harness.sandbox.control("clock", { step: "PT6H" });
  const before = computeTotals(truth.list({})).impressions;
  expect(before).toBeGreaterThan(0);
  const campaign = aCampaign(harness, { id: tree.campaign, status: "PAUSED" });
  const { reason } = await harness.send(
    "PUT",
    `/adaccounts/${harness.ad_account_id}/campaigns`,
    "campaigns",
    campaign,
  );
  expect(reason).toBeUndefined();
  await harness.sandbox.control("clock", { step: "PT6H" });
  expect(computeTotals(truth.list({})).impressions).toBe(before);
});
