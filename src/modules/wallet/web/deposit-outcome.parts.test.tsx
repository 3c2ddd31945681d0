import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import paymentsAr from "#modules/payments/messages/ar.json" with { type: "json" };
import paymentsEn from "#modules/payments/messages/en.json" with { type: "json" };
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { DepositOutcome } from "./deposit-outcome.parts.tsx";
import { loadReturnPath, saveReturnPath } from "./return-path.ts";

const deposit = {
  id: "dep_1",
  amount_halalas: 50_000,
  failure: null,
  failure_text: null,
  save_card: false,
  card_id: null,
  action_url: null,
  owed_settled_halalas: 0,
  by: null,
  created_at: "2026-11-21T09:00:00Z",
  settled_at: null,
};

function mockResponse(answer: object, status = 200) {
  const isError = status >= 400;
  const envelope = isError
    ? { error: true, messages: ["no"], data: null, code: "base.not_found", request_id: "r1" }
    : { error: false, messages: [], data: { ...deposit, ...answer } };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(envelope), { status })),
  );
}

const show = (onPaid?: () => void) =>
  renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DepositOutcome depositId="dep_1" onAgain={() => {}} onPaid={onPaid} />
    </QueryClientProvider>,
  );

beforeEach(() =>
  setupI18n("ar", { ar: { wallet: ar, payments: paymentsAr }, en: { wallet: en, payments: paymentsEn } }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("after the bank's page", () => {
  it("the page says that we are still checking, and not to pay again", async () => {
    mockResponse({ status: "pending" });
    show();
    expect(await screen.findByText("نتحقق من الدفع لدى بوابة الدفع")).toBeTruthy();
    expect(screen.getByText(/لا تدفع مرة أخرى/)).toBeTruthy();
  });

  it("a credited deposit is announced with its amount and in a snackbar, and the caller continues once", async () => {
    mockResponse({ status: "paid" });
    const onPaid = vi.fn();
    show(onPaid);
    expect(await screen.findByText("تم الدفع")).toBeTruthy();
    expect(screen.getByText(/500\.00/)).toBeTruthy();
    expect(onPaid).toHaveBeenCalledTimes(1);
    expect(snackbarState()).toMatchObject({ type: "success", message: "تم شحن المحفظة" });
  });

  it("a paid deposit whose money is on its way into the wallet is processing, and paid a moment later", async () => {
    mockResponse({ status: "pending", settled_at: "2026-11-21T09:00:00Z" });
    show();
    expect(await screen.findByText("نتحقق من الدفع لدى بوابة الدفع")).toBeTruthy();
    mockResponse({ status: "paid", settled_at: "2026-11-21T09:00:00Z" });
    expect(await screen.findByText("تم الدفع")).toBeTruthy();
  });

  it("a deposit that settled what was owed shows the settled part", async () => {
    mockResponse({ status: "paid", owed_settled_halalas: 12_550 });
    show();
    expect(await screen.findByText(/125\.50/)).toBeTruthy();
    expect(screen.getByText(/كان مستحقًا عليك/)).toBeTruthy();
  });

  it("a declined card is explained in our words, with another attempt", async () => {
    mockResponse({ status: "failed", failure: "balance", failure_text: "رصيد البطاقة لا يكفي." });
    show();
    expect(await screen.findByText("رصيد البطاقة لا يكفي.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "أعد المحاولة" })).toBeTruthy();
  });

  it("a saved card that the bank wants verified leads to the bank's page", async () => {
    mockResponse({ status: "pending", action_url: "https://bank.example/3ds" });
    show();
    const link = await screen.findByRole("link", { name: "أكمل التحقق لدى البنك" });
    expect(link.getAttribute("href")).toBe("https://bank.example/3ds");
  });

  it.each([
    ["expired", "انتهت مدة هذه العملية", true],
    ["refunded", "أُعيد المبلغ إلى البطاقة", false],
  ])("a deposit that is %s is not taken for a paid one", async (status, title, hasAnother) => {
    mockResponse({ status });
    show();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByRole("alert").dataset.state).toBe("failed");
    expect(screen.queryByRole("button", { name: "أعد المحاولة" }) !== null).toBe(hasAnother);
  });

  it("a deposit that does not exist is an error with a retry", async () => {
    mockResponse({}, 404);
    show();
    await waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  });
});

describe("the return path", () => {
  it("is a path of this site and nothing else", () => {
    for (const [path, back] of [
      ["/first-campaign/payement", "/first-campaign/payement"],
      ["//evil.example", "/financial-transaction/wallet"],
      ["/\\evil.example", "/financial-transaction/wallet"],
      ["https://evil.example", "/financial-transaction/wallet"],
      ["/checkout?deposit=dep_1", "/financial-transaction/wallet"],
    ] as const) {
      saveReturnPath(path);
      expect(loadReturnPath()).toBe(back);
    }
  });
});
