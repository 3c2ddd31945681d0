import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import { getCampaign, settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

/** A plan on Snapchat (100 a day, running) and Meta (200 a day, not started). */
async function aPlan() {
  const first = await testApp.aCampaign();
  const second = await testApp.aCampaign({
    name: "تمور ميتا",
    platform: "meta",
    placements: ["facebook", "instagram"],
    ad_account_id: "acc_meta",
    daily_budget_halalas: 200_00,
  });
  await testApp.db.run(
    sql`update campaigns.campaigns set plan_id = ${first.plan_id} where id = ${second.id}`,
  );
  await testApp.act(`POST Clients/Campaigns/${first.id}/start`);
  return { planId: first.plan_id, snapchat: first.id, meta: second.id };
}

const change = (planId: string, body: object, as = "mer_1") =>
  testApp.act(`PATCH Clients/Plans/${planId}`, body, as);
const show = async (planId: string): Promise<PlanDetails> =>
  (await testApp.act(`GET Clients/Plans/${planId}`)).data;
const log = async (planId: string, query = ""): Promise<{ items: ChangeRow[]; next: number | null }> =>
  (await testApp.act(`GET Clients/Plans/${planId}/changes${query}`)).data;
const undo = (planId: string, { id }: Pick<ChangeRow, "id">) =>
  testApp.act(`POST Clients/Plans/${planId}/changes/${id}/undo`);
const budgets = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await getCampaign(testApp, id)).daily_budget_halalas));
const toBudgets = (amounts: Record<string, number>) => ({
  budgets: Object.entries(amounts).map(([campaign_id, daily_budget_halalas]) => ({
    campaign_id,
    daily_budget_halalas,
  })),
});

describe("a plan changed in place", () => {
  it("gets another name, and its campaigns keep theirs", async () => {
    const { planId, meta } = await aPlan();
    const { data } = await change(planId, { name: "موسم التمور" });
    expect(data).toMatchObject({ id: planId, name: "موسم التمور" });
    expect((await getCampaign(testApp, meta)).name).toBe("تمور ميتا");
    expect((await change(planId, { name: " " })).status).toBe(400);
  });

  it("gives each campaign its budget, and holds what the running ones can cost", async () => {
    const { planId, snapchat, meta } = await aPlan();
    const heldBefore = testApp.wallet.held.get(snapchat) ?? 0;
    expect((await change(planId, toBudgets({ [snapchat]: 150_00, [meta]: 90_00 }))).status).toBe(200);
    expect(await budgets(snapchat, meta)).toEqual([150_00, 90_00]);
    expect(testApp.wallet.held.get(snapchat)).toBeGreaterThan(heldBefore);
  });

  it("changes no budget when one is too small, and names which", async () => {
    const { planId, snapchat, meta } = await aPlan();
    const answer = await change(planId, toBudgets({ [snapchat]: 150_00, [meta]: 1 }));
    expect(answer.status).toBe(400);
    expect(answer.envelope).toMatchObject({
      fields: { "budgets.1.daily_budget_halalas": [expect.any(String)] },
    });
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
  });

  it("changes nothing, also no name, when the wallet does not cover it", async () => {
    const { planId, snapchat, meta } = await aPlan();
    const { name } = await show(planId);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    const body = { name: "غيره", ...toBudgets({ [meta]: 90_00, [snapchat]: 900_00 }) };
    expect((await change(planId, body)).status).toBe(402);
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
    expect((await show(planId)).name).toBe(name);
  });

  it("sets one end for all that has not ended, and a start only for what has not begun", async () => {
    const { planId, snapchat, meta } = await aPlan();
    const before = await getCampaign(testApp, snapchat);
    testApp.worldClock.advance(60_000);
    const dates = { starts_at: "2026-11-25T09:00:00.000Z", ends_at: "2026-12-05T09:00:00.000Z" };
    expect((await change(planId, dates)).status).toBe(200);
    expect(await getCampaign(testApp, meta)).toMatchObject(dates);
    expect(await getCampaign(testApp, snapchat)).toMatchObject({
      starts_at: before.starts_at,
      ends_at: dates.ends_at,
    });
    await testApp.act(`POST Clients/Campaigns/${meta}/archive`);
    await change(planId, { ends_at: null });
    expect((await getCampaign(testApp, snapchat)).ends_at).toBeNull();
    expect((await getCampaign(testApp, meta)).ends_at).toBe(dates.ends_at);
  });

  it("takes no campaign of another plan, and is not found by another merchant", async () => {
    const { planId } = await aPlan();
    const other = await testApp.aCampaign({ name: "أخرى" });
    expect((await change(planId, toBudgets({ [other.id]: 150_00 }))).status).toBe(404);
    expect(await budgets(other.id)).toEqual([100_00]);
    expect((await change(planId, { name: "غيره" }, "mer_2")).status).toBe(404);
  });
});

describe("a plan's change log", () => {
  it("has its own changes and those of every campaign, newest first, each with its platform", async () => {
    const { planId, snapchat, meta } = await aPlan();
    await change(planId, { name: "موسم التمور", ...toBudgets({ [meta]: 90_00 }) });
    await change(planId, toBudgets({ [snapchat]: 150_00 }));
    const { items } = await log(planId, "?size=3");
    expect(items.map(({ level, platform, verb }) => [level, platform, verb])).toEqual([
      ["campaign", "snapchat", "edited"],
      ["campaign", "meta", "edited"],
      ["plan", null, "edited"],
    ]);
    expect(items[1]).toMatchObject({
      campaign_id: meta,
      changes: [{ field: "daily_budget_halalas", from: 200_00, to: 90_00 }],
    });
    expect(items[2]).toMatchObject({ changes: [{ field: "name", to: "موسم التمور" }], can_undo: true });
  });

  it("says of each campaign what its own platform confirmed", async () => {
    const { planId, snapchat } = await aPlan();
    await settleCampaign(testApp, snapchat);
    await change(planId, toBudgets({ [snapchat]: 150_00 }));
    expect((await log(planId)).items[0]).toMatchObject({ outcome: "waiting" });
    await settleCampaign(testApp, snapchat);
    expect((await log(planId)).items[0]).toMatchObject({ outcome: "confirmed" });
  });

  it("is read page by page without losing or repeating a change", async () => {
    const { planId, snapchat, meta } = await aPlan();
    for (const budget of [110_00, 120_00, 130_00])
      await change(planId, toBudgets({ [snapchat]: budget, [meta]: budget }));
    const whole = (await log(planId, "?size=50")).items.map(({ id }) => id);
    const read: number[] = [];
    let next: number | null = null;
    do {
      const page = await log(planId, next === null ? "?size=2" : `?size=2&before=${next}`);
      read.push(...page.items.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    expect(read).toEqual(whole);
    expect(whole.length).toBeGreaterThanOrEqual(6);
  });

  it("keeps the changes of a campaign that was deleted", async () => {
    const { planId, meta } = await aPlan();
    await testApp.act(`DELETE Clients/Campaigns/${meta}`);
    const [row] = (await log(planId)).items;
    expect(row).toMatchObject({ verb: "deleted", campaign_id: meta, can_undo: false });
  });

  it("takes a name back, but not over a newer one", async () => {
    const { planId } = await aPlan();
    const { name } = await show(planId);
    await change(planId, { name: "موسم التمور" });
    const [row] = (await log(planId)).items;
    if (!row) throw new Error("nothing changed");
    await change(planId, { name: "أحدث" });
    expect((await undo(planId, row)).status).toBe(409);
    const [newer] = (await log(planId)).items;
    await undo(planId, newer ?? row);
    expect((await show(planId)).name).toBe("موسم التمور");
    expect((await undo(planId, row)).status).toBe(200);
    expect((await show(planId)).name).toBe(name);
  });

  it("of another merchant is not found", async () => {
    const { planId } = await aPlan();
    expect((await testApp.act(`GET Clients/Plans/${planId}/changes`, undefined, "mer_2")).status).toBe(404);
  });
});
