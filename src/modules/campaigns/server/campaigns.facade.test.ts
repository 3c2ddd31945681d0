import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestApp } from "../testing/test-app.ts";
import { makeCampaignsFacade } from "./campaigns.facade.ts";

const app = await openTestApp();
const facade = makeCampaignsFacade(app.deps);
beforeEach(() => app.reset());
afterAll(() => app.db.close());

it("says how many campaigns of an ad account run, and what they may spend in a day", async () => {
  const { id, ad_account_id } = await app.aCampaign({ name: "تمور", daily_budget_halalas: 100_00 });
  await app.aCampaign({ name: "عسل", daily_budget_halalas: 150_00 });
  await app.act(`POST Clients/Campaigns/${id}/start`);
  expect(await facade.sumRunningBudgets(app.ctx(), ad_account_id)).toEqual({
    campaigns: 1,
    daily_budget_halalas: 100_00,
  });
  expect(await facade.sumRunningBudgets(app.ctx(), "acc_none")).toEqual({
    campaigns: 0,
    daily_budget_halalas: 0,
  });
});

it("names the pages that campaigns and their ads lead to", async () => {
  const { id } = await app.aCampaign({ name: "تمور", landing_url: "https://nakhla.example/honey" });
  const pages = await facade.listAdvertisedPages(app.ctx());
  expect(pages).toContainEqual({ campaign_id: id, url: "https://nakhla.example/honey" });
});
