import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import paymentsAr from "../../messages/ar.json" with { type: "json" };
import paymentsEn from "../../messages/en.json" with { type: "json" };
import { CardsPanel } from "../cards.parts.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

const aCard = (id: string, rest: object = {}) => ({
  id,
  name: `card ${id}`,
  theme: "blue",
  brand: "visa",
  last_four: "1010",
  expiry_month: 9,
  expiry_year: 2030,
  holder_name: "NOURA",
  expiry: "good",
  is_default: false,
  needs: [],
  added_at: "2026-11-01T09:00:00Z",
  ...rest,
});

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

function Page() {
  const [replacing, replace] = useState<string | null>(null);
  return (
    <CardsPanel
      addCard={() => <button type="button">add</button>}
      replacing={replacing}
      onReplace={replace}
    />
  );
}

async function open(items: object[], language: "ar" | "en" = "en") {
  answers["Wallet/cards"] = { items };
  await setupI18n(language, {
    ar: { payments: paymentsAr, payments_cards: ar },
    en: { payments: paymentsEn, payments_cards: en },
  });
  await openPages({ "/": Page }, "/");
}
const sentTo = (name: string, method: string) =>
  sent.filter((request) => request.name === name && request.method === method);

describe("cards on file", () => {
  it.each([
    ["ar", paymentsAr.no_cards],
    ["en", paymentsEn.no_cards],
  ] as const)("without any, the page says so and leads to the first (%s)", async (language, words) => {
    await open([], language);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole("button", { name: "add" })).toBeTruthy();
  });

  it("one is the default, and another can become it", async () => {
    await open([aCard("crd_1", { is_default: true }), aCard("crd_2")]);
    expect(await screen.findByText(en.default)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: en.make_default }));
    await vi.waitFor(() => expect(sentTo("Wallet/cards/crd_2/default", "PUT")).toHaveLength(1));
  });

  it("the only card that something needs is not removed, and the reason is named", async () => {
    await open([aCard("crd_1", { needs: ["running_campaign", "top_up"] })]);
    await userEvent.click(await screen.findByRole("button", { name: paymentsEn.remove_card }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      en.need_running_campaign,
      en.need_top_up,
    ]);
    await userEvent.click(dialog.getByRole("button", { name: en.understood }));
    expect(sentTo("Wallet/cards/crd_1", "DELETE")).toEqual([]);
  });

  it("an expiring card is replaced by another, the newest proposed", async () => {
    await open([
      aCard("crd_1", { expiry: "soon" }),
      aCard("crd_2", { added_at: "2026-11-10T09:00:00Z" }),
      aCard("crd_3", { added_at: "2026-11-20T09:00:00Z" }),
    ]);
    const [note] = await screen.findAllByRole("note");
    await userEvent.click(within(note as HTMLElement).getByRole("button", { name: en.replace }));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: en.replace }));
    await vi.waitFor(() =>
      expect(sentTo("Wallet/cards/crd_1/replace", "POST")[0]?.body).toEqual({ card_id: "crd_3" }),
    );
  });

  it("an expired card cannot take over, so a new one is added first", async () => {
    await open([aCard("crd_1"), aCard("crd_2", { expiry: "past" })]);
    await userEvent.click((await screen.findAllByRole("button", { name: en.replace }))[1] as HTMLElement);
    expect(await screen.findByText(en.replace_none)).toBeTruthy();
  });
});
