import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { makeWalletFacade, type WalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { aCard, aDeposit, aWallet } from "#modules/wallet/testing/builders.ts";
import { type House, openHouse } from "../testing/house.ts";
import { campaignsListeners } from "./campaigns.listeners.ts";
import type { CampaignsDeps } from "./deps.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";

const merchantId = "mer_1";
let house: House;
let wallet: WalletFacade;
let deps: CampaignsDeps;

beforeAll(async () => {
  house = await openHouse();
  wallet = makeWalletFacade({ worldClock: house.worldClock, log: makeLog("silent") });
  deps = { ...house.deps, wallet };
});
beforeEach(() => house.reset());
afterAll(async () => {
  await house.server.app.close();
  await house.db.close();
});

let heard = 0;
/** Hands what the wallet published to the campaigns, once each. */
async function deliver() {
  const subscription = campaignsListeners(deps).find(({ events }) => events.includes("wallet.ran_out"));
  const ends = await house.db.many<{ id: number }>(
    sql`select id from base.events where name = 'wallet.ran_out' and id > ${heard} order by id`,
  );
  for (const { id } of ends) {
    heard = id;
    await house.db.transaction(async (tx) =>
      subscription?.handle(tx, {
        name: "wallet.ran_out",
        merchant_id: merchantId,
        position: id,
        published_at: new Date(),
      }),
    );
  }
}
const spend = async (campaign_id: string, total_halalas: number) => {
  const day = toRiyadhDay(house.worldClock.now());
  await house.db.transaction((tx) => wallet.settleSpend(tx, merchantId, { campaign_id, day, total_halalas }));
  await deliver();
};
const statusOf = async (id: string) =>
  (await house.db.one<{ status: string }>(sql`select status from campaigns.campaigns where id = ${id}`))
    .status;

describe("a wallet that ends, is topped up, and ends again", () => {
  it("pauses the running campaigns each time, though more was spent than it held", async () => {
    heard = 0;
    await aCard(house.db, merchantId);
    await aWallet(house.db, merchantId, 1_000_000);
    const { id } = await house.aCampaign();
    await startCampaign(deps, house.db, merchantId, id);
    await spend(id, 1_100_000);
    expect(await statusOf(id)).toBe("paused");

    await aDeposit(house.db, house.worldClock, merchantId, 50_000, "dep_1");
    const tooSoon = relaunchCampaign(deps, house.db, merchantId, id);
    await expect(tooSoon).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
    await aDeposit(house.db, house.worldClock, merchantId, 1_000_000, "dep_2");
    await relaunchCampaign(deps, house.db, merchantId, id);
    expect(await statusOf(id)).toBe("active");
    await spend(id, 2_100_000);
    expect(await statusOf(id)).toBe("paused");
  });
});
