import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { PlanSeasonBudgetPreview, PlanSeasonBudgets } from "../contract/plan-season-budgets.calls.ts";
import type { SeasonBudgets } from "../contract/season-budgets.calls.ts";
import { getCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { runSeasonBudgets } from "./run-season-budgets.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
// White Friday 2026 is 22 to 30 November in Riyadh; the app's clock stands at noon of the 21st.
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const season = "white_friday-2026";

/** A plan on Snapchat (100 a day) and Meta (200 a day), both running. */
async function aPlan() {
  const first = await testApp.aCampaign();
  const second = await testApp.aCampaign({
    name: "تمور ميتا",
    platform: "meta",
    placements: ["facebook", "instagram"],
    ad_account_id: "acc_meta",
    daily_budget_halalas: 200_00,
  });
  const { plan_id: planId } = first;
  await testApp.db.run(sql`update campaigns.campaigns set plan_id = ${planId} where id = ${second.id}`);
  for (const { id } of [first, second]) await testApp.act(`POST Clients/Campaigns/${id}/start`);
  return { planId, snapchat: first.id, meta: second.id };
}

const show = async (planId: string): Promise<PlanSeasonBudgets> =>
  (await testApp.act(`GET Clients/Plans/${planId}/season-budgets`)).data;
const preview = (planId: string, total: number) =>
  testApp.act(`GET Clients/Plans/${planId}/season-budgets/preview?season=${season}&total_halalas=${total}`);
const acceptParts = (planId: string, body: object) =>
  testApp.act(`POST Clients/Plans/${planId}/season-budgets/accept`, body);
/** Accepts so much as the screen does: the days that were shown. */
async function accept(planId: string, total = 5400_00) {
  const { data }: { data: PlanSeasonBudgetPreview } = await preview(planId, total);
  const parts = data.parts.map(({ campaign_id, days }) => ({ campaign_id, days }));
  return acceptParts(planId, { season, total_halalas: total, parts });
}
const cancel = (planId: string, budget = "") =>
  testApp.act(`POST Clients/Plans/${planId}/season-budgets/${budget}/cancel`);
const runAt = (instant: string) => {
  testApp.worldClock.set(instant);
  return runSeasonBudgets(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });
};
const budgets = (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await getCampaign(testApp, id)).daily_budget_halalas));
const own = async (id: string): Promise<SeasonBudgets> =>
  (await testApp.act(`GET Clients/Campaigns/${id}/season-budgets`)).data;

describe("before it is accepted", () => {
  it("one total is split by the plan's shares over its campaigns and the season's days", async () => {
    const { planId, snapchat, meta } = await aPlan();
    const { current, choices, own: blocked } = await show(planId);
    expect([current, blocked]).toEqual([null, []]);
    expect(choices.find((one) => one.season === season)).toMatchObject({
      key: "white_friday",
      starts_on: "2026-11-22",
      ends_on: "2026-11-30",
    });
    const { data }: { data: PlanSeasonBudgetPreview } = await preview(planId, 5400_00);
    expect(data.parts).toMatchObject([
      { campaign_id: snapchat, total_halalas: 1800_00 },
      { campaign_id: meta, total_halalas: 3600_00 },
    ]);
    expect(data.days).toHaveLength(9);
    expect(data.days.reduce((sum, { budget_halalas }) => sum + budget_halalas, 0)).toBe(5400_00);
    expect(data.most_halalas).toBe(data.days.reduce((sum, { most_halalas }) => sum + most_halalas, 0));
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
  });

  it("a total below the platforms' minimums is refused, and other days than those shown are", async () => {
    const { planId, snapchat } = await aPlan();
    expect(await preview(planId, 1_00)).toMatchObject({
      status: 400,
      envelope: { code: "campaigns.season_total_too_small" },
    });
    const parts = [{ campaign_id: snapchat, days: [{ day: "2026-11-22", budget_halalas: 900_00 }] }];
    expect(await acceptParts(planId, { season, total_halalas: 5400_00, parts })).toMatchObject({
      status: 409,
      envelope: { code: "campaigns.season_budget_changed" },
    });
    expect((await show(planId)).current).toBeNull();
  });

  it("another merchant's plan is not found", async () => {
    const { planId } = await aPlan();
    const foreign = await testApp.act(`GET Clients/Plans/${planId}/season-budgets`, undefined, "mer_2");
    expect(foreign.status).toBe(404);
  });

  it("a campaign with a season budget of its own stands in the way, and is named", async () => {
    const { planId, snapchat } = await aPlan();
    const { choices } = await own(snapchat);
    const total = choices.find((one) => one.season === season)?.total_halalas ?? 0;
    const url = `GET Clients/Campaigns/${snapchat}/season-budgets/preview?season=${season}&total_halalas=${total}`;
    const { data }: { data: PlanSeasonBudgetPreview } = await testApp.act(url);
    const days = data.days.map(({ day, budget_halalas }) => ({ day, budget_halalas }));
    await testApp.act(`POST Clients/Campaigns/${snapchat}/season-budgets/accept`, {
      season,
      total_halalas: total,
      days,
    });
    expect(await show(planId)).toMatchObject({ choices: [], own: [snapchat] });
    expect(await accept(planId)).toMatchObject({
      status: 409,
      envelope: { code: "campaigns.season_budget_exists" },
    });
  });
});

describe("an accepted season budget of a plan", () => {
  it("is carried out on each campaign at midnight, and the budgets before come back", async () => {
    const { planId, snapchat, meta } = await aPlan();
    expect((await accept(planId)).status).toBe(200);
    await runAt("2026-11-21T21:00:00Z");
    const [one = 0, other = 0] = await budgets(snapchat, meta);
    const { current } = await show(planId);
    expect(current?.days[0]).toEqual({ day: "2026-11-22", budget_halalas: one + other, state: "set" });
    expect(other).toBeGreaterThan(one);
    await runAt("2026-11-30T21:00:00Z");
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
    expect((await show(planId)).current).toMatchObject({ end_reason: "finished" });
  });

  it("is accepted on all campaigns or on none: one that cannot be paid for today leaves both as they were", async () => {
    testApp.worldClock.set("2026-11-24T09:00:00Z");
    const { planId, snapchat, meta } = await aPlan();
    const { hold } = testApp.deps.wallet;
    const held: string[] = [];
    testApp.deps.wallet.hold = (ctx, input) => {
      held.push(input.subject);
      if (held.length > 1) testApp.wallet.refuse("wallet.balance_not_enough", 402);
      return hold(ctx, input);
    };
    expect((await accept(planId)).status).toBe(402);
    expect(held).toHaveLength(2);
    testApp.deps.wallet.hold = hold;
    testApp.wallet.reset();
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
    expect((await show(planId)).current).toBeNull();
    expect((await accept(planId)).status).toBe(200);
  });

  it("is cancelled as one: never a part of it alone", async () => {
    const { planId, snapchat, meta } = await aPlan();
    await accept(planId);
    await runAt("2026-11-21T21:00:00Z");
    const part = (await own(snapchat)).current;
    expect(part).toMatchObject({ is_of_plan: true });
    const alone = await testApp.act(`POST Clients/Campaigns/${snapchat}/season-budgets/${part?.id}/cancel`);
    expect(alone).toMatchObject({ status: 409, envelope: { code: "campaigns.season_budget_of_plan" } });
    const { current } = await show(planId);
    expect((await cancel(planId, current?.id)).status).toBe(200);
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
    expect((await show(planId)).current).toMatchObject({ end_reason: "cancelled" });
    expect((await cancel(planId, current?.id)).status).toBe(404);
    await runAt("2026-11-22T21:00:00Z");
    expect(await budgets(snapchat, meta)).toEqual([100_00, 200_00]);
  });

  it("goes on for the others where one campaign's budget is changed by hand", async () => {
    const { planId, snapchat, meta } = await aPlan();
    await accept(planId);
    await runAt("2026-11-21T21:00:00Z");
    await testApp.act(`PATCH Clients/Campaigns/${snapchat}`, { daily_budget_halalas: 90_00 });
    await runAt("2026-11-22T21:00:00Z");
    const [one, other = 0] = await budgets(snapchat, meta);
    expect(one).toBe(90_00);
    expect(other).not.toBe(200_00);
    const { current } = await show(planId);
    expect(current?.ended_at).toBeNull();
    expect(current?.parts.map(({ end_reason }) => end_reason)).toEqual(["changed", null]);
    expect(current?.days.at(-1)?.budget_halalas).toBe(current?.parts[1]?.days.at(-1)?.budget_halalas);
    expect((await cancel(planId, current?.id)).status).toBe(200);
    expect(await budgets(snapchat, meta)).toEqual([90_00, 200_00]);
  });
});
