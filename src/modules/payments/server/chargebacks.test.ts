import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { openPaymentsHarness, type PaymentsHarness } from "../testing/payments-harness.ts";

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await testDb());
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness.stop();
  await harness.db.close();
});

const chargeBack = (id: string, paymentId: string, amount: number) =>
  harness.gateway.chargebacks.push({
    id,
    paymentId,
    amount: halalas(amount),
    settledAt: harness.systemClock.now(),
  });
const read = () => harness.run("payments.read-chargebacks");
const published = () => harness.published("payments.charged_back");

describe("a chargeback", () => {
  it("is published once, however often the settlements are read", async () => {
    const { intentId, paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    harness.passMinutes(24 * 60);
    await read();
    expect(await published()).toMatchObject([
      { chargeback_id: "cb_1", intent_id: intentId, purpose: "wallet_deposit", amount_halalas: 20_000 },
    ]);
  });

  it("leaves nothing to refund of what it took", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 15_000);
    await read();
    const ctx = testContext(harness.db);
    expect(await harness.payments.listRefundable(ctx, { purposes: ["wallet_deposit"] })).toMatchObject([
      { refundable_halalas: 5_000 },
    ]);
  });

  it("of a payment that was refunded takes only what was left", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await refundAtGateway(paymentId, 12_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    expect(await published()).toMatchObject([{ amount_halalas: 8_000 }]);
  });

  it("that the gateway shows as a refund later is not taken twice", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    await refundAtGateway(paymentId, 20_000);
    expect(await harness.published("payments.refunded")).toMatchObject([
      { refunded_halalas: 20_000, requested_halalas: 20_000 },
    ]);
  });

  it("of a payment that nobody knows is left to a person", async () => {
    chargeBack("cb_1", "5b2d0c1e-4f0a-4c57-9f7e-0a8f5d1c2b3a", 5_000);
    await read();
    expect(await published()).toEqual([]);
  });

  it("is found when the gateway was down on the day it was settled", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await read();
    harness.gateway.isDown = true;
    chargeBack("cb_1", paymentId, 20_000);
    for (const _day of [1, 2, 3]) {
      harness.passMinutes(24 * 60);
      await read();
    }
    harness.gateway.isDown = false;
    harness.passMinutes(24 * 60);
    await read();
    expect(await published()).toHaveLength(1);
  });

  it("that its owner missed is found by the review", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    const review = { after: { changedAt: new Date(0), id: "" }, until: harness.systemClock.now(), size: 10 };
    const found = await harness.payments.listChargebacks(harness.db, {
      purposes: ["wallet_deposit"],
      ...review,
    });
    expect(found).toMatchObject([{ chargeback_id: "cb_1", merchant_id: "mer_1", amount_halalas: 20_000 }]);
    expect(await harness.payments.listChargebacks(harness.db, { purposes: ["order"], ...review })).toEqual(
      [],
    );
  });
});

describe("a chargeback that was won", () => {
  const win = (chargeback_id = "cb_1", merchantId = "mer_1") =>
    transact(testContext(harness.db, merchantId), (ctx) =>
      harness.payments.winChargeback(ctx, { chargeback_id }),
    );
  const won = () => harness.published("payments.chargeback_won");

  it("is published once, though the settlements still list it, and its money may be refunded again", async () => {
    const { intentId, paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    harness.passMinutes(60);
    for (const _time of [1, 2, 3]) await win();
    await read();
    expect([await published(), await won()]).toMatchObject([
      [{ chargeback_id: "cb_1" }],
      [{ chargeback_id: "cb_1", intent_id: intentId, payment_id: paymentId, amount_halalas: 20_000 }],
    ]);
    const ctx = testContext(harness.db);
    expect(await harness.payments.listRefundable(ctx, { purposes: ["wallet_deposit"] })).toMatchObject([
      { refundable_halalas: 20_000 },
    ]);
    expect(await harness.payments.listMerchantChargebacks(ctx, { size: 5 })).toMatchObject([
      { id: "cb_1", purpose: "wallet_deposit", won_at: expect.any(Date) },
    ]);
  });

  it("is found by the review of an owner that missed it, after the chargeback itself", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    const changedAt = harness.systemClock.now();
    harness.passMinutes(60);
    await win();
    const after = { changedAt, id: "cb_1" };
    const review = {
      purposes: ["wallet_deposit"],
      after,
      until: harness.systemClock.now(),
      size: 10,
    } as const;
    expect(await harness.payments.listChargebacks(harness.db, review)).toMatchObject([{ is_won: true }]);
  });

  it("takes its rest once the money that another one took came back; staff see and win it as one", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 15_000);
    chargeBack("cb_2", paymentId, 12_000);
    await read();
    await win();
    for (const _time of [1, 2]) await read();
    expect(await published()).toMatchObject([
      { chargeback_id: "cb_1", amount_halalas: 15_000 },
      { chargeback_id: "cb_2", amount_halalas: 5_000 },
      { chargeback_id: "cb_2+1", amount_halalas: 7_000 },
    ]);
    const ctx = testContext(harness.db);
    const [shown] = await harness.payments.listMerchantChargebacks(ctx, { size: 1 });
    expect(shown).toMatchObject({ id: "cb_2", amount_halalas: 12_000, won_at: null });
    expect([await win("cb_2"), await win("cb_2")]).toEqual([true, false]);
    expect((await won()).map(({ chargeback_id }) => chargeback_id)).toEqual(["cb_1", "cb_2", "cb_2+1"]);
    await read();
    expect(await published()).toHaveLength(3);
  });

  it("is another merchant's for nobody", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    await expect(win("cb_1", "mer_2")).rejects.toMatchObject({ code: "base.not_found" });
    await expect(win("cb_2")).rejects.toMatchObject({ code: "base.not_found" });
  });
});

describe("a card whose payment the bank took back", () => {
  const findCard = (id: string) => harness.payments.findCard(testContext(harness.db), id);

  it("is not charged without its cardholder, until the chargeback is won", async () => {
    await harness.aCard({ id: "crd_off" });
    await harness.chargeOffSession({ cardId: "crd_off" });
    await harness.settle();
    const [paymentId = ""] = harness.gateway.charges;
    chargeBack("cb_1", paymentId, 9_900);
    await read();
    expect(await findCard("crd_off")).toMatchObject({ is_charged_back: true });
    await expect(harness.chargeOffSession({ cardId: "crd_off" })).rejects.toMatchObject({
      code: "payments.card_charged_back",
    });
    await transact(testContext(harness.db), (ctx) =>
      harness.payments.winChargeback(ctx, { chargeback_id: "cb_1" }),
    );
    expect(await findCard("crd_off")).toMatchObject({ is_charged_back: false });
    await harness.chargeOffSession({ cardId: "crd_off" });
    await harness.settle();
    expect(harness.gateway.charges).toHaveLength(2);
  });

  it("is known by its last digits when the form took the payment", async () => {
    await harness.aCard({ id: "crd_off" });
    const { paymentId } = await harness.aPaidPayment(20_000);
    chargeBack("cb_1", paymentId, 20_000);
    await read();
    expect(await findCard("crd_off")).toMatchObject({ is_charged_back: true });
    await harness.db.run(sql`update payments.attempts set card_last_four = '2020'`);
    expect(await findCard("crd_off")).toMatchObject({ is_charged_back: false });
  });
});

async function refundAtGateway(paymentId: string, amount: number) {
  harness.gateway.change(paymentId, { state: "refunded", refunded: halalas(amount) });
  await harness.db.run(sql`update payments.attempts set next_read_at = ${harness.systemClock.now()}`);
  await harness.run("wallet.reread-payments");
}
