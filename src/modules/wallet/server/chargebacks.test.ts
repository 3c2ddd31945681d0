import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { transactAsStaff } from "#base/server/staff-context.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aDeposit, aWallet } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { charge } from "./charge.ts";
import { loadBalance } from "./ledger.ts";
import { loadMonth } from "./load-month.ts";
import { listMonths } from "./statement/list-months.ts";
import { makeWalletFacade } from "./wallet.facade.ts";
import { loadWalletNotices } from "./wallet-notices.ts";

let db: TestDb;
let harness: WalletHarness;

beforeAll(async () => {
  db = await testDb();
  harness = await openWalletHarness(db, makeFakeGateway());
});
beforeEach(async () => {
  await db.reset();
  harness.worldClock.set("2026-11-21T09:00:00Z");
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await harness.stop();
  await db.close();
});

const own = () => testContext(db, "mer_1", harness.worldClock.now());
const inTx = <T>(work: (ctx: Context) => Promise<T>) => transact(own(), work);
const wallet = () => makeWalletFacade(harness.deps);
const spend = (amount_halalas: number, key = "s1") =>
  inTx((ctx) => charge(ctx, { key, purpose: "order", reference: "ord_1", amount_halalas }));
const names = async () =>
  (
    await db.many<{ name: string }>(sql`select name from base.events where name like 'wallet.%' order by id`)
  ).map(({ name }) => name);

describe("a chargeback", () => {
  const report = async (name: "payments.charged_back" | "payments.chargeback_won") => {
    const details = { intent_id: "dep_1", purpose: "wallet_deposit", subject: "mer_1" } as const;
    const event = { ...details, payment_id: "pay_1", chargeback_id: "chb_1", amount_halalas: 20_000 };
    await inTx((ctx) => ctx.tx.publish({ name, merchant_id: "mer_1", ...event }));
    await harness.deliver();
  };
  const takeBack = () => report("payments.charged_back");
  const win = () => report("payments.chargeback_won");

  it("is debited once; what was spent is owed, campaigns pause, and new money settles it first", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await spend(15_000);
    await takeBack();
    await takeBack();
    expect((await loadBalance(own())).balance_halalas).toBe(0);
    expect(await names()).toEqual(expect.arrayContaining(["wallet.ran_out", "wallet.charged_back"]));
    expect((await names()).filter((name) => name === "wallet.charged_back")).toHaveLength(1);
    await expect(spend(1, "s2")).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
    await inTx((ctx) => wallet().credit(ctx, { key: "c1", reference: "mer_1", amount_halalas: 15_100 }));
    expect((await loadBalance(own())).available_halalas).toBe(100);
  });

  it("is a notice for a week, until it is won", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await takeBack();
    const chargebacks = async () => (await loadWalletNotices(own())).chargebacks;
    expect(await chargebacks()).toMatchObject([{ id: "chb_1", amount_halalas: 20_000 }]);
    const other = testContext(db, "mer_2", harness.worldClock.now());
    expect((await loadWalletNotices(other)).chargebacks).toEqual([]);
    harness.worldClock.set("2026-11-28T09:00:01Z");
    expect(await chargebacks()).toEqual([]);
    harness.worldClock.set("2026-11-22T09:00:00Z");
    await win();
    expect(await chargebacks()).toEqual([]);
  });

  it("that was won comes back once, and settles first what is owed", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await spend(15_000);
    await takeBack();
    for (const _time of [1, 2, 3]) await win();
    await takeBack();
    expect((await loadBalance(own())).available_halalas).toBe(5_000);
    expect((await names()).filter((name) => name === "wallet.chargeback_won")).toHaveLength(1);
  });

  it("reported after it was won moves nothing", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await win();
    await takeBack();
    await harness.run("wallet.review-payouts");
    expect((await loadBalance(own())).available_halalas).toBe(20_000);
  });

  it("that was won while money writes are stopped comes back by the review", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await takeBack();
    await db.run(sql`insert into wallet.write_lock (reason) values ('{}')`);
    await win();
    expect((await loadBalance(own())).balance_halalas).toBe(0);
    await db.run(sql`delete from wallet.write_lock`);
    await harness.run("wallet.review-payouts");
    await harness.run("wallet.review-payouts");
    expect((await loadBalance(own())).balance_halalas).toBe(20_000);
  });

  it("waits while money writes are stopped, and is carried out by the review", async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    await db.run(sql`insert into wallet.write_lock (reason) values ('{}')`);
    await takeBack();
    expect((await loadBalance(own())).balance_halalas).toBe(20_000);
    await db.run(sql`delete from wallet.write_lock`);
    await harness.run("wallet.review-payouts");
    await harness.run("wallet.review-payouts");
    expect((await loadBalance(own())).balance_halalas).toBe(0);
  });
});

describe("a month's money", () => {
  it("opens with what was left, and opening + in - out is closing, also of a month long past", async () => {
    await aWallet(db, "mer_1", 50_000);
    await aCard(db, "mer_1");
    const held = { purpose: "campaign", subject: "cmp_1", amount_halalas: 10_000, title: "تمور" } as const;
    await inTx((ctx) => wallet().hold(ctx, held));
    await inTx((ctx) =>
      wallet().settleSpends(ctx, [
        { campaign_id: "cmp_1", day: "2026-11-21" as RiyadhDay, total_halalas: 7_000 },
      ]),
    );
    harness.worldClock.set("2026-12-05T09:00:00Z");
    await spend(3_000);
    expect(await loadMonth(own(), { month: "2026-11", language: "ar" })).toMatchObject({
      opening_halalas: 0,
      in: [{ kind: "deposit", amount_halalas: 50_000 }],
      out: [{ kind: "ad_spend", reference: "cmp_1", title: "تمور", amount_halalas: 7_000 }],
      closing_halalas: 43_000,
    });
    expect(await loadMonth(own(), { month: "2026-12", language: "en" })).toMatchObject({
      opening_halalas: 43_000,
      in_halalas: 0,
      out_halalas: 3_000,
      closing_halalas: 40_000,
    });
  });

  it("stays as the statement has it when a late report names a day of a month that is over", async () => {
    await aWallet(db, "mer_1", 50_000);
    await aCard(db, "mer_1");
    const settle = (total_halalas: number) =>
      inTx((ctx) =>
        wallet().settleSpends(ctx, [{ campaign_id: "cmp_1", day: "2026-11-21" as RiyadhDay, total_halalas }]),
      );
    await settle(7_000);
    harness.worldClock.set("2026-12-05T09:00:00Z");
    await settle(9_000);
    const { items } = await listMonths(own());
    for (const { month, opening_halalas, closing_halalas } of items)
      expect(await loadMonth(own(), { month, language: "ar" })).toMatchObject({
        opening_halalas,
        closing_halalas,
      });
    expect(items).toMatchObject([
      { month: "2026-12", opening_halalas: 43_000, closing_halalas: 41_000 },
      { month: "2026-11", closing_halalas: 43_000 },
    ]);
    expect(await loadMonth(own(), { month: "2027-01", language: "ar" })).toMatchObject({
      opening_halalas: 41_000,
      closing_halalas: 41_000,
      out: [],
    });
  });
});

describe("the write lock", () => {
  const lift = () => {
    const staff = { db, by: { kind: "staff", id: "stf_1" }, now: new Date(), requestId: null } as const;
    return transactAsStaff(staff, (ctx) => wallet().liftWriteLock(ctx));
  };

  it("is lifted only after the whole ledger has passed a check since", async () => {
    await aWallet(db, "mer_1", 50_000);
    expect(await lift()).toBeUndefined();
    await db.run(sql`insert into wallet.audits (scope, passed, findings) values ('whole', true, '{}')`);
    await db.run(sql`insert into wallet.write_lock (reason, locked_at) values ('{}', now())`);
    await expect(lift()).rejects.toMatchObject({ code: "wallet.check_not_passed" });
    await harness.run("wallet.audit-whole-ledger");
    expect(await wallet().findWriteLock(db)).toMatchObject({ passed_at: expect.any(Date) });
    expect(await lift()).toMatchObject({ reason: "{}" });
    await spend(1_000);
  });
});
