import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aDeposit, aWallet, listEntries, paymentsWithCards } from "../testing/builders.ts";
import {
  aBankAccount,
  type MoneyStep,
  type MoneyWorld,
  moneyStep,
  newWorld,
  performSteps,
} from "../testing/money-steps.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { loadBalance } from "./ledger.ts";
import { loadOwed } from "./receivables.store.ts";
import { makeWalletFacade } from "./wallet.facade.ts";

const clock = frozenClock("2026-11-21T09:00:00Z");
const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const merchantId = "mer_1";
const today = "2026-11-21" as RiyadhDay;
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  await aCard(db, merchantId);
});
afterAll(() => db.close());

const own = () => testContext(db, merchantId, clock.now());
const perform = performSteps({ own, wallet, deposit: (amount, id) => deposit(amount, id) });
const reserve = (amount_halalas: number, campaign_id = "cmp_1") =>
  transact(own(), (ctx) =>
    wallet.hold(ctx, { purpose: "campaign", subject: campaign_id, amount_halalas, title: "" }),
  );
const spend = (total_halalas: number, campaign_id = "cmp_1", day = today) =>
  transact(own(), (ctx) => wallet.settleSpends(ctx, [{ campaign_id, day, total_halalas }]));
const deposit = (amount: number, id: string) => aDeposit(db, clock, merchantId, amount, id);
const events = (name: string) =>
  db.many<{ details: Record<string, unknown> }>(
    sql`select details from base.events where name = ${name} order by id`,
  );
const money = async () => {
  const { reserved_halalas, available_halalas } = await loadBalance(own());
  return { available: available_halalas, reserved: reserved_halalas, owed: await loadOwed(own()) };
};

describe("spend beyond the balance", () => {
  it("is settled first from the next deposit, by an entry of its own, and published", async () => {
    await aWallet(db, merchantId, 1_000);
    await spend(1_500);
    await deposit(2_000, "dep_1");
    expect(await money()).toEqual({ available: 1_500, reserved: 0, owed: 0 });
    expect((await listEntries(db, merchantId)).slice(-2)).toMatchObject([
      { kind: "deposit", amount_halalas: 2_000 },
      { kind: "owed_settled", amount_halalas: 500 },
    ]);
    expect((await events("wallet.owed_settled")).map(({ details }) => details)).toEqual([
      { amount_halalas: 500, owed_halalas: 0 },
    ]);
    expect((await events("wallet.deposited"))[0]?.details).toMatchObject({ owed_settled_halalas: 500 });
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });

  it("is settled in the order it arose, as far as the money goes", async () => {
    await spend(300, "cmp_b", "2026-11-20" as RiyadhDay);
    await spend(500, "cmp_a");
    await deposit(400, "dep_1");
    expect((await listEntries(db, merchantId)).filter(({ kind }) => kind === "owed_settled")).toMatchObject([
      { key: "owed:1:0", amount_halalas: 300 },
      { key: "owed:2:0", amount_halalas: 100 },
    ]);
    await deposit(1_000, "dep_2");
    expect(await money()).toEqual({ available: 600, reserved: 0, owed: 0 });
    expect((await listEntries(db, merchantId)).at(-1)).toMatchObject({
      key: "owed:2:1",
      amount_halalas: 400,
    });
  });

  it("is settled by money that a reserve releases, and by the correction of another day", async () => {
    await aWallet(db, merchantId, 1_000);
    await reserve(600, "cmp_2");
    await spend(900, "cmp_1");
    expect(await money()).toEqual({ available: 0, reserved: 600, owed: 500 });
    await reserve(350, "cmp_2");
    expect(await money()).toEqual({ available: 0, reserved: 350, owed: 250 });
    await spend(100, "cmp_3", "2026-11-20" as RiyadhDay);
    await spend(0, "cmp_3", "2026-11-20" as RiyadhDay);
    expect(await money()).toEqual({ available: 0, reserved: 350, owed: 250 });
    await reserve(0, "cmp_2");
    expect(await money()).toEqual({ available: 100, reserved: 0, owed: 0 });
  });

  it("and was settled returns as available balance when the day is corrected", async () => {
    await spend(500);
    await deposit(500, "dep_1");
    await spend(200);
    expect(await money()).toEqual({ available: 300, reserved: 0, owed: 0 });
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });

  it("does not suppress the next `wallet.ran_out`", async () => {
    await aWallet(db, merchantId, 1_000);
    await reserve(1_000);
    await spend(1_500);
    expect(await events("wallet.ran_out")).toHaveLength(1);
    await deposit(2_500, "dep_1");
    expect(await money()).toEqual({ available: 1_000, reserved: 1_000, owed: 0 });
    await reserve(1_000);
    await spend(2_600);
    expect(await events("wallet.ran_out")).toHaveLength(2);
  });

  it("keeps every campaign from starting, even with a full reserve, and names the whole missing amount", async () => {
    await aWallet(db, merchantId, 1_000);
    await reserve(600, "cmp_2");
    await spend(900, "cmp_1");
    await expect(reserve(600, "cmp_2")).rejects.toMatchObject({
      code: "wallet.balance_not_enough",
      params: { missing_halalas: 500 },
    });
    await expect(reserve(200, "cmp_3")).rejects.toMatchObject({ params: { missing_halalas: 700 } });
    await deposit(700, "dep_1");
    await reserve(200, "cmp_3");
    await reserve(600, "cmp_2");
  });

  it("includes the shortfall of other reserves in the missing amount: the money goes there first", async () => {
    await aWallet(db, merchantId, 1_000);
    await reserve(600, "cmp_1");
    await reserve(400, "cmp_2");
    await spend(100, "cmp_1");
    await expect(reserve(50, "cmp_3")).rejects.toMatchObject({ params: { missing_halalas: 150 } });
    await deposit(150, "dep_1");
    await reserve(50, "cmp_3");
    expect(await money()).toEqual({ available: 0, reserved: 1_050, owed: 0 });
  });
});

describe("whatever happens to a wallet", () => {
  it("campaigns pause whenever its money ends, each end is published once, and all sums agree", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moneyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
        await db.reset();
        await aCard(db, merchantId);
        await aBankAccount(own());
        const world = { ...newWorld(), ends: 0, isOut: false };
        for (const [index, each] of steps.entries()) {
          await perform(each, index, world);
          const hasEnded = await pauseWhenRanOut(world);
          await expectGuarded(world, hasEnded);
        }
        expect(isConsistent(await verifyLedger(db))).toBe(true);
      }),
      { numRuns: process.env.TEST_DATABASE_URL ? 12 : 30, examples: twiceOut.map((steps) => [steps]) },
    );
    // Thirty wallets of up to 30 steps take longer than other tests on a busy machine.
  }, 120_000);
});

/** The money ends, comes back in each of the ways it can, and ends again before anything else happens. */
const twiceOut: MoneyStep[][] = (
  [
    [[], [{ kind: "deposit", amount: 500 }]],
    [[], [{ kind: "credit", amount: 500 }]],
    [[], [{ kind: "release", campaign: 1, amount: 500 }]],
    [[{ kind: "charge", amount: 500 }], [{ kind: "refundCharge", which: 0, amount: 500 }]],
    [[{ kind: "chargeback", which: 0, amount: 500 }], [{ kind: "winChargeback", which: 0 }]],
    [[{ kind: "staffRefund", which: 0, amount: 500 }], [{ kind: "endWithdrawal", which: 0, end: "refused" }]],
    // What a card refuses goes to the bank account.
    [
      [{ kind: "withdraw", amount: 500 }],
      [
        { kind: "endWithdrawal", which: 0, end: "refused" },
        { kind: "endWithdrawal", which: 0, end: "cancelled" },
      ],
    ],
  ] satisfies [MoneyStep[], MoneyStep[]][]
).map(([before, back]) => [
  { kind: "deposit", amount: before.length > 0 ? 1_500 : 1_000 },
  { kind: "start", campaign: 1, amount: 1_000 },
  ...before,
  { kind: "spend", campaign: 1, day: 20, amount: 500 },
  ...back,
  { kind: "spend", campaign: 1, day: 21, amount: 400 },
]);

/** `ends`: how often the money has ended; `isOut`: it does not cover what is owed and held. */
type World = MoneyWorld & { ends: number; isOut: boolean };

/** Pauses campaigns as the campaigns module does on `wallet.ran_out`; returns how often it was published. */
async function pauseWhenRanOut(world: World): Promise<number> {
  const ends = (await events("wallet.ran_out")).length;
  const published = ends - world.ends;
  if (published > 0) world.running.clear();
  world.ends = ends;
  return published;
}

async function expectGuarded(world: World, published: number) {
  const { available, reserved, owed } = await money();
  expect(Math.min(available, reserved, owed)).toBeGreaterThanOrEqual(0);
  // New money settles debt first: nothing is owed while available balance could settle it.
  expect(Math.min(available, owed)).toBe(0);
  const { shortfall, receivable, disordered } = await db.one<Record<string, number>>(sql`
    select
      (select coalesce(sum(target_halalas - held_halalas), 0)::bigint from wallet.holds) as shortfall,
      (select coalesce(-sum(balance_halalas), 0)::bigint from wallet.accounts where name like 'rawaj:receivable:%') as receivable,
      (select count(*) from wallet.receivables later join wallet.receivables earlier
        on earlier.number < later.number and earlier.owed_halalas > 0 and later.settlements > 0) as disordered`);
  expect({ receivable, disordered }).toEqual({ receivable: owed, disordered: 0 });
  const isOut = owed > 0 || Number(shortfall) > 0;
  if (isOut) expect([...world.running]).toEqual([]);
  expect(published).toBe(isOut && !world.isOut ? 1 : 0);
  world.isOut = isOut;
}
