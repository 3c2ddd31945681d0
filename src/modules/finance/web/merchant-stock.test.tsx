import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { BoughtStock } from "../contract/vouchers.calls.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { MerchantStock } from "./merchant-stock.tsx";

const redeemCall = "/Staff/Finance/merchants/mer_1/vouchers/redeem";
const vouchers: BoughtStock = {
  service: "consultation_vouchers",
  left_units: 3,
  reserved_units: 0,
  lots: [{ id: "lot_1", units: 5, left_units: 3, expires_at: "2027-03-12T09:00:00Z" }],
  ended: null,
};
const messages: BoughtStock = { ...vouchers, service: "sms", left_units: 0, lots: [], ended: "used" };

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = () =>
  openPages({ "/": () => <MerchantStock merchantId="mer_1" stock={[vouchers, messages]} /> }, "/");
const listPosts = () => sent.filter(({ method }) => method === "POST").map(({ body }) => body);

describe.each(["ar", "en"] as const)("a merchant's stock on the staff's page, in %s", (language) => {
  const texts = language === "ar" ? ar : en;
  beforeEach(() => setupI18n(language, { ar: { finance: ar }, en: { finance: en } }));

  it("shows what is left with its end, what is used up, and redeems vouchers alone", async () => {
    await open();
    const row = (await screen.findByText(texts.stock.service_consultation_vouchers)).closest("li");
    expect(row?.textContent).toContain("2027");
    const sms = screen.getByText(texts.stock.service_sms).closest("li") as HTMLElement;
    expect(within(sms).getByText(texts.stock.ended_used)).toBeTruthy();
    expect(within(sms).queryByRole("button")).toBeNull();
  });

  it("redeems a voucher once it is said for what", async () => {
    await open();
    await userEvent.click(await screen.findByRole("button", { name: texts.stock.redeem }));
    const now = screen.getByRole("button", { name: texts.stock.redeem_now });
    await userEvent.click(now);
    expect(await screen.findByText(texts.stock.reason_required)).toBeTruthy();
    expect(listPosts()).toEqual([]);
    answers[redeemCall] = { left_units: 2 };
    await userEvent.type(screen.getByLabelText(texts.stock.reason), "C-104");
    await userEvent.click(now);
    expect(listPosts()).toEqual([{ reason: "C-104" }]);
    expect(screen.queryByRole("button", { name: texts.stock.redeem_now })).toBeNull();
  });
});

it("says that no voucher is left, and keeps what was typed", async () => {
  await setupI18n("en", { ar: { finance: ar }, en: { finance: en } });
  answers[redeemCall] = refuse(409, {
    code: "finance.no_voucher_left",
    fields: { reason: [en.no_voucher_left] },
  });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: en.stock.redeem }));
  const reason = screen.getByLabelText<HTMLInputElement>(en.stock.reason);
  await userEvent.type(reason, "C-104");
  await userEvent.click(screen.getByRole("button", { name: en.stock.redeem_now }));
  expect(await screen.findByText(en.no_voucher_left)).toBeTruthy();
  expect(reason.value).toBe("C-104");
});
