import { beforeEach, describe, expect, it } from "vitest";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { payRenewal } from "./change-subscription.ts";
import { presentSubscription } from "./subscription.present.ts";
import { upgrade } from "./upgrade.ts";

const billing = setUpBilling({ at: "2026-12-31T09:00:00Z" });
beforeEach(async () => {
  await billing.addMerchant();
  await aSubscription(billing.own());
});

const advance = async (at: string) => {
  await billing.advance(at);
  await billing.settle();
};
const form = { source: "card", save_card: false } as const;
const view = () => presentSubscription(billing.deps)(billing.own(), "en");
const cancelPayment = async () =>
  (await billing.server.call("POST Clients/Billing/subscription/cancel-payment", { as: "mer_1" })).envelope;
const lastPeriod = async () => (await listPeriodRows(billing.db)).at(-1);
/** The renewal of 31 January is declined for now, and the merchant opens the form and leaves it. */
async function leaveForm() {
  billing.gateway.chargeResult = { state: "failed", failure: "balance" };
  await advance("2027-01-31T09:00:30Z");
  billing.clock.set("2027-01-31T10:00:00Z");
  await payRenewal(billing.deps)(billing.own(), { choice: form, language: "en" });
}

describe("a renewal's payment form that was opened and left", () => {
  beforeEach(leaveForm);

  it("says that nothing is paid yet, not that it is being charged", async () => {
    const { subscription, notices } = await view();
    expect(subscription).toMatchObject({
      state: "past_due",
      next: { kind: "awaits_payment", at: "2027-02-07T09:00:00.000Z" },
      open_period: { has_unpaid_form: true },
    });
    expect(notices).toMatchObject([
      {
        kind: "renewal_form_unpaid",
        text: expect.stringMatching(/SAR 249.* is not paid yet.*nothing was taken/),
      },
    ]);
  });

  it("is cancelled: the next try stays as it was, and charges once", async () => {
    expect(await cancelPayment()).toMatchObject({ error: false });
    expect((await view()).subscription).toMatchObject({
      next: { kind: "retries", at: "2027-02-01T09:00:00.000Z" },
      open_period: { has_unpaid_form: false, payment: null },
    });
    expect(await cancelPayment()).toMatchObject({ error: true, code: "billing.nothing_to_pay" });
    billing.gateway.chargeResult = {};
    await advance("2027-02-01T09:00:30Z");
    await advance("2027-02-01T09:01:30Z");
    expect(billing.gateway.charges).toHaveLength(2);
    expect((await loadSubscription(billing.db)).state).toBe("active");
  });

  it("may be opened again and paid", async () => {
    await payRenewal(billing.deps)(billing.own(), { choice: form, language: "en" });
    const { intent_id } = (await lastPeriod()) ?? {};
    billing.gateway.pay(intent_id ?? "", 24_900);
    await billing.sweep();
    expect((await view()).subscription).toMatchObject({ state: "active", open_period: null });
  });

  it("that was paid after all is not cancelled", async () => {
    const { intent_id } = (await lastPeriod()) ?? {};
    billing.gateway.pay(intent_id ?? "", 24_900, { state: "pending" });
    await billing.sweep();
    expect(await cancelPayment()).toMatchObject({ error: true, code: "billing.payment_under_way" });
    expect((await view()).subscription).toMatchObject({ next: { kind: "charging" } });
  });
});

describe("an upgrade's payment form that was opened and left", () => {
  const terms = { plan_version_id: "plv_pro_1", duration_months: 1, payment: form } as const;

  it("says so, and is cancelled; what is still paid in it goes back, which is said", async () => {
    billing.clock.set("2027-01-02T09:00:00Z");
    await upgrade(billing.deps)(billing.own(), { input: terms, language: "en" });
    const { subscription, notices } = await view();
    expect(notices.map(({ kind }) => kind)).toEqual(["upgrade_form_unpaid"]);
    expect(subscription).toMatchObject({ state: "active", next: { kind: "renews" } });
    const { intent_id, due_halalas } = (await lastPeriod()) ?? {};
    expect(await cancelPayment()).toMatchObject({ error: false });
    expect(await lastPeriod()).toMatchObject({ state: "void" });
    expect((await view()).notices).toEqual([]);
    billing.gateway.pay(intent_id ?? "", due_halalas ?? 0);
    await billing.sweep();
    expect((await view()).notices.map(({ kind }) => kind)).toEqual(["payment_returned"]);
  });
});

it("without any payment there is nothing to cancel", async () => {
  expect(await cancelPayment()).toMatchObject({ error: true, code: "billing.nothing_to_pay" });
});
