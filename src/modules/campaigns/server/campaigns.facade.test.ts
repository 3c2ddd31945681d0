import { afterAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
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

it("finds the campaigns whose ads have a headline, made since a day", async () => {
  const campaign = await app.aCampaign({ name: "تمور" });
  const { headline } = await app.db.one<{ headline: string }>(
    sql`select headline from campaigns.ads where campaign_id = ${campaign.id} limit 1`,
  );
  const find = (text: string, since: RiyadhDay) =>
    facade.listCampaignsOfHeadline(app.ctx(), { headline: text, since });
  const today = toRiyadhDay(app.ctx().now);
  expect(await find(headline, today)).toEqual([campaign.id]);
  expect(await find(headline, addDays(today, 1))).toEqual([]);
  expect(await find("سواه", today)).toEqual([]);
});

it("names the running campaigns that lead to an address, whatever its query", async () => {
  const page = "https://rawaj.example/p/honey";
  const { id } = await app.aCampaign({
    name: "تمور",
    landing_url: "https://nakhla.example/honey?utm_source=x",
  });
  await app.aCampaign({ name: "عسل", landing_url: "https://nakhla.example/honey" });
  const leading = () => facade.listRunningTo(app.ctx(), ["https://nakhla.example/honey", page]);
  expect(await leading()).toEqual([]);
  await app.act(`POST Clients/Campaigns/${id}/start`);
  expect(await leading()).toEqual([{ id, name: "تمور" }]);
  expect(await facade.listRunningTo(app.ctx(), [page])).toEqual([]);
});

it("names the pages that campaigns and their ads lead to", async () => {
  const { id } = await app.aCampaign({ name: "تمور", landing_url: "https://nakhla.example/honey" });
  const pages = await facade.listAdvertisedPages(app.ctx());
  expect(pages).toContainEqual({ campaign_id: id, url: "https://nakhla.example/honey" });
});
