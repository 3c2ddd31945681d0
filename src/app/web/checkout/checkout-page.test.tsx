import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import checkoutAr from "#modules/billing/web/checkout/messages/ar.json" with { type: "json" };
import checkoutEn from "#modules/billing/web/checkout/messages/en.json" with { type: "json" };
import subscriptionAr from "#modules/billing/web/subscription/messages/ar.json" with { type: "json" };
import subscriptionEn from "#modules/billing/web/subscription/messages/en.json" with { type: "json" };
import paymentsAr from "#modules/payments/messages/ar.json" with { type: "json" };
import paymentsEn from "#modules/payments/messages/en.json" with { type: "json" };
import walletAr from "#modules/wallet/messages/ar.json" with { type: "json" };
import walletEn from "#modules/wallet/messages/en.json" with { type: "json" };
import { saveReturnPath } from "#modules/wallet/web/return-path.ts";
import { CheckoutPage } from "./checkout-page.tsx";

const payment = {
  intent_id: "sbp_1",
  status: "pending",
  amount_halalas: 24_900,
  failure_message: null,
  action_url: "https://bank.example/verify",
};

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = { "Billing/subscription/check-payment": payment };
  sent = fakeServer(answers);
});
afterEach(() => {
  sessionStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});
const show = (address: string) => openPages({ "/checkout": CheckoutPage }, address);
const listChecks = () =>
  sent.filter(({ name }) => name === "Billing/subscription/check-payment").map(({ body }) => body);

describe.each(["ar", "en"] as const)(
  "the checkout with a subscription's payment in its address, in %s",
  (language) => {
    const texts = language === "ar" ? subscriptionAr : subscriptionEn;
    const payments = language === "ar" ? paymentsAr : paymentsEn;
    const checkout = language === "ar" ? checkoutAr : checkoutEn;
    beforeEach(() =>
      setupI18n(language, {
        ar: { billing_checkout: checkoutAr, billing_subscription: subscriptionAr, payments: paymentsAr },
        en: { billing_checkout: checkoutEn, billing_subscription: subscriptionEn, payments: paymentsEn },
      }),
    );

    it("asks the server about that payment, whatever else the address claims", async () => {
      await show("/checkout?subscription=sbp_1&status=paid&message=APPROVED");
      expect(await screen.findByText(texts.checking)).toBeTruthy();
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(texts.title);
      expect(screen.getByRole("link", { name: payments.go_to_bank }).getAttribute("href")).toBe(
        "https://bank.example/verify",
      );
      expect(screen.queryByText(texts.payment_done)).toBeNull();
      expect(listChecks()).toEqual([{ intent_id: "sbp_1" }]);
    });

    it("shows that it was paid, its amount, and the way to the subscription", async () => {
      answers["Billing/subscription/check-payment"] = { ...payment, status: "paid", action_url: null };
      await show("/checkout?subscription=sbp_1");
      expect(await screen.findByText(texts.payment_done)).toBeTruthy();
      expect(screen.getByText(/249\.00/)).toBeTruthy();
      expect(screen.getByRole("link", { name: texts.to_subscription }).getAttribute("href")).toBe(
        "/financial-transaction/active-subscribtions",
      );
    });

    it("says so when there is no such payment, and offers nothing to pay", async () => {
      answers["Billing/subscription/check-payment"] = 404;
      await show("/checkout?subscription=sbp_of_another");
      expect(await screen.findByRole("alert")).toBeTruthy();
      expect(screen.queryByText(texts.payment_done)).toBeNull();
      expect(screen.queryByText(checkout.your_order)).toBeNull();
    });

    it.each(["", "&subscription=again"])(
      "takes no payment from a broken value (%j): nothing is chosen",
      async (rest) => {
        await show(`/checkout?subscription=${rest}`);
        expect(await screen.findByText(checkout.nothing_chosen)).toBeTruthy();
        await waitFor(() => expect(listChecks()).toEqual([]));
      },
    );
  },
);

const deposit = {
  id: "dep_1",
  status: "pending",
  amount_halalas: 50_000,
  failure: null,
  failure_text: null,
  save_card: false,
  card_id: null,
  card_text: null,
  action_url: null,
  owed_settled_halalas: 0,
  by: null,
  created_at: "2026-11-21T09:00:00Z",
  settled_at: null,
};

describe.each(["ar", "en"] as const)("the checkout after a top-up, in %s", (language) => {
  const texts = language === "ar" ? walletAr : walletEn;
  beforeEach(() =>
    setupI18n(language, {
      ar: { wallet: walletAr, payments: paymentsAr },
      en: { wallet: walletEn, payments: paymentsEn },
    }),
  );

  it("says that the gateway is asked while it is not known to be paid", async () => {
    answers["Wallet/deposit/dep_1/check"] = deposit;
    await show("/checkout?deposit=dep_1");
    expect(await screen.findByText(texts.checking)).toBeTruthy();
    expect(screen.getByText(texts.checkout_lead)).toBeTruthy();
  });

  it("says nothing of asking once it is paid, and names where the merchant goes on", async () => {
    answers["Wallet/deposit/dep_1/check"] = { ...deposit, status: "paid" };
    saveReturnPath("/campaigns/cmp_1");
    await show("/checkout?deposit=dep_1");
    expect(await screen.findByText(texts.paid_title)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(texts.checkout_lead)).toBeNull());
    expect(screen.getByRole("link", { name: texts.continue }).getAttribute("href")).toBe("/campaigns/cmp_1");
  });
});
