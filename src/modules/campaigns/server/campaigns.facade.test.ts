import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { makeCampaignsFacade } from "./campaigns.facade.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

it("finds a campaign whoever owns it, for work that knows no merchant, and nothing under another id", async () => {
  const facade = makeCampaignsFacade();
  const { id } = await testApp.aCampaign();
  expect(await facade.findCampaign(testApp.db, id)).toMatchObject({
    id,
    merchant_id: "mer_1",
    status: "created",
  });
  expect(await facade.findCampaign(testApp.db, "cmp_unknown")).toBeUndefined();
});

it("lists the ads that exist on the platform, and none that were never sent", async () => {
  const facade = makeCampaignsFacade();
  const { id } = await testApp.aCampaign();
  expect(await facade.listAdsOnPlatform(testApp.db, [id])).toEqual([]);
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  const [group] = (await settleCampaign(testApp, id)).ad_groups;
  expect(await facade.listAdsOnPlatform(testApp.db, [id])).toEqual([
    { id: group?.ads[0]?.id, ad_group_id: group?.id, campaign_id: id, platform_id: expect.any(String) },
  ]);
});
