import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import arPayments from "#modules/payments/messages/ar.json" with { type: "json" };
import enPayments from "#modules/payments/messages/en.json" with { type: "json" };
import arPayment from "../payment/messages/ar.json" with { type: "json" };
import enPayment from "../payment/messages/en.json" with { type: "json" };
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { SubscriptionPaymentOutcome } from "./payment-outcome.parts.tsx";

let answers: Answers;
beforeEach(async () => {
  answers = {};
  fakeServer(answers);
  await setupI18n("ar", {
    ar: { billing_subscription: ar, billing_payment: arPayment, payments: arPayments },
    en: { billing_subscription: en, billing_payment: enPayment, payments: enPayments },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const payment = {
  intent_id: "sbp_1",
  status: "pending",
  amount_halalas: 24_900,
  failure_message: null,
  action_url: "https://bank.example/verify",
};
const show = () => openPages({ "/": () => <SubscriptionPaymentOutcome intentId="sbp_1" /> }, "/");

it.each([
  ["pending", ar.checking, arPayments.go_to_bank, "https://bank.example/verify"],
  ["paid", ar.payment_done, ar.to_subscription, "/financial-transaction/active-subscribtions"],
  ["failed", ar.payment_failed, ar.pay_again, "/financial-transaction/active-subscribtions"],
  ["expired", ar.payment_failed, ar.pay_again, "/financial-transaction/active-subscribtions"],
  ["refunded", ar.payment_refunded, ar.to_subscription, "/financial-transaction/active-subscribtions"],
])("a payment that is %s says so, with one step onward", async (status, title, label, address) => {
  answers["Billing/subscription/check-payment"] = { ...payment, status };
  await show();
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(address);
});

it("says why the bank declined it", async () => {
  const failure_message = "رصيد البطاقة لا يكفي.";
  answers["Billing/subscription/check-payment"] = { ...payment, status: "failed", failure_message };
  await show();
  expect(await screen.findByText(failure_message)).toBeTruthy();
});
