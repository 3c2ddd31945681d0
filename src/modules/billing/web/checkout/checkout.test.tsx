import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import arPayments from "#modules/payments/messages/ar.json" with { type: "json" };
import enPayments from "#modules/payments/messages/en.json" with { type: "json" };
import arPayment from "../payment/messages/ar.json" with { type: "json" };
import enPayment from "../payment/messages/en.json" with { type: "json" };
import { Checkout } from "./checkout.parts.tsx";
import { parseState, setQuantity, toCartLines } from "./checkout-state.ts";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const line = {
  kind: "package",
  title: "500 رسالة",
  quantity: 1,
  duration_months: null,
  service: "sms",
  units: 500,
  valid_days: 180,
  gross_halalas: 11_500,
  discount_halalas: 0,
  total_halalas: 11_500,
};
const totals = {
  lines: [line],
  coupon: null,
  subtotal_halalas: 11_500,
  discount_halalas: 0,
  total_halalas: 11_500,
  vat_halalas: 1_500,
  vat_basis_points: 1_500,
};
const preview = { ...totals, balance_halalas: 20_000, recent_order: null };
const order = {
  id: "ord_1",
  state: "delivered",
  ...totals,
  payment_method: "balance",
  payment: null,
  opened: [{ kind: "package", title: "500 رسالة", service: "sms", path: "/" }],
  refunded_halalas: 0,
  created_at: "2026-11-21T09:00:00Z",
  paid_at: "2026-11-21T09:00:00Z",
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  sessionStorage.clear();
  answers = {
    "Billing/orders/preview": preview,
    "Billing/orders": { order, form: null },
    "Billing/orders/ord_1/check": order,
    "Wallet/cards": { items: [] },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const messages = {
  ar: { billing_checkout: ar, billing_payment: arPayment, payments: arPayments },
  en: { billing_checkout: en, billing_payment: enPayment, payments: enPayments },
};
const open = (search: string) => openPages({ "/checkout": Checkout }, `/checkout?${search}`);

describe("the checkout", () => {
  beforeEach(() => setupI18n("ar", messages));

  it("shows the VAT inside the total, and ends with what is open now", async () => {
    const opened = await open("packages=pkg_sms");
    expect(await screen.findByText(/منه ضريبة القيمة المضافة/)).toBeTruthy();
    await waitFor(() => expect(opened.search().checkout).toMatch(/^[0-9a-f-]{36}$/));
    const { checkout } = opened.search();
    await userEvent.click(screen.getByRole("button", { name: /ادفع/ }));
    expect(await screen.findByText("اكتمل الطلب")).toBeTruthy();
    const link = screen.getByRole("link", { name: "عرض الرصيد" });
    expect(link.getAttribute("href")).toBe("/financial-transaction/services-stock?service=sms");
    const body = sent.find(({ name }) => name === "Billing/orders")?.body;
    expect(body).toMatchObject({
      checkout_id: checkout,
      expected_total_halalas: 11_500,
      payment: { method: "balance" },
      repeat: false,
    });
  });

  it("offers no way to pay before the saved cards are known: the chosen one would change", async () => {
    const cards = Promise.withResolvers<object>();
    answers["Wallet/cards"] = cards.promise;
    await open("packages=pkg_sms");
    expect(await screen.findByText(/منه ضريبة القيمة المضافة/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /ادفع/ })).toBeNull();
    cards.resolve({ items: [] });
    expect(await screen.findByRole("button", { name: /ادفع/ })).toBeTruthy();
  });

  it("opened again after it was paid shows the order instead of selling it twice", async () => {
    await open("packages=pkg_sms&begun=ord_1");
    expect(await screen.findByText("اكتمل الطلب")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /ادفع/ })).toBeNull();
  });

  it("after a declined payment says why, and offers to pay in another way", async () => {
    const payment = {
      intent_id: "int_1",
      status: "failed",
      failure: "balance",
      failure_text: "رصيد البطاقة لا يكفي.",
      action_url: null,
    };
    answers["Billing/orders/ord_1/check"] = { ...order, state: "failed", payment, opened: [] };
    await open("packages=pkg_sms&begun=ord_1");
    expect(await screen.findByText("رصيد البطاقة لا يكفي.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: /ادفع/ })).toBeTruthy();
  });

  it("with nothing to buy leads to what is for sale", async () => {
    await open("");
    expect(await screen.findByText("لم تختر شيئًا بعد")).toBeTruthy();
  });
});

describe("the checkout in English", () => {
  beforeEach(() => setupI18n("en", messages));

  it("does not pay from a balance that is short, and says by how much", async () => {
    answers["Billing/orders/preview"] = { ...preview, balance_halalas: 1_500 };
    await open("packages=pkg_sms");
    expect(await screen.findByText(/100\.00/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue to payment" })).toBeTruthy();
  });

  it("has the same goods confirmed that were bought a few minutes ago", async () => {
    answers["Billing/orders/preview"] = {
      ...preview,
      recent_order: { id: "ord_0", paid_at: "2026-11-21T08:58:00Z" },
    };
    await open("packages=pkg_sms");
    await userEvent.click(await screen.findByRole("button", { name: "Yes, buy it again" }));
    await userEvent.click(screen.getByRole("button", { name: /Pay SAR/ }));
    await screen.findByText("Order completed");
    expect(sent.find(({ name }) => name === "Billing/orders")?.body).toMatchObject({ repeat: true });
  });
});

describe("a checkout's address", () => {
  it("names each package once, and nothing that is no package", () => {
    expect(toCartLines({ packages: "pkg_a,pkg_b:2,pkg_a:3,:4,pkg_c:x" })).toEqual([
      { kind: "package", package_id: "pkg_a", quantity: 4 },
      { kind: "package", package_id: "pkg_b", quantity: 2 },
    ]);
    expect(toCartLines({ plan: "plv_1", months: 12 })).toEqual([
      { kind: "plan", plan_id: "plv_1", duration_months: 12 },
    ]);
  });

  it("keeps the other packages when one quantity changes", () => {
    const lines = toCartLines({ packages: "pkg_a,pkg_b:2" });
    expect(setQuantity(lines, "pkg_a", 5)).toBe("pkg_a:5,pkg_b:2");
  });

  it("drops what it does not know", () => {
    expect(parseState({ months: 5, checkout: "no", coupon: 2026, deposit: "dep_1" })).toEqual({
      coupon: "2026",
    });
  });
});
