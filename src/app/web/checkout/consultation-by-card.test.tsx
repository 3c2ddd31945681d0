import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { rememberUser } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "#modules/consultations/messages/ar.json" with { type: "json" };
import en from "#modules/consultations/messages/en.json" with { type: "json" };
import { ConsultationPage } from "#modules/consultations/web/consultation-page.tsx";
import { PaidOrderPage } from "#modules/consultations/web/paid-order-page.tsx";
import paymentsAr from "#modules/payments/messages/ar.json" with { type: "json" };
import paymentsEn from "#modules/payments/messages/en.json" with { type: "json" };
import walletAr from "#modules/wallet/messages/ar.json" with { type: "json" };
import walletEn from "#modules/wallet/messages/en.json" with { type: "json" };
import { saveReturnPath } from "#modules/wallet/web/return-path.ts";
import { CheckoutPage } from "./checkout-page.tsx";

const offer = {
  id: "csl_1",
  title_ar: "مراجعة الحملات",
  title_en: "Campaign review",
  outcome_ar: "خطة",
  outcome_en: "A plan",
  price_halalas: 29_900,
  currency: "SAR",
  minutes: 45,
  consultant_name: "نورة",
  consultant_promises: { kept: 0, measured: 0, rank: null, ranked_of: null },
  questions: [],
  draft: {},
  available_halalas: 10_000,
  free_halalas: 10_000,
  plan_left: 0 as number | null,
  vouchers: 0,
};
const card = {
  id: "crd_1",
  name: "Shop",
  brand: "visa",
  last_four: "1010",
  expiry: "good",
  is_default: true,
};
const cardOrder = {
  deposit_id: "dep_1",
  consultation_id: "csl_1",
  state: "placed",
  order_id: "cso_1",
  reason: null as string | null,
};

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  const abilities = ["marketing_consultation:manage", "wallet:deposit"].map((pair) => {
    const [subject = "", action = ""] = pair.split(":");
    return { subject, action };
  });
  rememberUser({ abilities } as Parameters<typeof rememberUser>[0]);
  answers = {
    "Consultations/csl_1": offer,
    "Wallet/cards": { items: [card] },
    "Consultations/csl_1/order-by-card": { deposit_id: "dep_1", amount_halalas: 19_900, form: null },
    "ConsultationCardOrders/dep_1": cardOrder,
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  sessionStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});
const show = (address: string) =>
  openPages(
    {
      "/checkout": CheckoutPage,
      "/marketing-consultations/$id": ConsultationPage,
      "/marketing-consultations-paid/$id": PaidOrderPage,
      "/marketing-consultations-orders/$id": () => <p>the order</p>,
    },
    address,
  );

describe.each(["ar", "en"] as const)("a consultation that the balance does not cover, in %s", (language) => {
  const texts = language === "ar" ? ar : en;
  beforeEach(() =>
    setupI18n(language, {
      ar: { consultations: ar, wallet: walletAr, payments: paymentsAr },
      en: { consultations: en, wallet: walletEn, payments: paymentsEn },
    }),
  );

  it("is ordered with the saved card for exactly what is missing", async () => {
    await show("/marketing-consultations/csl_1");
    const press = await screen.findByRole("button", { name: texts.order.pay_by_card });
    await screen.findByRole("radio", { name: /1010/ });
    fireEvent.click(press);
    expect(await screen.findByText("the order")).toBeTruthy();
    const posted = sent.find(({ name }) => name === "Consultations/csl_1/order-by-card");
    expect(posted?.body).toEqual({
      answers: {},
      expected_price_halalas: 29_900,
      amount_halalas: 19_900,
      card_id: "crd_1",
    });
  });

  it("is covered by a consultation of the plan first, shown as nothing to pay beside its price", async () => {
    answers["Consultations/csl_1"] = { ...offer, plan_left: 2 };
    answers["Consultations/csl_1/order"] = { id: "cso_1" };
    await show("/marketing-consultations/csl_1");
    fireEvent.click(await screen.findByRole("button", { name: texts.order.pay }));
    expect(await screen.findByText("the order")).toBeTruthy();
    expect(sent.find(({ name }) => name === "Consultations/csl_1/order")?.body).toMatchObject({
      pay_with: "voucher",
      expected_price_halalas: 29_900,
    });
  });

  it("shows both prices where the plan covers it", async () => {
    answers["Consultations/csl_1"] = { ...offer, plan_left: 2 };
    await show("/marketing-consultations/csl_1");
    const original = await screen.findByText(texts.one.original_price);
    expect(original.closest("div")?.textContent).toContain("299");
    expect(screen.getByText(texts.order.price).closest("div")?.textContent).toMatch(/0\.00|٠/);
  });

  it("goes from the bank's page to its order", async () => {
    saveReturnPath("/marketing-consultations-paid/dep_1");
    await show("/checkout?deposit=dep_1");
    expect(await screen.findByText("the order")).toBeTruthy();
  });

  it("says why none was placed, and where the money is", async () => {
    answers["ConsultationCardOrders/dep_1"] = {
      ...cardOrder,
      state: "not_placed",
      order_id: null,
      reason: "coupon",
    };
    await show("/marketing-consultations-paid/dep_1");
    expect(await screen.findByText(texts.paid.not_placed)).toBeTruthy();
    await waitFor(() => expect(document.body.textContent).toContain(texts.paid.reasons.coupon));
    expect(document.body.textContent).toContain(texts.paid.in_balance);
  });
});
