import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import arPayments from "#modules/payments/messages/ar.json" with { type: "json" };
import enPayments from "#modules/payments/messages/en.json" with { type: "json" };
import walletAr from "../../messages/ar.json" with { type: "json" };
import walletEn from "../../messages/en.json" with { type: "json" };
import { AutomaticTopUpCard } from "./automatic-top-up-card.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const off = {
  is_active: false,
  card_id: null,
  threshold_halalas: 0,
  amount_halalas: 0,
  monthly_ceiling_halalas: 0,
  charged_this_month_halalas: 0,
  waits_for_threshold: false,
  stopped_reason: null,
  recent: [],
};
const on = {
  ...off,
  is_active: true,
  card_id: "crd_1",
  threshold_halalas: 200_00,
  amount_halalas: 500_00,
  monthly_ceiling_halalas: 2_000_00,
  charged_this_month_halalas: 500_00,
};
const aCard = {
  id: "crd_1",
  name: "Noura",
  brand: "visa",
  last_four: "1010",
  expiry: "good",
  is_default: true,
};

let answers: Answers;
let sent: Sent[];
beforeEach(() => {
  answers = { "Wallet/top-up": off, "Wallet/cards": { items: [aCard] } };
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(language: "ar" | "en" = "en") {
  await setupI18n(language, {
    ar: { wallet: walletAr, wallet_automatic: ar, payments: arPayments },
    en: { wallet: walletEn, wallet_automatic: en, payments: enPayments },
  });
  await openPages({ "/": AutomaticTopUpCard }, "/");
  return language === "ar" ? ar : en;
}
const lastPut = () => sent.filter(({ method }) => method === "PUT").at(-1)?.body;

it.each(["ar", "en"] as const)(
  "is off until the merchant turns it on, and says what it will do (%s)",
  async (language) => {
    const texts = await open(language);
    expect(await screen.findByText(texts.off)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: texts.turn_on }));
    const threshold = await screen.findByRole("textbox", { name: texts.threshold });
    await userEvent.clear(threshold);
    await userEvent.type(threshold, "150");
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("150");
    expect(dialog.textContent).toContain("1010");
    answers["Wallet/top-up"] = on;
    await userEvent.click(screen.getAllByRole("button", { name: texts.turn_on }).at(-1) as HTMLElement);
    await vi.waitFor(() =>
      expect(lastPut()).toEqual({
        is_active: true,
        card_id: "crd_1",
        threshold_halalas: 150_00,
        amount_halalas: 500_00,
        monthly_ceiling_halalas: 2_000_00,
      }),
    );
    expect(await screen.findByText(texts.on)).toBeTruthy();
  },
);

it("a ceiling below one top-up is refused on its field", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: en.turn_on }));
  const ceiling = await screen.findByRole("textbox", { name: en.ceiling });
  await userEvent.clear(ceiling);
  await userEvent.type(ceiling, "400");
  await userEvent.click(screen.getAllByRole("button", { name: en.turn_on }).at(-1) as HTMLElement);
  expect(await screen.findByText(en.ceiling_too_low)).toBeTruthy();
  expect(lastPut()).toBeUndefined();
});

it.each(["ar", "en"] as const)(
  "a top-up below the threshold is refused on its field (%s)",
  async (language) => {
    const texts = await open(language);
    await userEvent.click(await screen.findByRole("button", { name: texts.turn_on }));
    const threshold = await screen.findByRole("textbox", { name: texts.threshold });
    await userEvent.clear(threshold);
    await userEvent.type(threshold, "501");
    await userEvent.click(screen.getAllByRole("button", { name: texts.turn_on }).at(-1) as HTMLElement);
    expect(await screen.findByText(texts.amount_below_threshold)).toBeTruthy();
    expect(lastPut()).toBeUndefined();
  },
);

it("says that it waits until the balance reaches the threshold, and not that it is on", async () => {
  answers["Wallet/top-up"] = { ...on, waits_for_threshold: true };
  await open();
  expect(await screen.findByText("Waiting until the balance reaches SAR 200")).toBeTruthy();
  expect(screen.getByText(en.waiting)).toBeTruthy();
  expect(screen.queryByText(en.on)).toBeNull();
});

it("without a card it leads to adding one", async () => {
  answers["Wallet/cards"] = { items: [] };
  await open();
  await userEvent.click(await screen.findByRole("button", { name: en.turn_on }));
  expect(await screen.findByText(en.no_card)).toBeTruthy();
  expect(screen.getByRole("button", { name: walletEn.add_card })).toBeTruthy();
});

it("says why it stopped, and with what the refused charge failed", async () => {
  answers["Wallet/top-up"] = {
    ...on,
    is_active: false,
    stopped_reason: "card_refused",
    recent: [
      {
        id: "top_1",
        amount_halalas: 500_00,
        state: "refused",
        planned_at: "2026-11-23T09:00:00Z",
        charge_at: "2026-11-23T09:10:00Z",
        failure: "balance",
        failure_text: "The card does not have enough balance.",
      },
    ],
  };
  await open();
  expect(await screen.findByText(en.stopped_card_refused)).toBeTruthy();
  expect(screen.getByText("The card does not have enough balance.")).toBeTruthy();
});

it("is turned off with one tap, which cancels a planned charge", async () => {
  const planned = {
    id: "top_1",
    amount_halalas: 500_00,
    state: "planned",
    planned_at: "2026-11-23T09:00:00Z",
    charge_at: "2026-11-23T09:10:00Z",
    failure: null,
    failure_text: null,
  };
  answers["Wallet/top-up"] = { ...on, recent: [planned] };
  await open();
  expect(await screen.findByText("We will charge SAR 500 at 12:10 pm")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: en.turn_off }));
  await vi.waitFor(() => expect(lastPut()).toMatchObject({ is_active: false, card_id: "crd_1" }));
});
