import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import { getCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const show = async (planId: string): Promise<PlanDetails> =>
  (await testApp.act(`GET Clients/Plans/${planId}`)).data;
const budgets = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await getCampaign(testApp, id)).daily_budget_halalas));

/** Two running campaigns of one plan: the one on Snapchat brings four riyals for each, the one on Meta one. */
async function aPlan(input: Partial<CampaignFields> = {}) {
  const good = await testApp.aCampaign();
  const poor = await testApp.aCampaign({
    name: "تمور ميتا",
    platform: "meta",
    placements: ["facebook", "instagram"],
    ad_account_id: "acc_meta",
    daily_budget_halalas: 200_00,
    ...input,
  });
  await testApp.db.run(sql`update campaigns.campaigns set plan_id = ${good.plan_id} where id = ${poor.id}`);
  for (const { id } of [good, poor]) await testApp.act(`POST Clients/Campaigns/${id}/start`);
  await report(good.id, { spend: 100_00, orders: 3, sales: 400_00 });
  await report(poor.id, { spend: 100_00, orders: 1, sales: 100_00 });
  return { planId: good.plan_id, good: good.id, poor: poor.id };
}

/** The same figures on each of ten settled days. */
async function report(campaignId: string, day: { spend: number; orders: number; sales: number }) {
  await testApp.db.run(sql`
    insert into figures.campaign_days (merchant_id, day, campaign_id, impressions, clicks, spend_halalas,
      platform_reported_purchases, platform_reported_sales_halalas, orders_placed, sales_placed_halalas)
    select 'mer_1', day::date, ${campaignId}, 1000, 10, ${day.spend}, 0, 0, ${day.orders}, ${day.sales}
    from generate_series('2026-11-10'::date, '2026-11-19'::date, '1 day') day`);
}

const accept = (planId: string, { proposal }: PlanDetails) =>
  testApp.act(`POST Clients/Plans/${planId}/move-budget`, {
    from_campaign_id: proposal?.from_campaign_id,
    to_campaign_id: proposal?.to_campaign_id,
    amount_halalas: proposal?.amount_halalas,
  });

describe("a plan", () => {
  it("shows its campaigns and where its budget would do more, with the orders behind it", async () => {
    const { planId, good, poor } = await aPlan();
    const plan = await show(planId);
    expect(plan.campaigns.map(({ platform }) => platform)).toEqual(["meta", "snapchat"]);
    expect(plan.proposal).toEqual({
      from_campaign_id: poor,
      to_campaign_id: good,
      amount_halalas: 40_00,
      from: "2026-11-06",
      to: "2026-11-19",
      orders: 40,
      largest_loss_halalas: 40_00,
    });
    expect(plan.last_move).toBeNull();
  });

  it("of another merchant is not found", async () => {
    const { planId } = await aPlan();
    expect((await testApp.act(`GET Clients/Plans/${planId}`, undefined, "mer_2")).status).toBe(404);
  });
});

describe("an accepted proposal", () => {
  it("changes both budgets, and one tap changes them back", async () => {
    const { planId, good, poor } = await aPlan();
    const { data: moved }: { data: PlanDetails } = await accept(planId, await show(planId));
    expect(await budgets(good, poor)).toEqual([140_00, 160_00]);
    expect(moved.last_move).toMatchObject({ amount_halalas: 40_00, can_undo: true });
    const { data: undone }: { data: PlanDetails } = await testApp.act(
      `POST Clients/Plans/${planId}/undo-move/${moved.last_move?.id}`,
    );
    expect(await budgets(good, poor)).toEqual([100_00, 200_00]);
    expect(undone.last_move).toBeNull();
  });

  it("is undone from the plan's change log as well, once", async () => {
    const { planId, good, poor } = await aPlan();
    await accept(planId, await show(planId));
    const { data }: { data: { items: ChangeRow[] } } = await testApp.act(
      `GET Clients/Plans/${planId}/changes`,
    );
    const row = data.items.find(({ verb }) => verb === "budget_moved");
    expect(row).toMatchObject({ level: "plan", can_undo: true });
    const undo = () => testApp.act(`POST Clients/Plans/${planId}/changes/${row?.id}/undo`);
    expect((await undo()).status).toBe(200);
    expect(await budgets(good, poor)).toEqual([100_00, 200_00]);
    expect((await undo()).status).toBe(404);
  });

  it("changes neither when the wallet cannot cover the higher one", async () => {
    const { planId, good, poor } = await aPlan();
    const plan = await show(planId);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    expect((await accept(planId, plan)).status).toBe(402);
    expect(await budgets(good, poor)).toEqual([100_00, 200_00]);
  });

  it("that is another one by now is refused", async () => {
    const { planId, good, poor } = await aPlan();
    const plan = await show(planId);
    await testApp.act(`PATCH Clients/Campaigns/${poor}`, { daily_budget_halalas: 150_00 });
    expect(await accept(planId, plan)).toMatchObject({
      status: 409,
      envelope: { code: "campaigns.proposal_changed" },
    });
    expect(await budgets(good, poor)).toEqual([100_00, 150_00]);
  });

  it("is not undone when one of its budgets has changed since, nor twice", async () => {
    const { planId, good, poor } = await aPlan();
    const { data }: { data: PlanDetails } = await accept(planId, await show(planId));
    const undo = () => testApp.act(`POST Clients/Plans/${planId}/undo-move/${data.last_move?.id}`);
    await testApp.act(`PATCH Clients/Campaigns/${good}`, { daily_budget_halalas: 300_00 });
    expect(await undo()).toMatchObject({ status: 409, envelope: { code: "campaigns.changed_since" } });
    expect((await show(planId)).last_move).toMatchObject({ can_undo: false });
    await testApp.act(`PATCH Clients/Campaigns/${good}`, { daily_budget_halalas: 140_00 });
    expect((await undo()).status).toBe(200);
    expect((await undo()).status).toBe(404);
    expect(await budgets(good, poor)).toEqual([100_00, 200_00]);
  });

  it("sent twice at once moves the budget once", async () => {
    const { planId, good, poor } = await aPlan();
    const plan = await show(planId);
    const answers = await Promise.all([accept(planId, plan), accept(planId, plan)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await budgets(good, poor)).toEqual([140_00, 160_00]);
  });
});
