import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { insertAnswer } from "#modules/figures/server/answers.store.ts";
import { ingestDays } from "#modules/figures/server/ingest.ts";
import { aMeasuredCampaign, measure } from "#modules/figures/testing/measured.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { type AgreementHarness, openAgreementHarness } from "../../testing/agreement-harness.ts";
import { agreeMoney } from "./agree-money.ts";
import { loadAgreementReport, watchAgreement } from "./agreement-state.ts";

const clock = frozenClock("2026-11-21T09:00:00Z");
let moyasar: FakeGateway;
let tap: FakeGateway;
let harness: AgreementHarness;

beforeAll(async () => {
  moyasar = makeFakeGateway({ clock });
  tap = makeFakeGateway({ gateway: "tap", clock });
  harness = await openAgreementHarness([moyasar, tap], clock);
});
beforeEach(async () => {
  moyasar.reset();
  tap.reset();
  await harness.reset("2026-11-21T09:00:00Z");
});
afterAll(() => harness.close());

const agree = () => harness.agree();
const differences = () => harness.listDifferences();

/** A deposit that was paid, recorded and credited; the payment's id. */
async function deposit(gateway: FakeGateway, amount = 20_000): Promise<string> {
  const intentId = await harness.begin(gateway.gateway, amount);
  const { id } = gateway.pay(intentId, amount);
  await harness.record(gateway.gateway, id);
  return id;
}
async function buyOrder(): Promise<{ paymentId: string; orderId: string }> {
  const { intentId, orderId, amount } = await harness.order();
  const { id: paymentId } = moyasar.pay(intentId, amount);
  await harness.record("moyasar", paymentId);
  return { paymentId, orderId };
}
const chargeBack = async (paymentId: string, amount: number, id = `stl:${paymentId}:1`) => {
  moyasar.chargebacks.push({ id, paymentId, amount: halalas(amount), settledAt: clock.now() });
  await harness.run("payments.read-chargebacks");
  return id;
};
const change = (statement: ReturnType<typeof sql>) => harness.db.run(statement);
/** The ledger refuses to be changed: its triggers are passed by, as nobody but the database's owner can. */
const forgetEntries = (condition: ReturnType<typeof sql>) =>
  harness.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from wallet.entries where ${condition}`);
  });
const daysLater = (days: number) => clock.advance(days * 86_400_000);

describe("money that agrees", () => {
  it("has no differences: deposits, refunds, chargebacks, an order and its refund", async () => {
    const first = await deposit(moyasar);
    await deposit(tap, 30_000);
    const { orderId } = await buyOrder();
    moyasar.change(first, { state: "refunded", refunded: halalas(5_000) });
    await harness.record("moyasar", first);
    await chargeBack(first, 7_000);
    await harness.deps.billing.refundOrder(harness.own("mer_1"), {
      orderId,
      amount_halalas: 1_000,
      reason: "test",
    });
    await harness.settle();
    await agree();
    expect(await differences()).toEqual([]);
    daysLater(1);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("has no differences when a chargeback was won, a deposit withdrawn and a period refunded", async () => {
    const first = await deposit(moyasar, 30_000);
    const { refundDeposit } = harness.deps.wallet;
    const refund = { payment_id: first, amount_halalas: 9_000, reason: "test" };
    await transact(harness.own("mer_1"), (ctx) => refundDeposit(ctx, refund));
    await harness.settle();
    const chargeback_id = await chargeBack(await deposit(moyasar), 8_000);
    await transact(harness.own("mer_1"), (ctx) =>
      harness.deps.payments.winChargeback(ctx, { chargeback_id }),
    );
    await harness.settle();
    const kinds = await harness.db.many<{ kind: string }>(sql`
      select kind from wallet.entries where kind in ('withdrawal', 'chargeback_won') order by kind`);
    expect(kinds).toEqual([{ kind: "chargeback_won" }, { kind: "withdrawal" }]);
    await agree();
    expect(await differences()).toEqual([]);
    daysLater(1);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("is compared once for a night, from two in the morning on", async () => {
    await deposit(moyasar);
    clock.set("2026-11-21T22:59:00Z");
    await agreeMoney(harness.deps)(harness.db);
    expect(await loadAgreementReport(harness.db, clock.now())).toBeUndefined();
    clock.set("2026-11-21T23:01:00Z");
    await agreeMoney(harness.deps)(harness.db);
    const report = await loadAgreementReport(harness.db, clock.now());
    expect(report).toMatchObject({
      state: "done",
      run: { night: "2026-11-22", until_at: new Date("2026-11-21T21:00:00Z") },
    });
    await agreeMoney(harness.deps)(harness.db);
    expect(await loadAgreementReport(harness.db, clock.now())).toEqual(report);
  });

  it("leaves failed payments and forms that nobody paid alone", async () => {
    const intentId = await harness.begin("moyasar", 20_000);
    moyasar.pay(intentId, 20_000, { state: "failed" });
    moyasar.pay(null, 20_000, { state: "pending" });
    await agree();
    expect(await differences()).toEqual([]);
  });
});

describe("a payment at the gateway", () => {
  it.each(["moyasar", "tap"] as const)(
    "that %s alone knows is found, and over once we know it",
    async (name) => {
      const gateway = name === "tap" ? tap : moyasar;
      const intentId = await harness.begin(name, 20_000);
      const { id } = gateway.pay(intentId, 20_000);
      await agree();
      expect(await differences()).toEqual([
        {
          kind: "payment_missing_here",
          source: name,
          reference: id,
          merchant_id: null,
          day: "2026-11-21",
          ours: null,
          theirs: 20_000,
          is_settled: true,
        },
      ]);
      await harness.record(name, id);
      await agree();
      expect(await differences()).toEqual([]);
    },
  );

  it("that only we know is found, and over once the gateway shows it", async () => {
    const id = await deposit(tap);
    const payment = tap.payments.get(id);
    tap.payments.delete(id);
    await agree();
    const missing = { kind: "payment_missing_there", source: "tap", merchant_id: "mer_1", theirs: null };
    expect(await differences()).toMatchObject([{ ...missing, reference: id, ours: 20_000 }]);
    if (payment) tap.payments.set(id, payment);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("of another amount is found, with the ledger's", async () => {
    const id = await deposit(moyasar);
    await change(sql`update payments.intents set amount_halalas = 2000`);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "ledger_deposit", source: "payments", reference: id, ours: 20_000, theirs: 2_000 },
      { kind: "payment_amount", source: "moyasar", reference: id, ours: 2_000, theirs: 20_000 },
    ]);
    await change(sql`update payments.intents set amount_halalas = 20000`);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("in another state is found: paid there and disputed here, paid here and failed there", async () => {
    const intentId = await harness.begin("moyasar", 20_000);
    const disputed = moyasar.pay(intentId, 19_999);
    await harness.record("moyasar", disputed.id);
    const failed = await deposit(tap);
    tap.change(failed, { state: "failed" });
    await agree();
    expect(await differences()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "payment_state", reference: disputed.id, ours: 0, theirs: 19_999 }),
        expect.objectContaining({ kind: "payment_state", reference: failed, ours: 20_000, theirs: 0 }),
      ]),
    );
    tap.change(failed, { state: "paid" });
    moyasar.change(disputed.id, { state: "failed" });
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("that lately changed waits: it is shown once that has settled, and gone when the other side follows", async () => {
    const id = await deposit(moyasar);
    clock.set("2026-11-21T23:30:00Z");
    moyasar.change(id, { state: "refunded", refunded: halalas(4_000) });
    clock.set("2026-11-21T23:40:00Z");
    await agreeMoney(harness.deps)(harness.db);
    expect(await differences()).toMatchObject([{ kind: "payment_refunded", is_settled: false }]);
    await agree();
    expect(await differences()).toMatchObject([{ is_settled: true, ours: 0, theirs: 4_000 }]);
    await harness.record("moyasar", id);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("of weeks ago that was refunded there is found by the gateway's list of what went back", async () => {
    const id = await deposit(tap);
    await agree();
    daysLater(30);
    tap.change(id, { state: "refunded", refunded: halalas(6_000) });
    daysLater(2);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "payment_refunded", source: "tap", reference: id, ours: 0, theirs: 6_000, is_settled: true },
    ]);
    await harness.record("tap", id);
    daysLater(1);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("whose refund of ours never reached the gateway is found", async () => {
    const payment_id = await deposit(moyasar);
    const refund = { payment_id, amount_halalas: 3_000, reason: "test" };
    await transact(harness.own("mer_1"), (ctx) => harness.deps.wallet.refundDeposit(ctx, refund));
    await harness.settle();
    moyasar.change(payment_id, { state: "paid", refunded: halalas(0) });
    daysLater(2);
    await agree();
    expect(await differences()).toMatchObject([{ kind: "payment_refunded", ours: 3_000, theirs: 0 }]);
  });
});

describe("a chargeback", () => {
  it("that only the gateway knows is found, and over once it is recorded", async () => {
    const paymentId = await deposit(moyasar);
    const id = `stl:${paymentId}:1`;
    moyasar.chargebacks.push({ id, paymentId, amount: halalas(8_000), settledAt: clock.now() });
    daysLater(1);
    await agree();
    expect(await differences()).toMatchObject([
      {
        kind: "chargeback",
        source: "moyasar",
        reference: id,
        merchant_id: "mer_1",
        ours: null,
        theirs: 8_000,
      },
    ]);
    await harness.run("payments.read-chargebacks");
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("that only we know, or of another amount, is found", async () => {
    const gone = await chargeBack(await deposit(moyasar), 8_000);
    const other = await chargeBack(await deposit(moyasar), 9_000);
    moyasar.chargebacks = moyasar.chargebacks
      .filter(({ id }) => id !== gone)
      .map((one) => ({ ...one, amount: halalas(9_500) }));
    daysLater(1);
    await agree();
    const found = (await differences()).map(({ reference, ours, theirs }) => ({ reference, ours, theirs }));
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ reference: gone, ours: 8_000, theirs: null });
    expect(found).toContainEqual({ reference: other, ours: 9_000, theirs: 9_500 });
  });

  it("that waited for a refund of ours is not shown until it was read again", async () => {
    const payment_id = await deposit(moyasar);
    clock.set("2026-11-21T20:00:00Z");
    moyasar.losesResponses = true;
    const refund = { payment_id, amount_halalas: 3_000, reason: "test" };
    await transact(harness.own("mer_1"), (ctx) => harness.deps.wallet.refundDeposit(ctx, refund));
    await harness.settle();
    const settledAt = clock.now();
    moyasar.chargebacks.push({ id: "stl:1:1", paymentId: payment_id, amount: halalas(20_000), settledAt });
    clock.set("2026-11-22T06:40:00Z");
    await harness.run("payments.read-chargebacks");
    moyasar.losesResponses = false;
    await harness.run("payments.sweep-refunds");
    await agree();
    expect(await differences()).toMatchObject([{ kind: "chargeback", ours: null, is_settled: false }]);
    clock.set("2026-11-23T06:40:00Z");
    await harness.run("payments.read-chargebacks");
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("settled yesterday is left until the payments have read it", async () => {
    const paymentId = await deposit(moyasar);
    const settledAt = clock.now();
    moyasar.chargebacks.push({ id: "stl:1:1", paymentId, amount: halalas(8_000), settledAt });
    await agree();
    expect(await differences()).toEqual([]);
  });
});

describe("the ledger", () => {
  it("without a deposit's entry is found, and over once it is credited", async () => {
    const intentId = await harness.begin("moyasar", 20_000);
    await change(sql`insert into wallet.write_lock (reason) values ('{}')`);
    const { id } = moyasar.pay(intentId, 20_000);
    await harness.record("moyasar", id);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "ledger_deposit", source: "payments", reference: id, ours: null, theirs: 20_000 },
    ]);
    await change(sql`delete from wallet.write_lock`);
    await harness.run("wallet.review-payments");
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("with a deposit that no payment stands behind is found", async () => {
    await aWallet(harness.db, "mer_2", 50_000, "deposit:no-such-payment");
    await agree();
    expect(await differences()).toMatchObject([
      {
        kind: "ledger_deposit",
        reference: "no-such-payment",
        merchant_id: "mer_2",
        ours: 50_000,
        theirs: null,
      },
    ]);
  });

  it("without the entries of a refund or a chargeback is found", async () => {
    const id = await deposit(moyasar);
    moyasar.change(id, { state: "refunded", refunded: halalas(5_000) });
    await harness.record("moyasar", id);
    await chargeBack(id, 6_000);
    await forgetEntries(sql`kind in ('refund', 'chargeback')`);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "ledger_chargeback", reference: id, ours: 0, theirs: 6_000 },
      { kind: "ledger_refund", reference: id, ours: 0, theirs: 5_000 },
    ]);
  });
});

describe("a sale", () => {
  it("that a payment did not bring is found, and over once the order is delivered", async () => {
    const { paymentId, orderId } = await buyOrder();
    await change(sql`delete from billing.order_payments`);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "sale", source: "payments", reference: paymentId, ours: null, theirs: 7_900 },
    ]);
    await change(sql`
      insert into billing.order_payments (merchant_id, payment_id, order_id, amount_halalas, result, recorded_at)
      values ('mer_1', ${paymentId}, ${orderId}, 7900, 'bought', ${clock.now()})`);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("that no payment stands behind is found", async () => {
    const { orderId } = await harness.order();
    await change(sql`
      insert into billing.order_payments (merchant_id, payment_id, order_id, amount_halalas, result, recorded_at)
      values ('mer_1', 'no-such-payment', ${orderId}, 7900, 'bought', ${clock.now()})`);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "sale", reference: "no-such-payment", day: "2026-11-21", ours: 7_900, theirs: null },
    ]);
  });

  it("whose refund the order does not know is found", async () => {
    const { paymentId } = await buyOrder();
    moyasar.change(paymentId, { state: "refunded", refunded: halalas(900) });
    await harness.record("moyasar", paymentId);
    await change(sql`update billing.orders set refunded_halalas = 0`);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "sale_refund", reference: paymentId, ours: 0, theirs: 900 },
    ]);
  });

  it("that was paid twice agrees while the second payment goes back, not when its refund was refused", async () => {
    const { intentId, amount } = await harness.order();
    moyasar.refusesRefunds = "refused";
    const [first, second] = [moyasar.pay(intentId, amount), moyasar.pay(intentId, amount)];
    await harness.record("moyasar", first.id);
    await harness.record("moyasar", second.id);
    await agree();
    expect(await differences()).toMatchObject([
      { kind: "sale", reference: second.id, ours: null, theirs: 7_900 },
    ]);
  });
});

describe("captured ad spend", () => {
  const account = { adAccountId: "aac_1", platform: "snapchat" } as const;
  const day = "2026-11-20" as RiyadhDay;
  const answer = { sha256: "a".repeat(64), bytes: 2, body: Buffer.from("{}") };
  const inTx = <T>(work: (ctx: Context) => Promise<T>) => transact(harness.own("mer_1"), work);
  /** The platform reported this spend, and it was settled. */
  async function report(spend: number) {
    const figures = { impressions: 1, clicks: 0, platformReportedPurchases: 0 };
    await inTx((ctx) =>
      ingestDays(ctx, account, [
        {
          ...figures,
          campaignId: "cmp_1",
          adId: "ad_1",
          day,
          spend: halalas(spend),
          platformReportedSales: halalas(0),
        },
      ]),
    );
  }
  const capture = (total: number) =>
    inTx((ctx) =>
      harness.deps.wallet.settleSpends(ctx, [{ campaign_id: "cmp_1", day, total_halalas: total }]),
    );
  beforeEach(async () => {
    await deposit(moyasar, 100_000);
    const since = new Date("2026-11-01T00:00:00Z");
    const ran = { ...aMeasuredCampaign, platform_id: "plat_1", may_spend_since: since };
    await measure(harness.own("mer_1"), ran);
    await inTx((ctx) => insertAnswer(ctx, account, { answer, days: [day] }));
  });
  const found = async () =>
    (await differences()).map(({ kind, source, reference, ours, theirs, is_settled }) => [
      kind,
      source,
      reference,
      ours,
      theirs,
      is_settled,
    ]);

  it("that is what the platform reported agrees, also after a correction and when a part is owed", async () => {
    await report(5_000);
    await capture(7_000);
    await capture(5_000);
    await agree();
    expect(await differences()).toEqual([]);
    await report(120_000);
    await capture(120_000);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("that differs from the last report is found, and over once it is settled", async () => {
    await report(5_000);
    await capture(4_000);
    await agree();
    expect(await found()).toEqual([["spend", "snapchat", "aac_1", 4_000, 5_000, true]]);
    await capture(5_000);
    await agree();
    expect(await differences()).toEqual([]);
  });

  it("that no report or no kept answer stands behind is found", async () => {
    await capture(3_000);
    await agree();
    expect(await found()).toEqual([["spend", "snapchat", "aac_1", 3_000, null, true]]);
    await report(3_000);
    await change(sql`delete from figures.answer_days`);
    await agree();
    expect(await found()).toEqual([["spend", "snapchat", "aac_1", 3_000, null, true]]);
  });

  it("waits for the settlement of what was just reported, and stays open when the week is over", async () => {
    await capture(4_000);
    clock.set("2026-11-21T23:30:00Z");
    await report(5_000);
    clock.set("2026-11-21T23:40:00Z");
    await agreeMoney(harness.deps)(harness.db);
    expect(await found()).toEqual([["spend", "snapchat", "aac_1", 4_000, 5_000, false]]);
    daysLater(20);
    await agree();
    expect(await found()).toEqual([["spend", "snapchat", "aac_1", 4_000, 5_000, true]]);
    await agree();
    expect(await found()).toHaveLength(1);
    await capture(5_000);
    await agree();
    expect(await differences()).toEqual([]);
  });
});

describe("a run", () => {
  const plant = async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const intentId = await harness.begin("moyasar", 20_000, `mer_${(count % 2) + 1}`);
      ids.push(moyasar.pay(intentId, 20_000).id);
    }
    for (let count = 0; count < 3; count += 1) await deposit(tap, 10_000 + count);
    return ids.sort();
  };
  const step = () => {
    let steps = 0;
    return () => steps++ > 0;
  };
  const night = () => clock.set("2026-11-22T00:00:00Z");
  const references = async () => (await differences()).map(({ reference }) => reference).sort();

  it("that is stopped after every step goes on where it was, and finds the same", async () => {
    const ids = await plant();
    night();
    let calls = 0;
    for (; (await loadAgreementReport(harness.db, clock.now()))?.state !== "done"; calls += 1) {
      expect(calls).toBeLessThan(60);
      await agreeMoney(harness.deps)(harness.db, { isOver: step() });
    }
    expect(calls).toBeGreaterThan(10);
    expect(await references()).toEqual(ids);
  });

  it("that is killed within a step makes it once more, and nothing twice", async () => {
    const ids = await plant();
    night();
    const real = harness.deps.payments;
    const tried = new Set<string>();
    const payments: typeof real = {
      ...real,
      async loadRecordedPayments(db, all) {
        const isFirst = !tried.has(all.join());
        tried.add(all.join());
        if (isFirst) throw new Error("the process was killed");
        return real.loadRecordedPayments(db, all);
      },
    };
    for (let calls = 0; (await loadAgreementReport(harness.db, clock.now()))?.state !== "done"; calls += 1) {
      expect(calls).toBeLessThan(60);
      await agreeMoney({ ...harness.deps, payments })(harness.db);
    }
    expect(await references()).toEqual(ids);
  });

  it("of two processes at once records each difference once", async () => {
    const ids = await plant();
    night();
    const agreeOnce = () => agreeMoney(harness.deps)(harness.db);
    await Promise.all([agreeOnce(), agreeOnce(), agreeOnce()]);
    await agreeOnce();
    expect(await loadAgreementReport(harness.db, clock.now())).toMatchObject({ state: "done" });
    expect(await references()).toEqual(ids);
    const { checked } = await harness.db.one<{ checked: number }>(sql`
      select checked from finance.agreement_parts where part = 'payments:moyasar'`);
    expect(checked).toBe(12);
  });

  it("waits for a gateway that does not answer while everything else is compared", async () => {
    const intentId = await harness.begin("moyasar", 20_000);
    const unknown = moyasar.pay(intentId, 20_000);
    await deposit(tap);
    tap.isDown = true;
    await agree();
    expect(await references()).toEqual([unknown.id]);
    expect(await loadAgreementReport(harness.db, clock.now())).toMatchObject({ state: "running" });
    const stuck = await harness.db.many<{ part: string; fault: string }>(sql`
      select part, fault from finance.agreement_parts where not is_done order by position`);
    expect(stuck).toEqual([
      { part: "payments:tap", fault: "later" },
      { part: "returns:tap", fault: "later" },
      { part: "paid:wallet_deposit", fault: "later" },
    ]);
    clock.set("2026-11-22T03:01:00Z");
    expect(await loadAgreementReport(harness.db, clock.now())).toMatchObject({ state: "late" });
    tap.isDown = false;
    await agreeMoney(harness.deps)(harness.db);
    expect(await loadAgreementReport(harness.db, clock.now())).toMatchObject({ state: "done" });
  });

  it("that begins in the morning, as on the product's first day, is not late at once", async () => {
    tap.isDown = true;
    clock.set("2026-11-22T09:00:00Z");
    await agreeMoney(harness.deps)(harness.db);
    const stateAt = async (at: string) => (await loadAgreementReport(harness.db, new Date(at)))?.state;
    expect(await stateAt("2026-11-22T09:11:00Z")).toBe("running");
    expect(await stateAt("2026-11-22T09:13:00Z")).toBe("late");
  });

  it("that did not end is followed by one that reaches as far back", async () => {
    const id = await deposit(tap);
    tap.payments.delete(id);
    tap.isDown = true;
    await agree();
    tap.isDown = false;
    await agree();
    expect(await differences()).toMatchObject([{ kind: "payment_missing_there", reference: id }]);
    const runs = await harness.db.many<{ night: string; finished: boolean }>(sql`
      select night, finished_at is not null as finished from finance.agreement_runs order by night`);
    expect(runs).toEqual([
      { night: "2026-11-22", finished: false },
      { night: "2026-11-23", finished: true },
    ]);
  });

  it("that is late raises the alarm", async () => {
    await agree();
    const alarms: object[] = [];
    const log = { ...harness.deps.log, error: (details: object) => void alarms.push(details) } as never;
    const watch = watchAgreement({ systemClock: clock, log });
    await watch(harness.db, { upSeconds: 10_000 });
    expect(alarms).toEqual([]);
    daysLater(2);
    await watch(harness.db, { upSeconds: 60 });
    expect(alarms).toEqual([]);
    await watch(harness.db, { upSeconds: 10_000 });
    expect(alarms).toMatchObject([{ alarm: "agreement_late", age_seconds: 172_800 }]);
  });

  it("names no payment of a gateway whose keys are gone as missing", async () => {
    const id = await deposit(tap);
    const payments = { ...harness.deps.payments, listGateways: () => ["moyasar"] };
    clock.set("2026-11-22T00:00:00Z");
    await agreeMoney({ ...harness.deps, payments })(harness.db);
    expect(await references()).not.toContain(id);
    expect(await loadAgreementReport(harness.db, clock.now())).toMatchObject({ state: "done" });
  });
});
