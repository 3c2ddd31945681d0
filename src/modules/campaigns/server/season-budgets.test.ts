import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import type { SeasonBudgetPreview, SeasonBudgets } from "../contract/season-budgets.calls.ts";
import { getCampaign, settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { makeCampaignsFacade } from "./campaigns.facade.ts";
import { pollStatus } from "./poll-status.ts";
import { runSeasonBudgets } from "./run-season-budgets.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
// White Friday 2026 is 22 to 30 November in Riyadh; the app's clock stands at noon of the 21st.
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const season = "white_friday-2026";
const show = async (id: string): Promise<SeasonBudgets> =>
  (await testApp.act(`GET Clients/Campaigns/${id}/season-budgets`)).data;
const preview = (id: string, total: number) =>
  testApp.act(`GET Clients/Campaigns/${id}/season-budgets/preview?season=${season}&total_halalas=${total}`);
const acceptDays = (id: string, body: object) =>
  testApp.act(`POST Clients/Campaigns/${id}/season-budgets/accept`, body);
const cancel = (id: string, budget = "") =>
  testApp.act(`POST Clients/Campaigns/${id}/season-budgets/${budget}/cancel`);
const run = () => runSeasonBudgets(testApp.deps)(testApp.db, { now: testApp.worldClock.now() });
const runAt = (instant: string) => {
  testApp.worldClock.set(instant);
  return run();
};
const findBudget = async (id: string) => (await getCampaign(testApp, id)).daily_budget_halalas;
async function log(id: string): Promise<ChangeRow[]> {
  const { data }: { data: { items: ChangeRow[] } } = await testApp.act(`GET Clients/Campaigns/${id}/changes`);
  return data.items;
}

async function running(changes: Parameters<typeof testApp.aCampaign>[0] = {}): Promise<string> {
  const { id } = await testApp.aCampaign(changes);
  await testApp.act(`POST Clients/Campaigns/${id}/start`);
  return id;
}

/** Accepts what is offered, as the screen does: the days that were shown. */
async function accept(id: string) {
  const { choices } = await show(id);
  const total = choices.find((one) => one.season === season)?.total_halalas ?? 0;
  const { data }: { data: SeasonBudgetPreview } = await preview(id, total);
  const days = data.days.map(({ day, budget_halalas }) => ({ day, budget_halalas }));
  return acceptDays(id, { season, total_halalas: total, days });
}

describe("before it is accepted", () => {
  it("a season is offered with a budget for each day, the most they can cost, and what will be reserved", async () => {
    const id = await running();
    const { current, choices } = await show(id);
    expect(current).toBeNull();
    const choice = choices.find((one) => one.season === season);
    expect(choice).toMatchObject({ key: "white_friday", starts_on: "2026-11-22", ends_on: "2026-11-30" });
    const { data }: { data: SeasonBudgetPreview } = await preview(id, choice?.total_halalas ?? 0);
    expect(data.days).toHaveLength(9);
    expect(data.days[0]).toMatchObject({ day: "2026-11-22", budget_halalas: 140_00 });
    expect(data.days.reduce((sum, one) => sum + one.budget_halalas, 0)).toBe(choice?.total_halalas);
    expect(data.most_halalas).toBe(data.days.reduce((sum, one) => sum + one.most_halalas, 0));
    const highest = Math.max(...data.days.map(({ most_halalas }) => most_halalas));
    expect(data.hold_halalas).toBe(2 * highest);
    expect(await findBudget(id)).toBe(100_00);
  });

  it("a total below the platform's minimum is refused, and names it", async () => {
    const answer = await preview(await running(), 1_00);
    expect(answer).toMatchObject({ status: 400, envelope: { code: "campaigns.season_total_too_small" } });
  });

  it("nothing is offered beyond the campaign's end, nor to another merchant", async () => {
    const { id } = await testApp.aCampaign({ ends_at: "2026-11-21T15:00:00.000Z" });
    expect((await show(id)).choices).toEqual([]);
    expect((await preview(id, 1000_00)).status).toBe(409);
    const foreign = await testApp.act(`GET Clients/Campaigns/${id}/season-budgets`, undefined, "mer_2");
    expect(foreign.status).toBe(404);
  });

  it("other days than those that were shown are refused", async () => {
    const id = await running();
    const days = [{ day: "2026-11-22", budget_halalas: 900_00 }];
    const answer = await acceptDays(id, { season, total_halalas: 900_00, days });
    expect(answer).toMatchObject({ status: 409, envelope: { code: "campaigns.season_budget_changed" } });
    expect((await show(id)).current).toBeNull();
  });
});

describe("an accepted season budget", () => {
  it("is set at each midnight in Riyadh, once, and the budget before comes back at the end", async () => {
    const id = await running();
    expect((await accept(id)).status).toBe(200);
    await runAt("2026-11-21T20:59:59Z");
    expect(await findBudget(id)).toBe(100_00);
    await runAt("2026-11-21T21:00:00Z");
    await run();
    expect(await findBudget(id)).toBe(140_00);
    expect((await log(id)).filter(({ verb }) => verb === "season_budget_set")).toHaveLength(1);
    await runAt("2026-11-25T21:00:00Z");
    expect(await findBudget(id)).toBe(180_00);
    const { current } = await show(id);
    expect(current?.days.map(({ state }) => state).slice(0, 6)).toEqual([
      "set",
      "missed",
      "missed",
      "missed",
      "set",
      "planned",
    ]);
    await runAt("2026-11-30T21:00:00Z");
    expect(await findBudget(id)).toBe(100_00);
    expect((await show(id)).current).toMatchObject({ end_reason: "finished" });
  });

  it("is set although another one fails, which is set by a later run", async () => {
    const [broken, other] = [await running(), await running({ name: "Another" })];
    for (const id of [broken, other]) await accept(id);
    testApp.worldClock.set("2026-11-21T21:00:00Z");
    const wallet: typeof testApp.deps.wallet = {
      ...testApp.deps.wallet,
      hold: (ctx, input) =>
        input.subject === broken
          ? Promise.reject(new Error("a fault of ours"))
          : testApp.deps.wallet.hold(ctx, input),
    };
    const runBroken = runSeasonBudgets({ ...testApp.deps, wallet });
    await expect(runBroken(testApp.db, { now: testApp.worldClock.now() })).rejects.toThrow("1 season");
    expect([await findBudget(broken), await findBudget(other)]).toEqual([100_00, 140_00]);
    await run();
    expect(await findBudget(broken)).toBe(140_00);
  });

  it("is set by two processes at once only once", async () => {
    const id = await running();
    await accept(id);
    testApp.worldClock.set("2026-11-21T21:00:00Z");
    await Promise.all([run(), run()]);
    expect((await log(id)).filter(({ verb }) => verb === "season_budget_set")).toHaveLength(1);
  });

  it("stands in the change log as the season's, by the product, and is reserved and sent as any change", async () => {
    const id = await running();
    await settleCampaign(testApp, id);
    await accept(id);
    const held = testApp.wallet.held.get(id) ?? 0;
    await runAt("2026-11-21T21:00:00Z");
    expect(testApp.wallet.held.get(id)).toBeGreaterThan(held);
    const settled = await settleCampaign(testApp, id);
    expect(settled.observed_daily_budget_halalas).toBe(140_00);
    const row = (await log(id)).find(({ verb }) => verb === "season_budget_set");
    expect(row).toMatchObject({
      by: "product",
      outcome: "confirmed",
      can_undo: true,
      changes: [{ field: "daily_budget_halalas", from: 100_00, to: 140_00 }],
    });
  });

  it("begins at once in a season under way, and needs the money for it", async () => {
    testApp.worldClock.set("2026-11-24T09:00:00Z");
    const id = await running();
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    expect((await accept(id)).status).toBe(402);
    expect(await show(id)).toMatchObject({ current: null });
    testApp.wallet.reset();
    expect((await accept(id)).status).toBe(200);
    expect(await findBudget(id)).toBe(140_00);
  });

  it("is one for a campaign at a time", async () => {
    const id = await running();
    await accept(id);
    expect((await show(id)).choices).toEqual([]);
    const { data }: { data: SeasonBudgetPreview } = await preview(id, 1000_00);
    const days = data.days.map(({ day, budget_halalas }) => ({ day, budget_halalas }));
    const answer = await acceptDays(id, { season, total_halalas: 1000_00, days });
    expect(answer).toMatchObject({ status: 409, envelope: { code: "campaigns.season_budget_exists" } });
  });

  it("is cancelled at any time: the budget before comes back, and nothing is set any more", async () => {
    const id = await running();
    await accept(id);
    await runAt("2026-11-21T21:00:00Z");
    const { current } = await show(id);
    expect((await cancel(id, current?.id)).status).toBe(200);
    expect(await findBudget(id)).toBe(100_00);
    await runAt("2026-11-22T21:00:00Z");
    expect(await findBudget(id)).toBe(100_00);
    expect((await show(id)).current).toMatchObject({ end_reason: "cancelled" });
    expect((await cancel(id, current?.id)).status).toBe(404);
  });

  it("ends where somebody has set another budget: that one stays", async () => {
    const id = await running();
    await accept(id);
    await runAt("2026-11-21T21:00:00Z");
    await testApp.act(`PATCH Clients/Campaigns/${id}`, { daily_budget_halalas: 90_00 });
    await runAt("2026-11-22T21:00:00Z");
    expect(await findBudget(id)).toBe(90_00);
    expect((await show(id)).current).toMatchObject({ end_reason: "changed" });
  });

  it("ends with its campaign", async () => {
    const id = await running();
    await accept(id);
    await testApp.act(`POST Clients/Campaigns/${id}/archive`);
    await runAt("2026-11-21T21:00:00Z");
    expect((await show(id)).current).toMatchObject({ end_reason: "campaign_ended" });
  });
});

describe("a day's budget that could not be set", () => {
  it("for want of money says so, and is set within the hour once there is money", async () => {
    const id = await running();
    await accept(id);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    await runAt("2026-11-21T21:00:00Z");
    await runAt("2026-11-21T22:00:00Z");
    expect(await findBudget(id)).toBe(100_00);
    expect((await show(id)).current).toMatchObject({ failure: "money" });
    expect((await log(id)).filter(({ verb }) => verb === "season_budget_failed")).toHaveLength(1);
    const { season_failed } = await makeCampaignsFacade(testApp.deps).loadCampaignsOverview(testApp.ctx());
    expect(season_failed).toMatchObject([{ id }]);
    testApp.wallet.reset();
    await runAt("2026-11-21T23:00:00Z");
    expect(await findBudget(id)).toBe(140_00);
    expect((await show(id)).current).toMatchObject({ failure: null });
  });

  it("waits where another budget was set on the platform itself, which is not overwritten", async () => {
    const id = await running();
    await settleCampaign(testApp, id);
    await accept(id);
    testApp.platform.setBudget(id, halalas(180_00));
    testApp.systemClock.advance(60_000);
    await pollStatus(testApp.deps)(systemContext(testApp.db, "mer_1", testApp.worldClock.now()), {
      campaignIds: [id],
    });
    await runAt("2026-11-21T21:00:00Z");
    expect((await show(id)).current).toMatchObject({ failure: "drift" });
    expect(await getCampaign(testApp, id)).toMatchObject({
      daily_budget_halalas: 100_00,
      drift_daily_budget_halalas: 180_00,
    });
  });
});
