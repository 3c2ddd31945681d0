import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { listEntries } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { loadBalance } from "./ledger.ts";
import { refundDeposit } from "./refund-deposit.ts";

const amount = 20_000;
const clock = frozenClock("2026-11-21T09:00:00Z");
let db: TestDb;
let harness: WalletHarness;
let fakeGateway: FakeGateway;
let keys = 0;

beforeAll(async () => {
  db = await testDb();
  fakeGateway = makeFakeGateway();
  harness = await openWalletHarness(db, fakeGateway, clock);
});
beforeEach(async () => {
  await db.reset();
  clock.set("2026-11-21T09:00:00Z");
  fakeGateway.reset();
});
afterAll(async () => {
  await harness.stop();
  await db.close();
});

const advance = (minutes: number) =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
async function begin(): Promise<string> {
  keys += 1;
  const { data } = await harness.server.call("POST Clients/Wallet/deposit", {
    as: "mer_1",
    body: { amount_halalas: amount },
    key: `review-key-${keys}`,
  });
  return (data as { deposit: { id: string } }).deposit.id;
}
const check = async (id: string) => {
  advance(1);
  const { data } = await harness.server.call(`POST Clients/Wallet/deposit/${id}/check`, { as: "mer_1" });
  return (data as { status: string }).status;
};
const load = async (id: string) =>
  (await harness.server.call(`GET Clients/Wallet/deposit/${id}`, { as: "mer_1" })).data as { status: string };
const balance = async () => (await loadBalance(testContext(db))).balance_halalas;
const credits = async () => (await listEntries(db, "mer_1")).filter(({ kind }) => kind === "deposit").length;
const review = async () => {
  advance(2);
  await harness.run("wallet.review-payments");
};

describe("a paid deposit", () => {
  it("waits until the ledger has its money, and is then paid", async () => {
    const id = await begin();
    fakeGateway.pay(id, amount);
    expect([await check(id), await balance()]).toEqual(["pending", 0]);
    await harness.deliver();
    expect([(await load(id)).status, await balance()]).toEqual(["paid", amount]);
  });

  it("whose event was given up is credited by the review, once", async () => {
    const id = await begin();
    fakeGateway.pay(id, amount);
    await check(id);
    await db.run(sql`update base.events set name = 'thing.lost' where name = 'payments.succeeded'`);
    await review();
    await review();
    expect([(await load(id)).status, await balance(), await credits()]).toEqual(["paid", amount, 1]);
  });

  it("that the subscription and the review both see is credited once", async () => {
    const id = await begin();
    fakeGateway.pay(id, amount);
    await check(id);
    await review();
    await db.run(sql`update base.subscriptions set position = 0`);
    await harness.deliver();
    expect([await balance(), await credits()]).toEqual([amount, 1]);
  });

  it("while money writes are stopped is credited when they go on, and so is its refund", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await db.run(sql`insert into wallet.write_lock (reason) values ('a test')`);
    await check(id);
    await harness.deliver();
    fakeGateway.change(payment.id, { refunded: halalas(5_000) });
    await harness.sendWebhook({ id: "e1", payment_id: payment.id, secret: "secret" });
    await harness.settle();
    await review();
    expect([(await load(id)).status, await balance()]).toEqual(["pending", 0]);
    expect(await db.many(sql`select 1 from base.dead_letters`)).toEqual([]);
    await db.run(sql`delete from wallet.write_lock`);
    await review();
    expect([(await load(id)).status, await balance(), await credits()]).toEqual(["paid", 15_000, 1]);
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });
});

describe("what went back of a deposit while its events were given up", () => {
  const giveUp = (...subscriptions: string[]) =>
    db.run(sql`update base.subscriptions set position = 1000000 where name = any(${subscriptions}::text[])`);
  async function aPaidDeposit() {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await check(id);
    await harness.deliver();
    await giveUp("wallet.chargebacks", "wallet.finished-refunds");
    return payment.id;
  }
  const takeBack = async (paymentId: string) => {
    fakeGateway.chargebacks.push({
      id: "stl_1:1",
      paymentId,
      amount: halalas(5_000),
      settledAt: clock.now(),
    });
    await harness.run("payments.read-chargebacks");
    await harness.settle();
  };
  const win = async () => {
    const ctx = testContext(db, "mer_1", clock.now());
    await transact(ctx, (own) => harness.deps.payments.winChargeback(own, { chargeback_id: "stl_1:1" }));
    await harness.settle();
  };

  it("a chargeback is debited by the review, once, and comes back when it was won", async () => {
    await takeBack(await aPaidDeposit());
    expect(await balance()).toBe(amount);
    await review();
    await review();
    expect(await balance()).toBe(15_000);
    await win();
    await review();
    await review();
    expect(await balance()).toBe(amount);
  });

  it("a chargeback that was won before the review moves nothing", async () => {
    await takeBack(await aPaidDeposit());
    await win();
    await review();
    expect([await balance(), (await listEntries(db, "mer_1")).length]).toEqual([amount, 1]);
  });

  it("a withdrawal to its card ends by the review", async () => {
    const payment_id = await aPaidDeposit();
    const refund = { payment_id, amount_halalas: 5_000, reason: "test" };
    await transact(testContext(db, "mer_1", clock.now()), (ctx) => refundDeposit(harness.deps)(ctx, refund));
    await harness.settle();
    const states = () => db.many(sql`select state from wallet.withdrawals`);
    expect([await states(), await balance()]).toEqual([[{ state: "sending" }], amount]);
    await review();
    expect([await states(), await balance()]).toEqual([[{ state: "done" }], 15_000]);
  });
});

describe("a refund", () => {
  it("whose event was given up is debited by the review, once", async () => {
    const id = await begin();
    const payment = fakeGateway.pay(id, amount);
    await check(id);
    await harness.deliver();
    await review();
    fakeGateway.change(payment.id, { state: "refunded", refunded: halalas(amount) });
    await harness.sendWebhook({ id: "e2", payment_id: payment.id, secret: "secret" });
    await db.run(sql`update base.subscriptions set position = 1000000 where name = 'wallet.credit-payments'`);
    await harness.settle();
    expect(await balance()).toBe(amount);
    await review();
    await review();
    expect(await balance()).toBe(0);
    expect(isConsistent(await verifyLedger(db))).toBe(true);
  });
});
