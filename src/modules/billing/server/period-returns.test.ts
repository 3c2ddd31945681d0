import { beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { cancel, payRenewal, setPaymentMethod } from "./change-subscription.ts";
import { loadEntitlement } from "./entitlement.ts";
import { refundPeriod } from "./refund-period.ts";
import { presentSubscription } from "./subscription.present.ts";
import { upgrade } from "./upgrade.ts";

const billing = setUpBilling({ at: "2026-12-31T09:00:00Z" });
const renewedAt = "2027-01-31T09:00:30Z";
/** The renewal that the card paid on 31 January: 249 riyals. */
let paymentId: string;

beforeEach(async () => {
  await billing.addMerchant();
  await aSubscription(billing.own());
  await advance(renewedAt);
  [paymentId = ""] = billing.gateway.charges;
});

const advance = async (at: string) => {
  await billing.advance(at);
  await billing.settle();
};
const price = 24_900;
const subscription = () => loadSubscription(billing.db);
const periods = async () =>
  (await listPeriodRows(billing.db)).map(({ state, returned_halalas }) => [state, returned_halalas]);
const isOpen = async () => (await loadEntitlement(billing.own())) !== null;
const documents = async () =>
  (
    await billing.db.many<{ kind: string; gross_halalas: number }>(
      sql`select kind, gross_halalas from billing.invoices order by counter`,
    )
  ).map(({ kind, gross_halalas }) => [kind, gross_halalas]);
/** Publishes an event of a payment again, as if it had been delivered late. */
const publish = (
  name: "payments.succeeded" | "payments.refunded" | "payments.charged_back",
  changes: object = {},
) =>
  transact(billing.own(), async (ctx) => {
    const { id: intent_id, subject } = await ctx.tx.one<{ id: string; subject: string }>(sql`
      select intents.id, subject from payments.intents
      join payments.attempts on attempts.intent_id = intents.id where attempts.id = ${paymentId}`);
    const event = {
      intent_id,
      subject,
      purpose: "subscription",
      payment_id: paymentId,
      amount_halalas: price,
    };
    await ctx.tx.publish({ name, merchant_id: "mer_1", ...event, ...changes } as never);
  });
const five = [1, 2, 3, 4, 5];

describe("a payment that the gateway gave back", () => {
  it("as a whole ends the subscription now, closes paid tools, and is credited once, five times reported", async () => {
    expect(await isOpen()).toBe(true);
    await billing.refundAtGateway(paymentId, price);
    for (const _time of five) await publish("payments.refunded", { refunded_halalas: price });
    await billing.settle();
    expect(await subscription()).toMatchObject({ state: "expired", ended_by: "refund", next_step_at: null });
    expect(await isOpen()).toBe(false);
    expect(await periods()).toEqual([
      ["paid", 0],
      ["paid", price],
    ]);
    expect(await documents()).toEqual([
      ["invoice", price],
      ["credit_note", price],
    ]);
    const view = await presentSubscription(billing.deps)(billing.own(), "en");
    expect(view).toMatchObject({
      subscription: { is_open: false, next: null },
      notices: [{ kind: "ended_by_refund" }],
    });
    await advance("2027-02-28T09:00:30Z");
    expect(billing.gateway.charges).toHaveLength(1);
  });

  it("in parts is credited part by part, and ends nothing before the last", async () => {
    await billing.refundAtGateway(paymentId, 10_000);
    expect([(await subscription()).state, await isOpen()]).toEqual(["active", true]);
    await billing.refundAtGateway(paymentId, price);
    await publish("payments.refunded", { refunded_halalas: 10_000 });
    await billing.settle();
    expect((await subscription()).state).toBe("expired");
    expect(await documents()).toEqual([
      ["invoice", price],
      ["credit_note", 10_000],
      ["credit_note", 14_900],
    ]);
  });

  it("after its period was over is credited, and the one that runs goes on", async () => {
    await advance("2027-02-28T09:00:30Z");
    await billing.refundAtGateway(paymentId, price);
    expect((await subscription()).state).toBe("active");
    expect(await periods()).toEqual([
      ["paid", 0],
      ["paid", price],
      ["paid", 0],
    ]);
    expect(await documents()).toHaveLength(3);
  });

  it("of an upgrade gives the plan before back, as long as it was paid, on its own day", async () => {
    billing.clock.set("2027-02-10T09:00:00Z");
    const payment = { source: "card", card_id: "crd_mer_1", save_card: false } as const;
    const larger = { plan_version_id: "plv_pro_1", duration_months: 1, payment } as const;
    await upgrade(billing.deps)(billing.own(), { input: larger, language: "ar" });
    await billing.settle();
    const [, , upgraded] = await listPeriodRows(billing.db);
    expect(await subscription()).toMatchObject({ plan_version_id: "plv_pro_1" });
    await billing.refundAtGateway(upgraded?.payment_id ?? "", upgraded?.due_halalas ?? 0);
    expect(await subscription()).toMatchObject({ state: "active", plan_version_id: "plv_growth_1" });
    await advance("2027-02-28T09:00:30Z");
    await advance("2027-03-31T09:00:30Z");
    expect(await subscription()).toMatchObject({
      state: "active",
      current_ends_at: new Date("2027-04-30T09:00:00Z"),
    });
    // Two renewals and the upgrade, then two renewals more.
    expect(billing.gateway.charges).toHaveLength(4);
  });

  it("of a subscription that was being ended ends it now, and an upgrade that waited is given up", async () => {
    await cancel(billing.deps)(billing.own());
    await billing.refundAtGateway(paymentId, price);
    expect(await subscription()).toMatchObject({ state: "expired", reopens_as: "cancelled" });
  });
});

describe("what went back is carried out", () => {
  /** As if the events of payments had been given up. */
  const loseEvents = () => billing.db.run(sql`delete from base.events where position is null`);

  it("though it is reported before the payment itself", async () => {
    await billing.advance("2027-02-28T09:00:30Z");
    const { id } = await billing.db.one<{ id: string }>(
      sql`select id from payments.attempts where state = 'requested'`,
    );
    paymentId = id;
    await publish("payments.refunded", { refunded_halalas: price });
    await publish("payments.succeeded");
    await publish("payments.succeeded");
    await billing.settle();
    expect((await subscription()).state).toBe("expired");
    expect(await documents()).toEqual([
      ["invoice", price],
      ["invoice", price],
      ["credit_note", price],
    ]);
  });

  it("by the review, once, when all events of it were lost", async () => {
    billing.gateway.change(paymentId, { state: "refunded", refunded: price as never });
    await billing.db.run(sql`update payments.attempts set next_read_at = ${billing.clock.now()}`);
    await billing.run("wallet.reread-payments");
    await loseEvents();
    billing.passMinutes(2);
    await billing.run("billing.review-periods");
    await billing.run("billing.review-periods");
    expect((await subscription()).state).toBe("expired");
    expect(await documents()).toHaveLength(2);
  });

  it("not at all for a payment that the period did not need", async () => {
    await publish("payments.refunded", { payment_id: "another", refunded_halalas: price });
    await billing.settle();
    expect((await subscription()).state).toBe("active");
    expect(await documents()).toHaveLength(1);
  });
});

describe("a chargeback", () => {
  it("of the running period ends the subscription, and its card renews nothing any more", async () => {
    await billing.chargeBack("cb_1", paymentId, price);
    for (const _time of five) await publish("payments.charged_back", { chargeback_id: "cb_1" });
    await billing.settle();
    expect(await subscription()).toMatchObject({ state: "expired", ended_by: "chargeback" });
    expect(await documents()).toHaveLength(2);
    await aSubscription(billing.own());
    await advance("2027-03-01T09:00:30Z");
    const view = await presentSubscription(billing.deps)(billing.own(), "en");
    expect(view.notices.map(({ kind }) => kind)).toEqual(["card_missing"]);
    expect(billing.gateway.charges).toHaveLength(1);
    const again = { source: "card", card_id: "crd_mer_1" } as const;
    await expect(setPaymentMethod(billing.deps)(billing.own(), again)).rejects.toMatchObject({
      code: "billing.card_charged_back",
    });
  });

  it("of a part is credited; the subscription stays, and is not renewed from that card", async () => {
    await billing.chargeBack("cb_1", paymentId, 10_000);
    expect([(await subscription()).state, await isOpen()]).toEqual(["active", true]);
    await advance("2027-02-28T09:00:30Z");
    expect((await subscription()).state).toBe("past_due");
    expect(billing.gateway.charges).toHaveLength(1);
  });

  it("that was won opens what still runs, invoices it again, and the card renews again", async () => {
    await billing.chargeBack("cb_1", paymentId, price);
    billing.clock.set("2027-02-20T09:00:00Z");
    await billing.winChargeback("cb_1");
    await billing.winChargeback("cb_1");
    expect(await subscription()).toMatchObject({ state: "active", ended_by: null, reopens_as: null });
    expect(await isOpen()).toBe(true);
    expect(await documents()).toEqual([
      ["invoice", price],
      ["credit_note", price],
      ["invoice", price],
    ]);
    await advance("2027-02-28T09:00:30Z");
    expect(billing.gateway.charges).toHaveLength(2);
    // What is given back after that is credited on the new invoice.
    await billing.refundAtGateway(paymentId, 4_900);
    expect((await documents()).at(-1)).toEqual(["credit_note", 4_900]);
  });

  it("that was won after the period was over opens nothing", async () => {
    await billing.chargeBack("cb_1", paymentId, price);
    billing.clock.set("2027-03-02T09:00:00Z");
    await billing.winChargeback("cb_1");
    expect([(await subscription()).state, await isOpen()]).toEqual(["expired", false]);
  });

  it("that was won opens nothing beside the subscription that was begun meanwhile", async () => {
    await billing.chargeBack("cb_1", paymentId, price);
    await aSubscription(billing.own(), { plan: "plv_pro_1" });
    await billing.winChargeback("cb_1");
    const alive = await billing.db.many(sql`
      select plan_version_id from billing.subscriptions where state <> 'expired'`);
    expect(alive).toEqual([{ plan_version_id: "plv_pro_1" }]);
  });

  it("that was won is known before it was read, and takes nothing then", async () => {
    await billing.chargeBack("cb_1", paymentId, price);
    await billing.winChargeback("cb_1");
    await publish("payments.charged_back", { chargeback_id: "cb_1" });
    await billing.settle();
    expect((await subscription()).state).toBe("active");
  });
});

describe("a refund by staff", () => {
  const refund = (periodId: string, amount_halalas: number) =>
    transact(billing.own(), (ctx) =>
      refundPeriod(billing.deps)(ctx, { periodId, amount_halalas, reason: "طلب التاجر" }),
    );
  const renewal = async () => (await listPeriodRows(billing.db)).at(-1)?.id ?? "";

  it("of a card's renewal goes to the card, and ends the subscription once it is there", async () => {
    await refund(await renewal(), price);
    expect((await subscription()).state).toBe("active");
    await billing.settle();
    expect((await subscription()).state).toBe("expired");
    expect(await documents()).toHaveLength(2);
    await expect(refund(await renewal(), 1)).rejects.toMatchObject({ code: "billing.refund_too_large" });
  });

  it("of the balance's renewal comes back to the balance at once, in parts too", async () => {
    await aWallet(billing.db, "mer_1", price);
    await setPaymentMethod(billing.deps)(billing.own(), { source: "balance", card_id: null });
    await advance("2027-02-28T09:00:30Z");
    await refund(await renewal(), 4_900);
    expect((await subscription()).state).toBe("active");
    await refund(await renewal(), 20_000);
    expect((await subscription()).state).toBe("expired");
    expect((await billing.deps.wallet.loadBalance(billing.own())).available_halalas).toBe(price);
    expect((await documents()).slice(2)).toEqual([
      ["credit_note", 4_900],
      ["credit_note", 20_000],
    ]);
  });

  it("is refused for a first period, whose order is given back, and for one that was not paid", async () => {
    const [first] = await listPeriodRows(billing.db);
    await expect(refund(first?.id ?? "", 1)).rejects.toMatchObject({ code: "base.not_found" });
    await billing.db.run(sql`update payments.cards set removed_at = now()`);
    await advance("2027-02-28T09:00:30Z");
    await expect(refund(await renewal(), 1)).rejects.toMatchObject({ code: "billing.period_not_paid" });
  });
});

it("a form that is paid after the balance has paid the renewal gives its money back", async () => {
  billing.gateway.chargeResult = { state: "failed", failure: "blocked_card" };
  await advance("2027-02-28T09:00:30Z");
  const form = { source: "card", save_card: false } as const;
  await payRenewal(billing.deps)(billing.own(), { choice: form, language: "ar" });
  const opened = await billing.db.one<{ id: string }>(sql`
    select id from payments.intents where status = 'waiting'`);
  await aWallet(billing.db, "mer_1", 30_000);
  const balance = { source: "balance", save_card: false } as const;
  await payRenewal(billing.deps)(billing.own(), { choice: balance, language: "ar" });
  billing.gateway.chargeResult = {};
  billing.gateway.pay(opened.id, price);
  await billing.sweep();
  await billing.settle();
  expect((await subscription()).state).toBe("active");
  expect(billing.gateway.refunds).toHaveLength(1);
});
