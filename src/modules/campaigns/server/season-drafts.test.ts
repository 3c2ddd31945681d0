import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { DraftRow } from "../contract/drafts.calls.ts";
import { draftsMax } from "../contract/enums.ts";
import type { SeasonDrafts } from "../contract/season-drafts.calls.ts";
import { aDraft } from "../testing/drafts.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { prepareSeasonDrafts } from "./prepare-season-drafts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  await testApp.reset();
  // White Friday 2026 begins on Sunday 22 November; the app's clock stands at 21 November.
  testApp.worldClock.set("2026-11-10T09:00:00Z");
});
afterAll(() => testApp.db.close());

const prepare = () =>
  prepareSeasonDrafts({ seasons: testApp.deps.seasons, messages: testApp.messages })(testApp.db, {
    now: testApp.worldClock.now(),
  });
const list = async (as = "mer_1") =>
  (await testApp.act("GET Clients/SeasonDrafts/index", undefined, as)).data as SeasonDrafts;
async function aRunningCampaign() {
  const campaign = await testApp.aCampaign({ daily_budget_halalas: 150_00 });
  await testApp.act(`POST Clients/Campaigns/${campaign.id}/start`);
  return campaign;
}

describe("two weeks before a season", () => {
  it("a merchant who advertises finds a draft with the season's days and a budget for it, once", async () => {
    await aRunningCampaign();
    await prepare();
    await prepare();
    const { items, is_on } = await list();
    expect(is_on).toBe(true);
    expect(items).toMatchObject([
      {
        season: "white_friday-2026",
        key: "white_friday",
        starts_on: "2026-11-22",
        ends_on: "2026-11-30",
        total_halalas: 9 * 150_00,
        minimum_halalas: 20_00,
      },
    ]);
    const draft = (await testApp.act(`GET Clients/Drafts/${items[0]?.draft_id}`)).data as DraftRow;
    expect(draft).toMatchObject({ name: "الجمعة البيضاء 2026", platforms: ["snapchat"], revision: 1 });
    expect(draft.content.campaign).toMatchObject({
      starts_at: "2026-11-21T21:00:00.000Z",
      ends_at: "2026-11-30T21:00:00.000Z",
    });
    const { drafts } = await testApp.db.one<{ drafts: number }>(
      sql`select count(*)::int as drafts from campaigns.drafts`,
    );
    expect(drafts).toBe(1);
  });

  it("payday's is ready as well, for its month", async () => {
    await aRunningCampaign();
    testApp.worldClock.set("2026-12-13T09:00:00Z");
    await prepare();
    await prepare();
    const { items } = await list();
    expect(items).toMatchObject([
      { season: "payday-202612", key: "payday", starts_on: "2026-12-27", ends_on: "2026-12-29" },
    ]);
    const draft = (await testApp.act(`GET Clients/Drafts/${items[0]?.draft_id}`)).data as DraftRow;
    expect(draft.name).toMatch(/ 12\/2026$/);
    const dismissed = await testApp.act("POST Clients/SeasonDrafts/payday-202612/dismiss");
    expect(dismissed.data).toMatchObject({ items: [] });
    testApp.worldClock.set("2027-01-14T09:00:00Z");
    await prepare();
    expect((await list()).items.map(({ season }) => season)).toContain("payday-202701");
  });

  it("nobody else finds one: not who never started a campaign, nor whose last one is long past", async () => {
    const campaign = await testApp.aCampaign();
    await prepare();
    expect((await list()).items).toEqual([]);
    testApp.worldClock.set("2026-06-01T09:00:00Z");
    await testApp.act(`POST Clients/Campaigns/${campaign.id}/start`);
    await testApp.act(`POST Clients/Campaigns/${campaign.id}/pause`);
    testApp.worldClock.set("2026-11-11T09:00:00Z");
    await testApp.db.run(sql`delete from campaigns.season_rounds`);
    await prepare();
    expect((await list()).items).toEqual([]);
  });

  it("none is made more than two weeks before, nor once the season has begun", async () => {
    await aRunningCampaign();
    testApp.worldClock.set("2026-10-24T09:00:00Z");
    await prepare();
    testApp.worldClock.set("2026-11-22T09:00:00Z");
    await prepare();
    expect((await list()).items).toEqual([]);
  });

  it("a merchant at the limit of drafts keeps those, and gets none", async () => {
    await aRunningCampaign();
    for (let count = 0; count < draftsMax; count++) await aDraft(testApp, { name: `draft ${count}` });
    await prepare();
    expect((await list()).items).toEqual([]);
  });
});

describe("a prepared draft", () => {
  it("goes when it is dismissed, and does not come back", async () => {
    await aRunningCampaign();
    await prepare();
    const answer = await testApp.act("POST Clients/SeasonDrafts/white_friday-2026/dismiss");
    expect(answer.data).toMatchObject({ items: [] });
    await testApp.db.run(sql`delete from campaigns.season_rounds`);
    await prepare();
    expect((await list()).items).toEqual([]);
    expect((await testApp.act("GET Clients/Drafts/index")).data).toEqual({ items: [] });
    expect((await testApp.act("POST Clients/SeasonDrafts/white_friday-2026/dismiss")).status).toBe(404);
  });

  it("stays among the drafts when it is dismissed after somebody wrote in it", async () => {
    await aRunningCampaign();
    await prepare();
    const [prepared] = (await list()).items;
    const { content, step, device } = (await testApp.act(`GET Clients/Drafts/${prepared?.draft_id}`))
      .data as DraftRow;
    await testApp.act(`PUT Clients/Drafts/${prepared?.draft_id}`, { content, step, device, revision: 1 });
    await testApp.act("POST Clients/SeasonDrafts/white_friday-2026/dismiss");
    expect((await list()).items).toEqual([]);
    expect((await testApp.act(`GET Clients/Drafts/${prepared?.draft_id}`)).status).toBe(200);
  });

  it("is another merchant's to nobody", async () => {
    await aRunningCampaign();
    await prepare();
    expect((await list("mer_2")).items).toEqual([]);
    const foreign = await testApp.act(
      "POST Clients/SeasonDrafts/white_friday-2026/dismiss",
      undefined,
      "mer_2",
    );
    expect(foreign.status).toBe(404);
    expect((await list()).items).toHaveLength(1);
  });

  it("is not made for a merchant who turned them off", async () => {
    await aRunningCampaign();
    const off = await testApp.act("PUT Clients/SeasonDrafts/settings", { is_on: false });
    expect(off.data).toMatchObject({ is_on: false });
    await prepare();
    expect((await list()).items).toEqual([]);
    expect((await testApp.act("PUT Clients/SeasonDrafts/settings", { is_on: true })).data).toMatchObject({
      is_on: true,
    });
  });
});
