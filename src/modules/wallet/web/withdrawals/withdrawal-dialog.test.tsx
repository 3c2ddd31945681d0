import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { WithdrawButton } from "./withdraw-button.tsx";

const bankAccount = {
  iban: "SA0380000000608010167519",
  holder_name: "متجر نخلة",
  changed_at: "2026-11-01T09:00:00Z",
};
const onCard = {
  kind: "card",
  amount_halalas: 300_00,
  card: { brand: "mada", last_four: "1010" },
  iban: null,
  paid_at: "2026-11-20T09:00:00Z",
};
const inBank = { kind: "bank", amount_halalas: 200_00, card: null, iban: bankAccount.iban, paid_at: null };
const preview = {
  parts: [onCard, inBank],
  withdrawable_halalas: 800_00,
  to_cards_halalas: 300_00,
  minimum_halalas: 10_00,
  left_today_halalas: 700_00,
  resting_until: null,
  bank_account: bankAccount,
};
const withdrawal = {
  id: "wdr_1",
  amount_halalas: 500_00,
  state: "requested",
  paid_halalas: 0,
  returned_halalas: 0,
  can_cancel: true,
  parts: [onCard, inBank].map((part) => ({
    ...part,
    state: "requested",
    bank_reference: null,
    failure_text: null,
  })),
  requested_at: "2026-11-23T09:00:00Z",
  ended_at: null,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Wallet/withdrawals/preview": preview,
    // A plain number would be that HTTP status.
    "Wallet/withdrawals/code": Object(60),
    "Wallet/withdrawals": withdrawal,
    "Account/index": { mobile_number: "+966501234567" },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const requests = (name: string) => sent.filter((request) => request.name === name);

async function open(language: "ar" | "en" = "en") {
  await setupI18n(language, { ar: { wallet_withdrawals: ar }, en: { wallet_withdrawals: en } });
  await openPages({ "/": WithdrawButton }, "/");
  const texts = language === "ar" ? ar : en;
  await userEvent.click(await screen.findByRole("button", { name: texts.withdraw }));
  return texts;
}

const typeAmount = async (label: string, amount: string) =>
  userEvent.type(await screen.findByRole("textbox", { name: label }), amount);

describe("withdrawing", () => {
  it.each(["ar", "en"] as const)(
    "shows where the amount goes before any code is sent (%s)",
    async (language) => {
      const texts = await open(language);
      await typeAmount(texts.amount_label, "500");
      const parts = within(await screen.findByRole("list", { name: texts.parts })).getAllByRole("listitem");
      expect(parts[0]?.textContent).toContain("1010");
      expect(parts[1]?.textContent).toContain("7519");
      expect(parts[1]?.textContent).toContain("200.00");
      expect(requests("Wallet/withdrawals/code")).toEqual([]);
    },
  );

  it("holds the money with the code, and shows the receipt", async () => {
    await open();
    await typeAmount(en.amount_label, "500");
    const parts = await screen.findByRole("list", { name: en.parts });
    await vi.waitFor(() => expect(parts.getAttribute("aria-busy")).toBe("false"), { timeout: 5_000 });
    await userEvent.click(screen.getByRole("button", { name: en.send_code }));
    expect(await screen.findByText("050 123 4567")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: en.code_label }), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Withdraw SAR 500.00" }));
    expect(await screen.findByText(en.done_title)).toBeTruthy();
    expect(requests("Wallet/withdrawals").at(-1)?.body).toEqual({ amount_halalas: 500_00, code: "123456" });
  });

  it.each([
    ["900", "SAR 800.00 is available to withdraw."],
    ["5", "The least you can withdraw is SAR 10.00."],
    ["750", "SAR 700.00 is left of today's limit."],
  ])("refuses %s riyals on the amount itself", async (amount, reason) => {
    await open();
    await typeAmount(en.amount_label, amount);
    await userEvent.click(screen.getByRole("button", { name: en.send_code }));
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(requests("Wallet/withdrawals/code")).toEqual([]);
  });

  it("wants a bank account for what the cards cannot take back", async () => {
    answers["Wallet/withdrawals/preview"] = { ...preview, bank_account: null };
    await open();
    await typeAmount(en.amount_label, "500");
    expect(await screen.findByText("SAR 200.00 is more than the cards can take back")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: en.iban })).toBeTruthy();
    expect(screen.queryByRole("button", { name: en.send_code })).toBeNull();
  });

  it("says until when withdrawals rest", async () => {
    answers["Wallet/withdrawals/preview"] = { ...preview, resting_until: "2026-11-24T09:30:00Z" };
    await open();
    expect(await screen.findByText(/24 November 2026 at 12:30 pm/)).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: en.amount_label })).toBeNull();
  });
});
