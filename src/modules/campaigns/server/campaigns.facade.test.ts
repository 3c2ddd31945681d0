import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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
