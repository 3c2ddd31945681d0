import { afterAll, beforeAll, expect, it } from "vitest";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { activateAd } from "../shared/testing/sandbox-context.ts";
import { aCampaign, anAd, anAdGroup, type Harness, openHarness } from "./testing.ts";

let harness: Harness;
let account: AdAccountContext;
let campaignId: string;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
  const spec = aCampaign({ startsAt: new Date(Date.now() - 86_400_000) });
  const { platform } = harness;
  ({ platformId: campaignId } = await platform.createCampaign(account, spec));
  const group = anAdGroup(spec, campaignId);
  const { platformId: ad_group } = await platform.createAdGroup(account, group);
  const { platformId: ad } = await platform.createAd(
    account,
    anAd(group, ad_group, { url: harness.landingUrl }),
  );
  await activateAd(platform, account, { ad, ad_group, campaign: campaignId });
  await harness.sandbox.control("clock", { step: "P1D" });
});
afterAll(() => harness?.stop());

type Received = { path: string; body: string };
/** The queries for names of geo targets sent so far, by their condition. */
const listNameQueries = async () =>
  (await harness.sandbox.control<Received[]>("received?vendor=google&limit=2000"))
    .filter(({ path }) => path.endsWith("googleAds:search"))
    .flatMap(({ body }) => /FROM geo_target_constant WHERE ([^"]*)/.exec(body)?.[1] ?? []);

async function readBy(by: "place" | "placement", platform = harness.platform) {
  const now = await harness.now();
  const from = new Date(now.getTime() - 3 * 86_400_000);
  return platform.readAudience?.(account, { platformCampaignId: campaignId, from, to: now, by });
}

it("names the provinces where people were, and reads the Kingdom's names once", async () => {
  const places = await readBy("place");
  expect(places?.map(({ key }) => key)).toContain("Makkah Province");
  expect(places?.map(({ key }) => key)).not.toContain("unknown");
  expect(await readBy("place")).toEqual(places);
  expect(await listNameQueries()).toEqual(["geo_target_constant.country_code = 'SA'"]);
});

it("says on which of Google's networks the ad was shown", async () => {
  const networks = (await readBy("placement"))?.map(({ key }) => key);
  expect(networks).toEqual(["search"]);
});
