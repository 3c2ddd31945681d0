import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import payments from "#modules/payments/messages/en.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { ProposedDeposit } from "./proposed-deposit.tsx";

type Request = { path: string; key: string | null; body: { amount_halalas?: number } | null };
let sent: Request[];
/** The status of a deposit by its id, as the gateway last confirmed it. */
let statuses: Record<string, string>;

beforeEach(async () => {
  sent = [];
  statuses = {};
  sessionStorage.clear();
  await setupI18n("en", { en: { wallet: en, payments } });
  const byKey = new Map<string, string>();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const key = new Headers(init.headers).get("idempotency-key");
    sent.push({ path, key, body: init.body ? JSON.parse(String(init.body)) : null });
    const checked = /deposit\/(dep_\d+)\/check/.exec(path)?.[1];
    if (checked) return answer({ id: checked, status: statuses[checked] ?? "waiting", failure_text: null });
    const id = byKey.get(key ?? "") ?? `dep_${byKey.size + 1}`;
    byKey.set(key ?? "", id);
    return answer({ deposit: { id }, form: { script_url: "about:blank", style_url: "about:blank" } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (data: object) => new Response(JSON.stringify({ error: false, messages: [], data }));
const begun = () => sent.filter(({ path }) => path.endsWith("/deposit"));

const wallet = { deposit_min_halalas: 100_00, deposit_max_halalas: 5_000_00 };
const proposals = [
  { amount: 130_00, words: "enough to start" },
  { amount: 380_00, words: "enough for a week" },
];

function Page() {
  const [chosen, choose] = useState<number | null>(null);
  return (
    <ProposedDeposit
      wallet={wallet}
      proposals={proposals}
      chosen={chosen}
      onChoose={choose}
      returnTo="/first-campaign"
    />
  );
}

const show = () =>
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );

describe("paying on one screen", () => {
  it("begins nothing before an amount is chosen", () => {
    show();
    expect(screen.getByRole("button", { name: /enough for a week/ })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("opens the gateway's form for the chosen amount by one tap, with the card to be kept", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: /enough for a week/ }));
    await waitFor(() => expect(begun()).toHaveLength(1));
    expect(begun()[0]?.body).toEqual({ amount_halalas: 380_00, save_card: true });
    expect(await screen.findByText(/you agree to save your card/)).toBeTruthy();
  });

  it("returns to the same deposit after a reload while it waits, and opens another once it is over", async () => {
    const chooseWeek = async () => {
      show();
      await userEvent.click(screen.getByRole("button", { name: /enough for a week/ }));
      await screen.findByText(/you agree to save your card/);
      cleanup();
    };
    await chooseWeek();
    await chooseWeek();
    expect(new Set(begun().map(({ key }) => key)).size).toBe(1);
    statuses.dep_1 = "failed";
    await chooseWeek();
    expect(new Set(begun().map(({ key }) => key)).size).toBe(2);
  });

  it("takes another amount within the bounds, and says what they are", async () => {
    show();
    await userEvent.click(screen.getByRole("button", { name: "Another amount" }));
    const field = screen.getByRole("textbox", { name: "Amount in riyals" });
    await userEvent.type(field, "20");
    await userEvent.click(screen.getByRole("button", { name: "Continue to payment" }));
    expect(screen.getByText("A top-up is between SAR 100 and SAR 5,000.")).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "250");
    await userEvent.click(screen.getByRole("button", { name: "Continue to payment" }));
    await waitFor(() => expect(begun()[0]?.body?.amount_halalas).toBe(250_00));
  });
});
