import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import type { PaymentFailure } from "../contract/enums.ts";
import { webhookSecret } from "../testing/fake-gateway.ts";
import { openPaymentsHarness, type PaymentsHarness } from "../testing/payments-harness.ts";

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await testDb());
});
beforeEach(async () => {
  await harness.reset();
  await harness.aCard({ id: "crd_off" });
});
afterAll(async () => {
  await harness.stop();
  await harness.db.close();
});

const failures = () => harness.published("payments.failed");
const find = (intentId: string) =>
  harness.payments.findIntent(testContext(harness.db), { purpose: "subscription", intentId });

describe("a charge without the cardholder", () => {
  it("succeeds once, with the purpose and subject of its owner", async () => {
    const intent = await harness.chargeOffSession();
    await harness.settle();
    expect(await harness.published("payments.succeeded")).toMatchObject([
      { intent_id: intent.id, purpose: "subscription", subject: "per_1", amount_halalas: 9_900 },
    ]);
    expect(harness.gateway.charges).toHaveLength(1);
    expect(harness.gateway.lastCharge?.offSession).toBe(true);
  });

  it.each<[PaymentFailure, boolean]>([
    ["balance", true],
    ["limit", true],
    ["bank_unavailable", true],
    ["blocked_card", false],
    ["expired_card", false],
    ["refused", false],
  ])("declined as %s may be tried on a later day: %s", async (failure, is_soft) => {
    harness.gateway.chargeResult = { state: "failed", failure };
    await harness.chargeOffSession();
    await harness.settle();
    expect(await failures()).toMatchObject([{ failure, is_soft, subject: "per_1" }]);
  });

  it("that the bank wants on its page is a hard failure, and never waits for anybody", async () => {
    harness.gateway.chargeResult = { state: "pending", actionUrl: "https://bank.example/3ds" };
    const { id } = await harness.chargeOffSession();
    await harness.settle();
    expect(await failures()).toMatchObject([{ failure: "authentication_required", is_soft: false }]);
    expect(await find(id)).toMatchObject({ status: "failed", action_url: null });
  });

  it("is made once when the process was killed after the charge and before its record", async () => {
    harness.gateway.losesResponses = true;
    const { id } = await harness.chargeOffSession();
    const { id: paymentId } = await harness.db.one<{ id: string }>(
      sql`select id from payments.attempts where intent_id = ${id}`,
    );
    await harness.gateway.chargeCard({ ...aCharge, paymentId, intentId: id }).catch(() => undefined);
    harness.gateway.losesResponses = false;
    await harness.settle();
    expect(harness.gateway.charges).toEqual([paymentId]);
    expect(await harness.published("payments.succeeded")).toHaveLength(1);
  });

  it("is made though the merchant left twenty forms open", async () => {
    const openForm = () =>
      transact(testContext(harness.db), (ctx) =>
        harness.payments.createIntent(ctx, {
          purpose: "wallet_deposit",
          subject: "mer_1",
          amount_halalas: 20_000,
          save_card: false,
          language: "ar",
        }),
      );
    for (let forms = 0; forms < 20; forms += 1) await openForm();
    expect(await openForm()).toMatchObject({ kind: "too_many_open" });
    await harness.chargeOffSession();
    await harness.settle();
    expect(await harness.published("payments.succeeded")).toMatchObject([{ purpose: "subscription" }]);
  });

  it("waits while the gateway is down for an hour, and is made once when it is up", async () => {
    harness.gateway.isDown = true;
    await harness.chargeOffSession();
    await harness.settle();
    for (let minutes = 0; minutes < 60; minutes += 20) {
      harness.passMinutes(20);
      await harness.run("payments.charge-waiting");
    }
    expect(harness.gateway.charges).toEqual([]);
    harness.gateway.isDown = false;
    await harness.run("payments.charge-waiting");
    await harness.run("payments.charge-waiting");
    expect(harness.gateway.charges).toHaveLength(1);
    expect(await harness.published("payments.succeeded")).toHaveLength(1);
  });

  it("that finds no gateway for a day fails softly, and is not made after that", async () => {
    harness.gateway.isDown = true;
    const { id } = await harness.chargeOffSession();
    await harness.settle();
    harness.passMinutes(25 * 60);
    harness.gateway.isDown = false;
    await harness.run("wallet.sweep-deposits");
    await harness.run("payments.charge-waiting");
    expect(harness.gateway.charges).toEqual([]);
    expect(await failures()).toMatchObject([{ failure: "bank_unavailable", is_soft: true }]);
    expect(await find(id)).toMatchObject({ status: "expired" });
  });

  it("reads nothing of the gateway that it does not need, also when a webhook says what is known", async () => {
    const { id } = await harness.chargeOffSession();
    await harness.settle();
    const [paymentId = ""] = harness.gateway.charges;
    expect(harness.gateway.reads).toEqual([paymentId]);
    await receive({ id: "evt_1", type: "payment_paid", payment_id: paymentId });
    expect(harness.gateway.reads).toHaveLength(1);
    harness.gateway.change(paymentId, { state: "refunded", refunded: halalas(9_900) });
    // The refund is found, whichever of the two is worked on first.
    await receive(
      { id: "evt_2", type: "payment_paid", payment_id: paymentId },
      { id: "evt_3", type: "payment_refunded", payment_id: paymentId },
    );
    expect(harness.gateway.reads).toEqual([paymentId, paymentId]);
    expect(await find(id)).toMatchObject({ status: "refunded" });
  });

  it("is recorded by its webhook when its own job could not", async () => {
    const { id } = await harness.chargeOffSession();
    const { id: paymentId } = await harness.db.one<{ id: string }>(
      sql`select id from payments.attempts where intent_id = ${id}`,
    );
    harness.gateway.pay(id, 9_900, { id: paymentId });
    await receive({ id: "evt_1", type: "payment_paid", payment_id: paymentId });
    expect(await harness.published("payments.succeeded")).toHaveLength(1);
    expect(harness.gateway.charges).toEqual([]);
  });

  it("is not checked each minute while it waits for its turn", async () => {
    await harness.chargeOffSession();
    harness.passMinutes(2);
    await harness.run("wallet.sweep-deposits");
    expect(harness.gateway.reads).toEqual([]);
  });

  it("by a card that was removed meanwhile fails and charges nothing", async () => {
    await harness.chargeOffSession();
    await harness.db.run(sql`update payments.cards set removed_at = now()`);
    await harness.settle();
    expect(harness.gateway.charges).toEqual([]);
    expect(await failures()).toMatchObject([{ is_soft: false }]);
  });
});

async function receive(...events: Record<string, string>[]) {
  for (const event of events)
    await harness.server.app.inject({
      method: "POST",
      url: "/webhooks/moyasar",
      payload: { secret: webhookSecret, ...event },
    });
  await harness.settle();
}

const aCharge = {
  cardToken: "token_crd_off",
  amount: 9_900 as never,
  description: "",
  returnUrl: "",
  language: "ar" as const,
  offSession: true,
};
