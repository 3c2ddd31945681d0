import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { openPaymentsHarness, type PaymentsHarness } from "../testing/payments-harness.ts";
import { saveRequestedRefunds } from "./attempts.store.ts";

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await testDb());
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness.stop();
  await harness.db.close();
});

const request = (paymentId: string, amount: number, subject = "wdp_1", merchantId = "mer_1") =>
  transact(testContext(harness.db, merchantId), (ctx) =>
    harness.payments.requestRefund(ctx, {
      payment_id: paymentId,
      amount_halalas: amount,
      subject,
      reason: "test",
    }),
  );
const list = async (merchantId = "mer_1") =>
  harness.payments.listRefundable(testContext(harness.db, merchantId), { purposes: ["wallet_deposit"] });
const refunded = (paymentId: string) => harness.gateway.payments.get(paymentId)?.refunded;
const finished = () => harness.published("payments.refund_finished");

describe("what may be refunded", () => {
  it("lists paid payments with what they have left, newest first, and no other merchant's", async () => {
    const older = await harness.aPaidPayment(20_000);
    harness.passMinutes(5);
    const newer = await harness.aPaidPayment(30_000);
    await harness.aPaidPayment(10_000, "mer_2");
    await request(older.paymentId, 5_000);
    expect(await list()).toMatchObject([
      { payment_id: newer.paymentId, refundable_halalas: 30_000, card: { brand: "mada", last_four: "1010" } },
      { payment_id: older.paymentId, refundable_halalas: 15_000, pending_halalas: 5_000, method: "card" },
    ]);
    await harness.settle();
    expect((await list())[1]).toMatchObject({ refunded_halalas: 5_000, pending_halalas: 0 });
  });

  it("leaves out a payment that has nothing left", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await request(paymentId, 20_000);
    expect(await list()).toEqual([]);
  });
});

describe("the list of a merchant's payments", () => {
  it("holds those that have nothing left too, newest first, and no other merchant's", async () => {
    const older = await harness.aPaidPayment(20_000);
    harness.passMinutes(5);
    const newer = await harness.aPaidPayment(30_000);
    await harness.aPaidPayment(10_000, "mer_2");
    await request(newer.paymentId, 30_000);
    await harness.settle();
    const own = testContext(harness.db, "mer_1");
    const purposes = ["wallet_deposit"] as const;
    const listed = await harness.payments.listPayments(own, { purposes, size: 20 });
    expect(listed).toMatchObject([
      { payment_id: newer.paymentId, refunded_halalas: 30_000, refundable_halalas: 0 },
      { payment_id: older.paymentId, refundable_halalas: 20_000, charged_back_halalas: 0 },
    ]);
    expect(await harness.payments.listPayments(own, { purposes, size: 1 })).toHaveLength(1);
    expect(await harness.payments.listPayments(own, { purposes: ["top_up"], size: 20 })).toEqual([]);
  });
});

describe("a requested refund", () => {
  it("that explains what went back before is seen by the next review", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    const at = new Date("2026-11-24T09:00:00Z");
    await transact(testContext(harness.db, "mer_1"), (ctx) =>
      saveRequestedRefunds(ctx, { gateway: "moyasar", id: paymentId, requested_refunds_halalas: 0, at }),
    );
    const changed = await harness.db.one(sql`
      select money_changed_at from payments.attempts where id = ${paymentId}`);
    expect(changed).toEqual({ money_changed_at: at });
  });

  it("goes back once, and tells its requester by its own reference", async () => {
    const { intentId, paymentId } = await harness.aPaidPayment(20_000);
    const { refund_id } = await request(paymentId, 5_000);
    await harness.settle();
    expect(refunded(paymentId)).toBe(5_000);
    expect(await finished()).toMatchObject([
      {
        refund_id,
        intent_id: intentId,
        subject: "wdp_1",
        amount_halalas: 5_000,
        result: "done",
        failure: null,
      },
    ]);
    expect(await harness.published("payments.refunded")).toMatchObject([
      { refunded_halalas: 5_000, requested_halalas: 5_000 },
    ]);
  });

  it("is not larger than what is left, also when two are requested", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await request(paymentId, 15_000, "wdp_1");
    await expect(request(paymentId, 5_001, "wdp_2")).rejects.toMatchObject({
      code: "payments.refund_too_large",
      params: { left: "50.00" },
    });
    await expect(request(paymentId, 100, "wdp_3", "mer_2")).rejects.toMatchObject({ code: "base.not_found" });
  });

  it("requested again under the same reference is one refund", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    const first = await request(paymentId, 15_000);
    expect(await request(paymentId, 15_000)).toEqual(first);
    await harness.settle();
    expect(await request(paymentId, 15_000)).toEqual(first);
    expect(refunded(paymentId)).toBe(15_000);
  });

  it("whose response was lost is looked for and not sent twice", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    harness.gateway.losesResponses = true;
    await request(paymentId, 5_000);
    await harness.settle();
    expect(await finished()).toEqual([]);
    harness.gateway.losesResponses = false;
    harness.passMinutes(3);
    await harness.run("payments.sweep-refunds");
    expect(refunded(paymentId)).toBe(5_000);
    expect(harness.gateway.refunds).toHaveLength(1);
    expect(await finished()).toHaveLength(1);
  });

  it("is finished after the process was killed between the refund and its record", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    const { refund_id } = await request(paymentId, 5_000);
    await harness.db.run(sql`
      update payments.refunds set state = 'sending', refunded_before_halalas = 0,
        next_try_at = ${harness.systemClock.now()} where id = ${refund_id}`);
    harness.gateway.change(paymentId, { state: "refunded", refunded: halalas(5_000) });
    await harness.run("payments.sweep-refunds");
    expect(harness.gateway.refunds).toEqual([]);
    expect(await finished()).toMatchObject([{ refund_id, result: "done" }]);
  });

  it("waits while the gateway is down for an hour, and goes back when it is up", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    harness.gateway.isDown = true;
    await request(paymentId, 5_000);
    await harness.settle();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      await harness.run("payments.sweep-refunds");
      harness.passMinutes(10);
    }
    expect(await finished()).toEqual([]);
    harness.gateway.isDown = false;
    harness.passMinutes(60);
    await harness.run("payments.sweep-refunds");
    await harness.run("payments.sweep-refunds");
    expect(harness.gateway.refunds).toHaveLength(1);
    expect(await finished()).toMatchObject([{ result: "done" }]);
  });

  it("that the gateway refuses ends with its reason, and what it took is left again", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    harness.gateway.refusesRefunds = "too_late";
    await request(paymentId, 5_000);
    await harness.settle();
    expect(await finished()).toMatchObject([{ result: "refused", failure: "too_late" }]);
    expect(await list()).toMatchObject([{ refundable_halalas: 20_000, refunded_halalas: 0 }]);
  });

  it("waits for another refund of the same payment, and both go back", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    harness.gateway.losesResponses = true;
    await request(paymentId, 5_000, "wdp_1");
    await request(paymentId, 6_000, "wdp_2");
    await harness.settle();
    harness.gateway.losesResponses = false;
    for (let count = 0; count < 4; count += 1) {
      harness.passMinutes(10);
      await harness.run("payments.sweep-refunds");
    }
    expect(refunded(paymentId)).toBe(11_000);
    expect(await finished()).toHaveLength(2);
    expect(await harness.published("payments.refunded")).toMatchObject([
      { refunded_halalas: 5_000, requested_halalas: 5_000 },
      { refunded_halalas: 11_000, requested_halalas: 11_000 },
    ]);
  });

  it("is told apart from one that the gateway's own people made", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    harness.gateway.change(paymentId, { state: "refunded", refunded: halalas(3_000) });
    await harness.db.run(sql`update payments.attempts set next_read_at = ${harness.systemClock.now()}`);
    await harness.run("wallet.reread-payments");
    await request(paymentId, 5_000);
    await harness.settle();
    expect(await harness.published("payments.refunded")).toMatchObject([
      { refunded_halalas: 3_000, requested_halalas: 0 },
      { refunded_halalas: 8_000, requested_halalas: 5_000 },
    ]);
  });

  it("is sent once when the clock jumps forward while a sender has it", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await request(paymentId, 5_000);
    await harness.settle();
    harness.passMinutes(26 * 60);
    await harness.run("payments.sweep-refunds");
    harness.systemClock.set("2026-11-20T09:00:00Z");
    await harness.run("payments.sweep-refunds");
    expect(harness.gateway.refunds).toHaveLength(1);
    expect(await finished()).toHaveLength(1);
  });

  it("that its requester missed is found by the review", async () => {
    const { paymentId } = await harness.aPaidPayment(20_000);
    await request(paymentId, 5_000);
    await harness.settle();
    const found = await harness.payments.listFinishedRefunds(harness.db, {
      purposes: ["wallet_deposit"],
      after: { changedAt: new Date(0), id: "" },
      until: harness.systemClock.now(),
      size: 10,
    });
    expect(found).toMatchObject([
      { merchant_id: "mer_1", subject: "wdp_1", result: "done", amount_halalas: 5_000 },
    ]);
  });
});
