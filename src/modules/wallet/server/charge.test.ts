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
import { aCard, aWallet, listEntries, paymentsWithCards } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { listTransactions } from "./list-transactions.ts";
import { makeWalletFacade } from "./wallet.facade.ts";

const clock = frozenClock("2026-11-21T09:00:00Z");
const wallet = makeWalletFacade({ payments: paymentsWithCards, log: makeLog("silent") });
const merchantId = "mer_1";
let db: TestDb;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  clock.set("2026-11-21T09:00:00Z");
  await db.reset();
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await db.close();
});

const own = () => testContext(db, merchantId, clock.now());
const title = { ar: "اشتراك النمو", en: "Growth plan" };
const charge = (amount_halalas: number, key = "period:per_1") =>
  transact(own(), (ctx) =>
    wallet.charge(ctx, { key, purpose: "subscription", reference: "sub_1", amount_halalas, title }),
  );
const give = (how: "refundCharge" | "credit", amount_halalas: number, key = "k1") =>
  transact(own(), (ctx) => wallet[how](ctx, { key, reference: "sub_1", amount_halalas }));
const countEvents = async (name: string) =>
  (await db.many(sql`select 1 from base.events where name = ${name}`)).length;
const available = async () => (await wallet.loadBalance(own())).available_halalas;

describe("a charge from the balance", () => {
  it("is taken once for its key, also on a later day, and the statement names it", async () => {
    await aWallet(db, merchantId, 30_000);
    await charge(9_900);
    clock.set("2026-11-22T09:00:00Z");
    await charge(9_900);
    expect(await available()).toBe(20_100);
    expect(await countEvents("wallet.charged")).toBe(1);
    const english = await listTransactions(own(), { page: 1, size: 1, language: "en" });
    expect(english.items).toMatchObject([{ kind: "charge", reference_title: "Growth plan" }]);
    const arabic = await listTransactions(own(), { page: 1, size: 1, charge_type: "withdrawal" });
    expect(arabic.items).toMatchObject([{ reference_title: "اشتراك النمو" }]);
  });

  it("of one halala more than is available is refused with what is missing", async () => {
    await aWallet(db, merchantId, 10_000);
    await expect(charge(10_001)).rejects.toMatchObject({
      code: "wallet.balance_not_enough",
      params: { missing_halalas: 1 },
    });
    await charge(10_000);
    expect(await available()).toBe(0);
  });

  it("with a key that paid another amount is a fault, and nothing moves", async () => {
    await aWallet(db, merchantId, 30_000);
    await charge(9_900);
    await expect(charge(9_901)).rejects.toThrow("another transfer");
    expect(await available()).toBe(20_100);
  });

  it("leaves what a running campaign's hold lacks", async () => {
    await aWallet(db, merchantId, 10_000);
    await aCard(db, merchantId);
    const held = { purpose: "campaign", subject: "cmp_1", amount_halalas: 6_000, title: "تمور" } as const;
    await transact(own(), (ctx) => wallet.hold(ctx, held));
    await expect(charge(4_001)).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
    await charge(4_000);
  });
});

describe("money given back", () => {
  it("is available again once for its key, and settles what is owed first", async () => {
    const day = "2026-11-21" as RiyadhDay;
    await transact(own(), (ctx) =>
      wallet.settleSpends(ctx, [{ campaign_id: "cmp_1", day, total_halalas: 700 }]),
    );
    await give("credit", 1_000);
    await give("credit", 1_000);
    expect(await available()).toBe(300);
    await give("refundCharge", 500);
    expect(await available()).toBe(800);
    expect((await listEntries(db, merchantId)).map(({ kind }) => kind)).toEqual([
      "shortage",
      "credit",
      "owed_settled",
      "charge_refund",
    ]);
  });
});

it("charges, their refunds and credit in any order leave the sum of what was carried out", async () => {
  const step = fc.record({
    how: fc.constantFrom("charge", "refundCharge", "credit"),
    amount: fc.integer({ min: 1, max: 5_000 }),
    times: fc.integer({ min: 1, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await db.reset();
      let expected = 0;
      for (const [index, { how, amount, times }] of steps.entries()) {
        const sign = how === "charge" ? -1 : 1;
        for (let time = 0; time < times; time += 1) {
          const work =
            how === "charge" ? charge(amount, `k${index}`) : give(how as "credit", amount, `k${index}`);
          const isRefused = await work.then(
            () => false,
            () => true,
          );
          expect(isRefused).toBe(how === "charge" && time === 0 ? expected < amount : isRefused);
          if (!isRefused && time === 0) expected += sign * amount;
        }
      }
      expect(await available()).toBe(expected);
    }),
    { numRuns: 8 },
  );
}, 60_000);
