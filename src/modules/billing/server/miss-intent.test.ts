import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { GatewayPayment } from "#modules/payments/server/payment-gateway.port.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { payRenewal, setPaymentMethod } from "./change-subscription.ts";
import { presentSubscription } from "./subscription.present.ts";

const billing = setUpBilling({ at: "2026-12-31T09:00:00Z" });
beforeEach(() => billing.addMerchant());

const declined = { state: "failed", failure: "balance" } as const;
const blocked = { state: "failed", failure: "blocked_card" } as const;
const advance = async (at: string) => {
  await billing.advance(at);
  await billing.settle();
};
const advanceDays = async (...days: number[]) => {
  for (const day of days) await advance(`2027-02-0${day}T10:05:00Z`);
};
/** The renewal of 31 January is charged, and ends like this. */
const renew = async (result: Partial<GatewayPayment>) => {
  billing.gateway.chargeResult = result;
  await advance("2027-01-31T09:00:30Z");
};
const pay = (choice: { source: "card"; save_card: boolean; card_id?: string }) =>
  payRenewal(billing.deps)(billing.own(), { choice, language: "ar" });
const openForm = async () => {
  billing.clock.set("2027-01-31T10:00:00Z");
  await pay({ source: "card", save_card: false });
};
/** A day without a payment is over: the form's intent expires, which nothing is published of. */
const leaveForm = async () => {
  await openForm();
  billing.clock.set("2027-02-01T10:01:00Z");
  await billing.sweep();
};
const declineInForm = async (failure: GatewayPayment["failure"]) => {
  const intent_id = (await listPeriodRows(billing.db)).at(-1)?.intent_id ?? "";
  billing.gateway.pay(intent_id, 24_900, { state: "failed", failure });
  await billing.sweep();
};
/** As if the charge's outcome had never been reported. */
const loseOutcome = async () => {
  await billing.db.run(sql`
    update billing.periods set failure = null, is_soft = null, next_attempt_at = null,
      intent_id = (select id from payments.intents where subject = periods.id) where state = 'open'`);
  await billing.db.run(
    sql`update billing.subscriptions set state = 'active', next_step_at = ${billing.clock.now()}`,
  );
};
const state = async () => (await loadSubscription(billing.db)).state;
const notices = async () =>
  (await presentSubscription(billing.deps)(billing.own(), "en")).notices.map(({ kind }) => kind);

describe("a card that was declined for good", () => {
  beforeEach(async () => {
    await aSubscription(billing.own());
    await renew(blocked);
    expect(billing.gateway.charges).toHaveLength(1);
  });

  it("is not charged again when the merchant opens the form and leaves", async () => {
    await leaveForm();
    await advanceDays(1, 2, 3, 4, 5);
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await notices()).toEqual(["payment_failed"]);
    await advanceDays(7);
    expect(await state()).toBe("expired");
  });

  it("is not charged again when another card in the form lacks balance", async () => {
    await openForm();
    await declineInForm("balance");
    await advanceDays(1, 3, 5);
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await notices()).toEqual(["payment_failed"]);
  });

  it("gives way at once to another method, though a form was opened and left", async () => {
    await openForm();
    await aWallet(billing.db, "mer_1", 30_000);
    await setPaymentMethod(billing.deps)(billing.own(), { source: "balance", card_id: null });
    await advance("2027-01-31T10:01:00Z");
    expect(await state()).toBe("active");
    expect(billing.gateway.charges).toHaveLength(1);
  });

  it("is not charged again when its decline was never reported", async () => {
    await loseOutcome();
    await advanceDays(1, 3, 5);
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await state()).toBe("past_due");
  });
});

describe("a card that lacked balance", () => {
  beforeEach(async () => {
    await aSubscription(billing.own());
    await renew(declined);
  });

  it("is tried again on its days though the merchant opened the form and left", async () => {
    await leaveForm();
    await advanceDays(1, 2, 3, 4, 5, 6);
    expect(billing.gateway.charges).toHaveLength(4);
  });

  it("is tried again on its days though another card in the form was blocked", async () => {
    await openForm();
    await declineInForm("blocked_card");
    expect(await notices()).toEqual(["payment_retried"]);
    await advanceDays(1, 3, 5);
    expect(billing.gateway.charges).toHaveLength(4);
  });

  it("is tried again when its decline was never reported", async () => {
    await loseOutcome();
    await advanceDays(1);
    expect((await listPeriodRows(billing.db)).at(-1)).toMatchObject({ failure: "balance", is_soft: true });
    await advanceDays(3, 5);
    expect(billing.gateway.charges).toHaveLength(3);
  });

  it("is not tried again once it was blocked while the merchant paid with it", async () => {
    billing.gateway.chargeResult = blocked;
    await pay({ source: "card", save_card: false, card_id: "crd_mer_1" });
    await billing.settle();
    await advanceDays(1, 3, 5);
    expect(billing.gateway.charges).toHaveLength(2);
    expect(await notices()).toEqual(["payment_failed"]);
  });
});

it("a renewal from the balance stays one when the merchant opens the card's form and leaves", async () => {
  await aSubscription(billing.own(), { source: "balance" });
  await renew({});
  await leaveForm();
  await advanceDays(1, 3, 5);
  expect(billing.gateway.charges).toHaveLength(0);
  expect((await listPeriodRows(billing.db)).at(-1)).toMatchObject({
    payment_source: "balance",
    state: "open",
  });
});
