import { beforeEach, describe, expect, it } from "vitest";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription } from "../testing/builders.ts";
import { cancel, resume, setPaymentMethod } from "./change-subscription.ts";
import { isRenewalCard } from "./renewal-card.ts";

const billing = setUpBilling();
beforeEach(async () => {
  await billing.addMerchant();
  await billing.addMerchant("mer_2", "+966500000002");
});

const needs = (cardId: string, merchantId = "mer_1") =>
  isRenewalCard(billing.deps)(billing.own(merchantId), cardId);

describe("a saved card", () => {
  it("is needed by the merchant's own subscription that renews from it", async () => {
    expect(await needs("crd_mer_1")).toBe(false);
    await aSubscription(billing.own());
    expect(await needs("crd_mer_1")).toBe(true);
    expect(await needs("crd_mer_2")).toBe(false);
    expect(await needs("crd_mer_2", "mer_2")).toBe(false);
  });

  it("is not needed while renewals are paid from the balance", async () => {
    await aSubscription(billing.own(), { source: "balance" });
    expect(await needs("crd_mer_1")).toBe(false);
    await setPaymentMethod(billing.deps)(billing.own(), { source: "card", card_id: "crd_mer_1" });
    expect(await needs("crd_mer_1")).toBe(true);
  });

  it("is not needed once the subscription is being ended, and again when that is taken back", async () => {
    await aSubscription(billing.own());
    await cancel(billing.deps)(billing.own());
    expect(await needs("crd_mer_1")).toBe(false);
    await resume(billing.own());
    expect(await needs("crd_mer_1")).toBe(true);
  });
});
