import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { makeWalletFacade, type WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aCard, aDeposit, aWallet, paymentsWithCards } from "#modules/wallet/testing/builders.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { campaignsSubscriptions } from "./campaigns.subscriptions.ts";
import type { CampaignsDeps } from "./deps.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";

const merchantId = "mer_1";
let testApp: TestApp;
let wallet: WalletFacade;
let deps: CampaignsDeps;

beforeAll(async () => {
  testApp = await openTestApp();
  wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
  deps = { ...testApp.deps, wallet };
});
beforeEach(() => testApp.reset());
afterAll(async () => {
  await testApp.server.app.close();
  await testApp.db.close();
});

let lastEventId = 0;
/** Delivers the wallet's events to the campaigns, once each. */
async function deliver() {
  const subscription = campaignsSubscriptions(deps).find(({ events }) => events.includes("wallet.ran_out"));
  const ends = await testApp.db.many<{ id: number }>(
    sql`select id from base.events where name = 'wallet.ran_out' and id > ${lastEventId} order by id`,
  );
  for (const { id } of ends) {
    lastEventId = id;
    const now = testApp.worldClock.now();
    await testApp.db.transaction(async (tx) =>
      subscription?.handle(
        tx,
        {
          name: "wallet.ran_out",
          merchant_id: merchantId,
          position: id,
          published_at: new Date(),
        },
        now,
      ),
    );
  }
}
const spend = async (campaign_id: string, total_halalas: number) => {
  const day = toRiyadhDay(testApp.worldClock.now());
  await transact(testApp.ctx(), (ctx) => wallet.settleSpends(ctx, [{ campaign_id, day, total_halalas }]));
  await deliver();
};
const loadStatus = async (id: string) =>
  (await testApp.db.one<{ status: string }>(sql`select status from campaigns.campaigns where id = ${id}`))
    .status;

describe("a wallet that runs out, is topped up, and runs out again", () => {
  it("pauses the running campaigns each time, though more was spent than it held", async () => {
    lastEventId = 0;
    await aCard(testApp.db, merchantId);
    await aWallet(testApp.db, merchantId, 1_000_000);
    const { id } = await testApp.aCampaign();
    const relaunch = () => relaunchCampaign(deps)(testApp.ctx(), { campaignId: id });
    await startCampaign(deps)(testApp.ctx(), { campaignId: id });
    await spend(id, 1_100_000);
    expect(await loadStatus(id)).toBe("paused");

    await aDeposit(testApp.db, testApp.worldClock, merchantId, 50_000, "dep_1");
    const tooSoon = relaunch();
    await expect(tooSoon).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
    await aDeposit(testApp.db, testApp.worldClock, merchantId, 1_000_000, "dep_2");
    await relaunch();
    expect(await loadStatus(id)).toBe("active");
    await spend(id, 2_100_000);
    expect(await loadStatus(id)).toBe("paused");
  });
});
