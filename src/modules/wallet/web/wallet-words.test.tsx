import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { serverNow } from "#base/web/runtime/now.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import payments from "#modules/payments/messages/en.json" with { type: "json" };
import wallet from "../messages/en.json" with { type: "json" };
import { AmountStep } from "./amount-step.tsx";
import { RecentDeposits } from "./recent-deposits.tsx";
import { WalletCard } from "./wallet-card.tsx";

const used = {
  balance_halalas: 0,
  reserved_halalas: 0,
  available_halalas: 0,
  daily_spend_halalas: 120_00,
  ends_on: "2026-11-25",
  has_card: true,
  deposit_min_halalas: 100_00,
  deposit_max_halalas: 50_000_00,
};
const aCard = { id: "crd_1", name: "Noura", brand: "visa", last_four: "1010", expiry: "fine" };

const Amount = () => <AmountStep mustSaveCard={false} suggested={undefined} send={async () => {}} />;

let answers: Answers;
beforeEach(async () => {
  answers = { "Wallet/index": used, "Wallet/cards": { items: [aCard] } };
  fakeServer(answers);
  await setupI18n("en", { en: { wallet, payments } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a used wallet with nothing available says that it ended, not how long it lasts", async () => {
  await openPages({ "/": WalletCard }, "/");
  expect(await screen.findByText("Ended")).toBeTruthy();
  expect(screen.queryByText(/Lasts until/)).toBeNull();
});

it("a wallet that was never used has not ended", async () => {
  answers["Wallet/index"] = { ...used, has_card: false, daily_spend_halalas: null, ends_on: null };
  await openPages({ "/": WalletCard }, "/");
  expect(await screen.findByText("Top up")).toBeTruthy();
  expect(screen.queryByText("Ended")).toBeNull();
});

it("the button that charges a card names the amount", async () => {
  await openPages({ "/": Amount }, "/");
  expect(await screen.findByRole("button", { name: "Pay SAR 500" })).toBeTruthy();
});

it("the button waits for the saved cards: whether it charges one at once depends on them", async () => {
  const cards = Promise.withResolvers<object>();
  answers["Wallet/cards"] = cards.promise;
  await openPages({ "/": Amount }, "/");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Continue to payment" });
  expect(button.disabled).toBe(true);
  cards.resolve({ items: [aCard] });
  const pay = await screen.findByRole<HTMLButtonElement>("button", { name: "Pay SAR 500" });
  expect(pay.disabled).toBe(false);
});

it("an abandoned deposit is not shown as waiting for the bank", async () => {
  const hoursAgo = (hours: number) => new Date(serverNow().getTime() - hours * 3_600_000).toISOString();
  const items = [
    { id: "dep_1", amount_halalas: 500_00, status: "pending", created_at: hoursAgo(2), by: null },
    { id: "dep_2", amount_halalas: 500_00, status: "pending", created_at: hoursAgo(0), by: null },
  ];
  answers["Wallet/deposits"] = { items, page: 1, size: 5, total: 2 };
  await openPages({ "/": RecentDeposits }, "/");
  expect(await screen.findAllByText("Not completed")).toHaveLength(1);
  expect(screen.getAllByText("Waiting for the bank")).toHaveLength(1);
});
