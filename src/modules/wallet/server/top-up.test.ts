import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aWallet, listEntries } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "../testing/wallet-harness.ts";
import { applyPayment } from "./apply-payment.ts";
import { charge } from "./charge.ts";
import { loadBalance } from "./ledger.ts";
import { failTopUp } from "./top-up-results.ts";
import { loadWalletNotices } from "./wallet-notices.ts";

let db: TestDb;
let harness: WalletHarness;
let gateway: FakeGateway;

beforeAll(async () => {
  db = await testDb();
  gateway = makeFakeGateway();
  harness = await openWalletHarness(db, gateway);
});
beforeEach(async () => {
  await db.reset();
  harness.worldClock.set("2026-11-21T09:00:00Z");
  await aCard(db, "mer_1", "crd_1");
  await aWallet(db, "mer_1", 50_000);
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await harness.stop();
  await db.close();
});

const own = () => testContext(db, "mer_1", harness.worldClock.now());
const inTx = <T>(work: (ctx: Context) => Promise<T>) => transact(own(), work);
const settings = {
  is_active: true,
  card_id: "crd_1",
  threshold_halalas: 20_000,
  amount_halalas: 30_000,
  monthly_ceiling_halalas: 60_000,
};
const set = (changes: object = {}) =>
  harness.server.call("PUT Clients/Wallet/top-up", { as: "mer_1", body: { ...settings, ...changes } });
type Shown = {
  is_active: boolean;
  waits_for_threshold: boolean;
  stopped_reason: string | null;
  recent: { state: string; id: string }[];
};
const fetchIt = async (): Promise<Shown> =>
  (await harness.server.call("GET Clients/Wallet/top-up", { as: "mer_1" })).data;
let spends = 0;
const spend = (amount_halalas: number) =>
  inTx((ctx) => charge(ctx, { key: `s${++spends}`, purpose: "order", reference: "ord_1", amount_halalas }));
const minutesLater = (minutes: number) =>
  harness.worldClock.set(new Date(harness.worldClock.now().getTime() + minutes * 60_000).toISOString());
/** The scheduled job alone: what it enqueues waits. */
const runDue = () => harness.deps && harness.run("wallet.charge-top-ups");
const intents = () =>
  db.many<{ id: string; amount_halalas: number }>(
    sql`select id, amount_halalas from payments.intents where purpose = 'top_up' order by id`,
  );
const pay = (intentId: string, amount_halalas = 30_000) =>
  inTx((ctx) =>
    applyPayment(ctx, {
      payment_id: `pay_${intentId}`,
      deposit_id: intentId,
      amount_halalas,
      refunded_halalas: 0,
      reported_at: new Date("2026-11-21T09:10:00Z"),
    }),
  );
const events = async (name: string) =>
  (
    await db.many<{ details: object }>(sql`select details from base.events where name = ${name} order by id`)
  ).map(({ details }) => details);
const states = async () => (await fetchIt()).recent.map(({ state }) => state);

describe("the automatic top-up", () => {
  it("is off until it is switched on, and then does nothing above its threshold", async () => {
    await spend(40_000);
    expect(await fetchIt()).toMatchObject({ is_active: false, recent: [] });
    await aWallet(db, "mer_1", 30_000, "deposit:more");
    await set();
    expect(await states()).toEqual([]);
  });

  it("announces the charge, makes it once ten minutes later, and says so", async () => {
    await set();
    await spend(30_001);
    expect(await events("wallet.top_up_planned")).toMatchObject([
      { amount_halalas: 30_000, charge_at: "2026-11-21T09:10:00.000Z" },
    ]);
    minutesLater(9);
    await runDue();
    expect(await intents()).toEqual([]);
    minutesLater(1);
    await Promise.all([runDue(), runDue()]);
    await runDue();
    const [intent] = await intents();
    expect(await intents()).toHaveLength(1);
    await pay(intent?.id ?? "");
    await pay(intent?.id ?? "");
    expect(await states()).toEqual(["charged"]);
    expect((await loadBalance(own())).available_halalas).toBe(49_999);
    expect(await events("wallet.top_up_charged")).toEqual([{ amount_halalas: 30_000 }]);
    expect((await listEntries(db, "mer_1")).filter(({ key }) => key.startsWith("deposit:pay_"))).toHaveLength(
      1,
    );
  });

  it("is charged though the merchant left twenty forms of deposits open", async () => {
    await db.run(sql`
      insert into payments.intents (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card,
        created_at, next_check_at)
      select 'dep_open_' || n, 'mer_1', 'wallet_deposit', 'mer_1', 10000, 'moyasar', 'waiting', false, now(), now()
      from generate_series(1, 20) n`);
    await set();
    await spend(30_001);
    minutesLater(10);
    await runDue();
    expect([await states(), (await intents()).length]).toEqual([["charging"], 1]);
  });

  it("is cancelled when the balance is at the threshold again before, and planned at the next fall", async () => {
    await set();
    await spend(30_001);
    await aWallet(db, "mer_1", 1, "deposit:one");
    minutesLater(10);
    await runDue();
    expect([await states(), await intents()]).toEqual([["cancelled"], []]);
    await spend(1);
    expect(await states()).toEqual(["planned", "cancelled"]);
  });

  it("is one for one fall, and never above the month's ceiling; the next month begins anew", async () => {
    await set();
    await spend(50_000);
    minutesLater(10);
    await runDue();
    await pay((await intents())[0]?.id ?? "");
    await spend(29_000);
    minutesLater(10);
    await runDue();
    await pay((await intents())[1]?.id ?? "");
    await spend(30_000);
    await runDue();
    expect(await states()).toEqual(["charged", "charged"]);
    harness.worldClock.set("2026-12-01T09:00:00Z");
    await spend(500);
    expect(await states()).toEqual(["planned", "charged", "charged"]);
  });

  it("that the month's ceiling stopped is planned as the next Riyadh month begins, though no money moves", async () => {
    await set({ monthly_ceiling_halalas: 30_000 });
    await spend(50_000);
    minutesLater(10);
    await runDue();
    await pay((await intents())[0]?.id ?? "");
    await spend(30_000);
    const planned = async (at: string) => {
      harness.worldClock.set(at);
      await harness.run("wallet.plan-top-ups");
      return await states();
    };
    expect(await planned("2026-11-30T20:59:00Z")).toEqual(["charged"]);
    expect(await planned("2026-11-30T21:01:00Z")).toEqual(["planned", "charged"]);
    expect(await planned("2026-11-30T22:01:00Z")).toEqual(["planned", "charged"]);
    expect(await events("wallet.top_up_planned")).toHaveLength(2);
  });

  it("says that it waits while one top-up did not bring the balance to the threshold", async () => {
    await set();
    await spend(50_000);
    expect((await fetchIt()).waits_for_threshold).toBe(false);
    minutesLater(10);
    await runDue();
    // Settings of before could be so small that the deposit does not reach the threshold.
    await db.run(sql`update wallet.top_up_settings set threshold_halalas = 40000`);
    await pay((await intents())[0]?.id ?? "");
    expect(await fetchIt()).toMatchObject({ is_active: true, waits_for_threshold: true });
    await harness.run("wallet.plan-top-ups");
    expect(await states()).toEqual(["charged"]);
    await pay("dep_rest", 10_000);
    expect((await fetchIt()).waits_for_threshold).toBe(false);
  });

  it("refuses an amount under the threshold on its field, and can be switched off with one", async () => {
    const below = await set({ amount_halalas: 19_999 });
    expect(below.envelope).toMatchObject({ fields: { amount_halalas: [expect.any(String)] } });
    expect((await set({ amount_halalas: 20_000 })).status).toBe(200);
    expect((await set({ amount_halalas: 19_999, is_active: false })).status).toBe(200);
  });

  it("stops at a refused card and says why, and a late success is still credited", async () => {
    await set();
    await spend(40_000);
    minutesLater(10);
    await runDue();
    const intentId = (await intents())[0]?.id ?? "";
    await inTx((ctx) => failTopUp(ctx, { intentId, failure: "balance" }));
    await inTx((ctx) => failTopUp(ctx, { intentId, failure: "balance" }));
    expect(await fetchIt()).toMatchObject({ is_active: false, stopped_reason: "card_refused" });
    expect(await events("wallet.top_up_stopped")).toEqual([{ reason: "card_refused" }]);
    await spend(500);
    expect(await states()).toEqual(["refused"]);
    await pay(intentId);
    expect(await states()).toEqual(["charged"]);
  });

  it("is a notice while it is planned, and again once its card stopped it", async () => {
    await set();
    expect(await loadWalletNotices(own())).toMatchObject({ planned_top_up: null, top_up_stopped: null });
    await spend(40_000);
    expect(await loadWalletNotices(own())).toMatchObject({
      planned_top_up: { amount_halalas: 30_000, charge_at: new Date("2026-11-21T09:10:00Z") },
    });
    minutesLater(10);
    await runDue();
    expect(await loadWalletNotices(own())).toMatchObject({ planned_top_up: null, top_up_stopped: null });
    const intentId = (await intents())[0]?.id ?? "";
    await inTx((ctx) => failTopUp(ctx, { intentId, failure: "balance" }));
    expect(await loadWalletNotices(own())).toMatchObject({ top_up_stopped: "card_refused" });
  });

  it("stops when its card is gone, and charges nothing", async () => {
    await set();
    await spend(40_000);
    await db.run(sql`update payments.cards set removed_at = now()`);
    minutesLater(10);
    await runDue();
    expect(await fetchIt()).toMatchObject({ is_active: false, stopped_reason: "card_unusable" });
    expect(await intents()).toEqual([]);
  });

  it("switched off cancels what was only announced", async () => {
    await set();
    await spend(40_000);
    await set({ is_active: false });
    minutesLater(10);
    await runDue();
    expect([await states(), await intents()]).toEqual([["cancelled"], []]);
  });

  it("refuses a ceiling under one top-up, and a card that is not the merchant's", async () => {
    const ceiling = await set({ monthly_ceiling_halalas: 29_999 });
    expect(ceiling.envelope).toMatchObject({ fields: { monthly_ceiling_halalas: [expect.any(String)] } });
    const card = await set({ card_id: "crd_2" });
    expect([card.status, card.envelope]).toMatchObject([409, { fields: { card_id: [expect.any(String)] } }]);
  });
});

describe.each([
  ["an hour", 60],
  ["a day", 24 * 60],
])("when the clock goes back by %s", (_by, minutes) => {
  it("a planned top-up waits for its moment, and is charged once", async () => {
    await set();
    await spend(30_001);
    minutesLater(-minutes);
    await runDue();
    expect([await intents(), await states()]).toEqual([[], ["planned"]]);
    minutesLater(minutes + 10);
    await runDue();
    minutesLater(-minutes);
    await runDue();
    minutesLater(minutes);
    await runDue();
    expect(await intents()).toHaveLength(1);
  });

  it("one that was charged is not planned again, and counts in the month's ceiling", async () => {
    await set({ monthly_ceiling_halalas: 40_000 });
    await spend(30_001);
    minutesLater(10);
    await runDue();
    const [intent] = await intents();
    await pay(intent?.id ?? "");
    minutesLater(-minutes);
    await runDue();
    await spend(30_000);
    minutesLater(minutes + 10);
    await runDue();
    expect(await intents()).toHaveLength(1);
    expect(await events("wallet.top_up_planned")).toHaveLength(1);
    expect(await states()).toEqual(["charged"]);
  });
});
