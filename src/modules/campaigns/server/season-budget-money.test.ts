import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { isConsistent } from "#modules/wallet/domain/findings.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aCard, aWallet, paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import { getCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { acceptPlanSeasonBudget } from "./accept-plan-season-budget.ts";
import { acceptSeasonBudget } from "./accept-season-budget.ts";
import type { CampaignsDeps } from "./deps.ts";
import { previewSeasonBudget, showSeasonBudgets } from "./plan-season-budget.ts";
import { reviewReserves } from "./review-reserves.ts";
import { runSeasonBudgets } from "./run-season-budgets.ts";
import { previewPlanSeasonBudget, showPlanSeasonBudgets } from "./show-plan-season-budget.ts";
import { startCampaign } from "./start-campaign.ts";

/** Season budgets over the real wallet: what they hold, and what happens when it does not cover them. */
const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const season = "white_friday-2026";
const merchantId = "mer_1";
let testApp: TestApp;
let deps: CampaignsDeps;
beforeAll(async () => {
  testApp = await openTestApp();
  deps = { ...testApp.deps, wallet };
});
beforeEach(() => testApp.reset());
afterAll(async () => {
  await testApp.server.app.close();
  await testApp.db.close();
});

const money = async () => {
  const { reserved_halalas, available_halalas } = await wallet.loadBalance(testApp.ctx());
  return { reserved: reserved_halalas, available: available_halalas };
};
const budget = async (id: string) => (await getCampaign(testApp, id)).daily_budget_halalas;
const current = async (campaignId: string) =>
  (await showSeasonBudgets(deps)(testApp.ctx(), { campaignId })).current;
const runAt = (instant: string) => {
  testApp.worldClock.set(instant);
  return runSeasonBudgets(deps)(testApp.db, { now: testApp.worldClock.now() });
};

async function start(changes: Parameters<typeof testApp.aCampaign>[0] = {}) {
  const campaign = await testApp.aCampaign(changes);
  await startCampaign(deps)(testApp.ctx(), { campaignId: campaign.id });
  return campaign;
}

async function accept(campaignId: string, total = 1400_00) {
  const input = { campaignId, season, total };
  const { days } = await previewSeasonBudget(deps)(testApp.ctx(), input);
  await acceptSeasonBudget(deps)(testApp.ctx(), { ...input, days });
}

it("holds two days at the day's budget, and gives it back once the season's last days are settled", async () => {
  await aCard(testApp.db, merchantId);
  await aWallet(testApp.db, merchantId, 5_000_00);
  const { id } = await start();
  const before = await money();
  const perRiyal = before.reserved / 100_00;
  await accept(id);
  // Nothing is held ahead of its day.
  expect(await money()).toEqual(before);
  await runAt("2026-11-21T21:00:00Z");
  const first = await budget(id);
  expect(first).not.toBe(100_00);
  expect((await money()).reserved).toBe(Math.round(first * perRiyal));
  await runAt("2026-11-30T21:00:00Z");
  expect(await budget(id)).toBe(100_00);
  expect((await money()).reserved).toBeGreaterThan(before.reserved);
  await reviewReserves(deps)(testApp.db, { now: new Date("2026-12-02T21:00:00Z") });
  expect(await money()).toEqual(before);
  expect(isConsistent(await verifyLedger(testApp.db))).toBe(true);
});

it("moves nothing when the wallet does not cover the day, and is set within the hour after a top-up", async () => {
  await aCard(testApp.db, merchantId);
  await aWallet(testApp.db, merchantId, 260_00);
  const { id } = await start();
  const before = await money();
  await accept(id);
  await runAt("2026-11-21T21:00:00Z");
  expect(await current(id)).toMatchObject({ failure: "money" });
  expect([await budget(id), await money()]).toEqual([100_00, before]);
  await aWallet(testApp.db, merchantId, 1_000_00, "deposit:later");
  await runAt("2026-11-21T22:00:00Z");
  expect(await current(id)).toMatchObject({ failure: null });
  expect(await budget(id)).toBeGreaterThan(100_00);
  expect((await money()).reserved).toBeGreaterThan(before.reserved);
  expect(isConsistent(await verifyLedger(testApp.db))).toBe(true);
});

it("says that a card is missing when the last one was removed", async () => {
  await aCard(testApp.db, merchantId);
  await aWallet(testApp.db, merchantId, 5_000_00);
  const { id } = await start();
  await accept(id);
  await testApp.db.run(sql`update payments.cards set removed_at = ${testApp.worldClock.now()}`);
  await runAt("2026-11-21T21:00:00Z");
  expect(await current(id)).toMatchObject({ failure: "card" });
  expect(await budget(id)).toBe(100_00);
});

it("of a plan holds for all of its campaigns, or for none", async () => {
  testApp.worldClock.set("2026-11-24T09:00:00Z");
  await aCard(testApp.db, merchantId);
  await aWallet(testApp.db, merchantId, 900_00);
  const { id: one, plan_id: planId } = await start();
  const { id: other } = await start({
    name: "تمور ميتا",
    platform: "meta",
    placements: ["facebook", "instagram"],
    ad_account_id: "acc_meta",
  });
  await testApp.db.run(sql`update campaigns.campaigns set plan_id = ${planId} where id = ${other}`);
  const before = await money();
  const held: string[] = [];
  const hold: typeof wallet.hold = async (ctx, input) => {
    await wallet.hold(ctx, input);
    held.push(input.subject);
  };
  const acceptPlan = async (total: number) => {
    const input = { planId, season, total };
    const { parts } = await previewPlanSeasonBudget(deps)(testApp.ctx(), input);
    const watched = { ...deps, wallet: { ...wallet, hold } };
    await acceptPlanSeasonBudget(watched)(testApp.ctx(), { ...input, parts });
  };
  // The first campaign's growth fits the wallet, both together do not.
  await expect(acceptPlan(2_800_00)).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
  expect(held).toHaveLength(1);
  expect(await money()).toEqual(before);
  expect([await budget(one), await budget(other)]).toEqual([100_00, 100_00]);
  expect((await showPlanSeasonBudgets(deps)(testApp.ctx(), { planId })).current).toBeNull();
  await aWallet(testApp.db, merchantId, 5_000_00, "deposit:later");
  await acceptPlan(2_800_00);
  expect((await money()).reserved).toBeGreaterThan(before.reserved);
  expect(isConsistent(await verifyLedger(testApp.db))).toBe(true);
});
