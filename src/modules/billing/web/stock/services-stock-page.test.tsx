import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { ServicesStockPage } from "./services-stock-page.tsx";

const quota = {
  limit_units: 10_000,
  used_units: 2_500,
  reserved_units: 0,
  left_units: 7_500,
  renews_at: "2026-12-20T09:00:00Z",
};
const lot = {
  id: "lot_1",
  order_id: "ord_1",
  units: 500,
  left_units: 120,
  reserved_units: 0,
  used_units: 380,
  added_at: "2026-11-01T09:00:00Z",
  expires_at: "2027-05-01T09:00:00Z",
};
const none = { left_units: 0, reserved_units: 0, next_expiry: null, quota: null, lots: [], ended: null };
const words = { ...none, service: "writer_words", available_units: 7_500, quota };
const sms = {
  ...none,
  service: "sms",
  available_units: 120,
  left_units: 120,
  next_expiry: { units: 120, expires_at: lot.expires_at },
  lots: [lot],
};
const whatsapp = { ...none, service: "whatsapp", available_units: 0 };
const smsPackage = {
  id: "pkg_sms_500",
  service: "sms",
  units: 500,
  price_halalas: 6_900,
  valid_days: 180,
  title: "500 رسالة",
  description: "للحملات القصيرة",
};
const usage = {
  id: 7,
  service: "sms",
  kind: "used",
  units: 380,
  source: "bought",
  lot_id: "lot_1",
  order_id: null,
  reason: "رسائل العودة",
  stock_after: 120,
  moved_at: "2026-11-20T09:00:00Z",
};
const page = (items: object[]) => ({ items, page: 1, size: 20, total: items.length });

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = {
    "Billing/stock": { items: [words, sms, whatsapp], as_of: "2026-11-21T09:00:00Z" },
    "Billing/packages": { items: [smsPackage] },
    "Billing/usages": page([usage]),
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const address = "/financial-transaction/services-stock";
const open = (search = "") => openPages({ [address]: ServicesStockPage }, address + search);

describe("the services stock", () => {
  beforeEach(() => setupI18n("ar", { ar: { billing_stock: ar }, en: { billing_stock: en } }));

  it("shows the plan's quota, what was bought with its end, and no service without either", async () => {
    await open();
    const bar = await screen.findByRole("progressbar", { name: /كلمات كاتب الإعلانات/ });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect(screen.getByRole("heading", { level: 2, name: "رسائل SMS" })).toBeTruthy();
    expect(screen.queryByRole("heading", { level: 2, name: "رسائل واتساب" })).toBeNull();
    expect(screen.getByText("أقرب انتهاء")).toBeTruthy();
  });

  it("that is used up is said on its card, and a new package stays on sale", async () => {
    answers["Billing/stock"] = {
      items: [{ ...whatsapp, service: "consultation_vouchers", ended: "used" }],
      as_of: "2026-11-21T09:00:00Z",
    };
    await open();
    const title = await screen.findByRole("heading", { level: 2, name: ar.service.consultation_vouchers });
    const card = title.closest("section") as HTMLElement;
    expect(within(card).getByText(ar.ended.used)).toBeTruthy();
    expect(within(card).getByText(ar.ended_words.used)).toBeTruthy();
    expect(screen.queryByRole("heading", { name: ar.empty })).toBeNull();
  });

  it("leads from a package to its checkout", async () => {
    await open();
    const buy = await screen.findByRole("link", { name: "اشترِ" });
    expect(buy.getAttribute("href")).toBe("/checkout?packages=pkg_sms_500");
    expect(screen.getByText(/صالحة 180 يوم/)).toBeTruthy();
  });

  it("filters the usages by a link, and says so when nothing fits", async () => {
    answers["Billing/usages"] = page([]);
    const opened = await open("?service=sms");
    await screen.findByText("لا حركات تطابق اختيارك");
    expect(sent.find(({ name }) => name === "Billing/usages")?.query.get("service")).toBe("sms");
    await userEvent.click(screen.getByRole("button", { name: "مسح التصفية" }));
    await screen.findByText("لا حركات بعد");
    expect(opened.search()).toEqual({});
  });

  it("without any stock explains where it comes from", async () => {
    answers["Billing/stock"] = { items: [whatsapp], as_of: "2026-11-21T09:00:00Z" };
    await open();
    expect(await screen.findByRole("heading", { name: "لا رصيد لديك بعد" })).toBeTruthy();
  });
});

describe("the services stock in English", () => {
  beforeEach(() => setupI18n("en", { ar: { billing_stock: ar }, en: { billing_stock: en } }));

  it("lists what used the units up, line by line", async () => {
    await open();
    const table = within(await screen.findByRole("table", { name: "Usage" }));
    expect(table.getByText("SMS messages")).toBeTruthy();
    expect(table.getByText("\u2212380")).toBeTruthy();
    expect(table.getByText("رسائل العودة")).toBeTruthy();
  });

  it("that cannot be loaded says so with a retry", async () => {
    answers["Billing/stock"] = 409;
    await open();
    expect(await screen.findByRole("alert")).toBeTruthy();
  });
});
