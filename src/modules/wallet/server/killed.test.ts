import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { toSealContext } from "#modules/payments/server/cards.store.ts";
import { chargeCard } from "#modules/payments/server/charge-card.ts";
import { sendRefund } from "#modules/payments/server/send-refund.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { isConsistent } from "../domain/findings.ts";
import { aCard, aDeposit, aWallet, listEntries } from "../testing/builders.ts";
import { verifyLedger } from "../testing/verify-ledger.ts";
import { openWalletHarness, rightCode, type WalletHarness } from "../testing/wallet-harness.ts";
import { charge } from "./charge.ts";
import { chargeTopUps } from "./charge-top-ups.ts";
import { finishRefund } from "./finish-refund.ts";
import { loadBalance } from "./ledger.ts";

/** Money on its way out or in while a process dies, its answer is lost, or two processes do the same work. */

let db: TestDb;
let gateway: FakeGateway;
let harness: WalletHarness;
let clock: Clock & { set(at: string | Date): void };

beforeAll(async () => {
  db = await testDb();
  gateway = makeFakeGateway();
  clock = frozenClock("2026-11-21T09:00:00Z");
  harness = await openWalletHarness(db, gateway, clock);
});
beforeEach(async () => {
  await db.reset();
  await db.driver.script("delete from pgboss.job");
  gateway.reset();
  clock.set("2026-11-21T09:00:00Z");
  harness.worldClock.set("2026-11-21T09:00:00Z");
});
afterAll(async () => {
  expect(isConsistent(await verifyLedger(db))).toBe(true);
  await harness.stop();
  await db.close();
});

const own = () => testContext(db, "mer_1", harness.worldClock.now());
const now = () => harness.worldClock.now();
const passMinutes = (minutes: number) => {
  const later = new Date(clock.now().getTime() + minutes * 60_000);
  clock.set(later);
  harness.worldClock.set(later.toISOString());
};
async function money() {
  const { reserved_halalas, available_halalas } = await loadBalance(own());
  return [reserved_halalas, available_halalas];
}

/** The process is killed before its nth transaction commits, and does nothing after that. */
function makeDyingDb(nth: number): Db {
  let begun = 0;
  const killed = () => new Error("killed");
  return new Proxy(db as Db, {
    get(target, name: keyof Db) {
      if (name === "identity") return target.identity;
      if (begun >= nth) return () => Promise.reject(killed());
      if (name !== "transaction") return target[name].bind(target);
      return (work: Parameters<Db["transaction"]>[0]) => {
        begun += 1;
        const isLast = begun === nth;
        return target.transaction(async (tx) => {
          const result = await work(tx);
          if (isLast) throw killed();
          return result;
        });
      };
    },
  });
}

describe("a withdrawal", () => {
  const request = (amount_halalas: number) =>
    harness.server.call("POST Clients/Wallet/withdrawals", {
      as: "mer_1",
      body: { amount_halalas, code: rightCode },
    });
  const refundId = async () => (await db.one<{ id: string }>(sql`select id from payments.refunds`)).id;
  const state = async () =>
    (await db.one<{ state: string }>(sql`select state from wallet.withdrawals`)).state;
  const paidOut = async () =>
    (await listEntries(db, "mer_1")).filter(({ kind }) => kind === "withdrawal" || kind === "refund");

  beforeEach(async () => {
    await aDeposit(db, harness.worldClock, "mer_1", 20_000, "dep_1");
    const { id } = await db.one<{ id: string }>(sql`select id from payments.attempts`);
    gateway.pay("dep_1", 20_000, { id });
  });
  const expectPaidOnce = async () => {
    expect(gateway.refunds).toHaveLength(1);
    expect(await state()).toBe("done");
    expect(await paidOut()).toMatchObject([{ kind: "withdrawal", amount_halalas: 12_000 }]);
    expect(await money()).toEqual([0, 8_000]);
  };

  it("is paid once when the gateway's answer is lost", async () => {
    gateway.losesResponses = true;
    await request(12_000);
    await harness.settle();
    expect([await state(), await money()]).toEqual(["sending", [12_000, 8_000]]);
    gateway.losesResponses = false;
    passMinutes(10);
    await harness.run("payments.sweep-refunds");
    await expectPaidOnce();
  });

  it("is paid once when the process is killed between the gateway and the record", async () => {
    await request(12_000);
    const saved = 1;
    const killed = sendRefund(harness.paymentsDeps)(makeDyingDb(saved + 1), {
      refundId: await refundId(),
      now: now(),
    });
    await expect(killed).rejects.toThrow("killed");
    expect(gateway.refunds).toHaveLength(1);
    expect([await state(), await money()]).toEqual(["sending", [12_000, 8_000]]);
    passMinutes(10);
    await harness.run("payments.sweep-refunds");
    await harness.settle();
    await expectPaidOnce();
  });

  it("is paid once when the process is killed before the ledger has it: its event is delivered again", async () => {
    await request(12_000);
    const end = { refundId: await refundId(), result: "done", failure: null } as const;
    const killed = transact({ ...own(), db: makeDyingDb(1) }, (ctx) => finishRefund(ctx, end));
    await expect(killed).rejects.toThrow("killed");
    expect([await state(), await money()]).toEqual(["sending", [12_000, 8_000]]);
    await harness.settle();
    await expectPaidOnce();
  });

  it("is sent once by two processes", async () => {
    await request(12_000);
    const input = { refundId: await refundId(), now: now() };
    const send = () => sendRefund(harness.paymentsDeps)(db, input);
    await Promise.all([send(), send(), send()]);
    await harness.settle();
    await expectPaidOnce();
  });

  it("of all there is is one, when two are requested at once", async () => {
    const answers = await Promise.all([request(12_000), request(12_000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    await harness.settle();
    await expectPaidOnce();
  });
});

describe("the automatic top-up", () => {
  const settings = {
    is_active: true,
    card_id: "crd_1",
    threshold_halalas: 20_000,
    amount_halalas: 30_000,
    monthly_ceiling_halalas: 60_000,
  };
  const chargeDue = (on: Db = db) => chargeTopUps(harness.deps)(on, { now: now() });
  const topUps = async () =>
    (await db.many<{ state: string }>(sql`select state from wallet.top_ups`)).map(({ state }) => state);
  const sweep = async () => {
    passMinutes(5);
    await harness.sweep();
    await harness.settle();
  };
  const expectChargedOnce = async () => {
    expect(gateway.charges).toHaveLength(1);
    expect(await topUps()).toEqual(["charged"]);
    const deposits = (await listEntries(db, "mer_1")).filter(({ kind }) => kind === "deposit");
    expect(deposits.map(({ amount_halalas }) => amount_halalas)).toEqual([50_000, 30_000]);
    expect(await money()).toEqual([0, 40_000]);
  };

  /** The balance falls to 100 riyals, and the announced ten minutes pass. */
  beforeEach(async () => {
    await aCard(db, "mer_1", "crd_1");
    const sealed = harness.paymentsDeps.vault.seal("token_1", toSealContext("crd_1"));
    await db.run(sql`update payments.cards set sealed_token = ${sealed}`);
    await aWallet(db, "mer_1", 50_000);
    await harness.server.call("PUT Clients/Wallet/top-up", { as: "mer_1", body: settings });
    const spent = { key: "s1", purpose: "order", reference: "ord_1", amount_halalas: 40_000 } as const;
    await transact(own(), (ctx) => charge(ctx, spent));
    passMinutes(10);
  });

  it("is charged and credited once when the gateway's answer is lost", async () => {
    gateway.losesResponses = true;
    await harness.run("wallet.charge-top-ups");
    await harness.settle();
    gateway.losesResponses = false;
    await sweep();
    await sweep();
    await expectChargedOnce();
  });

  it("is begun once when the process is killed before it is stored", async () => {
    await chargeDue(makeDyingDb(1));
    expect([await topUps(), gateway.charges]).toEqual([["planned"], []]);
    await chargeDue();
    await harness.settle();
    await expectChargedOnce();
  });

  it("is charged once when the process is killed between the gateway and the record", async () => {
    await chargeDue();
    const { id } = await db.one<{ id: string }>(sql`
      select id from payments.attempts where state = 'requested'`);
    const killed = chargeCard(harness.paymentsDeps)(makeDyingDb(1), {
      gateway: gateway.gateway,
      paymentId: id,
      language: "ar",
      now: now(),
    });
    await expect(killed).rejects.toThrow("killed");
    expect([gateway.charges, await topUps()]).toEqual([[id], ["charging"]]);
    await harness.settle();
    await sweep();
    await expectChargedOnce();
  });

  it("is charged once by two processes, which both find it due and both charge its card", async () => {
    await Promise.all([chargeDue(), chargeDue(), chargeDue()]);
    const { id } = await db.one<{ id: string }>(sql`
      select id from payments.attempts where state = 'requested'`);
    const input = { gateway: gateway.gateway, paymentId: id, language: "ar", now: now() } as const;
    const pay = () => chargeCard(harness.paymentsDeps)(db, input);
    await Promise.all([pay(), pay()]);
    await harness.settle();
    await sweep();
    await expectChargedOnce();
  });
});
