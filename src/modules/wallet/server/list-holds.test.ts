import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { makeLog } from "#base/server/log.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { HoldExplanation } from "../contract/hold-explanation.ts";
import { aCard, aWallet, paymentsWithCards } from "../testing/builders.ts";
import { listCampaignHolds } from "./list-holds.ts";
import { makeWalletFacade } from "./wallet.facade.ts";

const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const merchantId = "mer_1";
const twoDays: HoldExplanation = { platform: "snapchat", days: 2, day_halalas: 2_000 as never };
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await aCard(db, merchantId);
  await aWallet(db, merchantId, 10_000);
});
afterAll(() => db.close());

const own = () => testContext(db, merchantId, new Date("2026-11-21T09:00:00Z"));
const hold = (amount_halalas: number, explanation: HoldExplanation | null) =>
  transact(own(), (ctx) =>
    wallet.hold(ctx, { purpose: "campaign", subject: "cmp_1", amount_halalas, title: "تمور", explanation }),
  );
const list = async () => (await listCampaignHolds(own(), { page: 1, size: 20 })).items;

it("a hold says the days it is made of, until another target has another reason", async () => {
  await hold(4_000, twoDays);
  expect(await list()).toMatchObject([{ held_halalas: 4_000, explanation: twoDays }]);
  await hold(4_000, twoDays);
  await hold(3_000, null);
  expect(await list()).toMatchObject([{ held_halalas: 3_000, explanation: null }]);
});
