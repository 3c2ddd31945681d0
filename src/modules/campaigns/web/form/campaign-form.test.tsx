import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeQueryClient } from "#base/web/query.ts";
import { renderWeb, speak } from "#base/web/testing/render-web.tsx";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { CampaignForm } from "./campaign-form.tsx";
import { emptyDraft } from "./draft.ts";

const place = "rawaj.campaign_draft";
const answers: Record<string, unknown> = {
  "/Clients/AdAccounts/index": {
    ad_accounts: [{ id: "acc_1", platform: "snapchat", name: "Nakhla Ads", status: "linked" }],
    platforms: [],
  },
  "/Clients/Stores/index": {
    stores: [{ id: "sto_1", name: "Nakhla", link: "https://nakhla.example", domain: "nakhla.example" }],
  },
};

beforeEach(async () => {
  localStorage.clear();
  window.scrollTo = () => {};
  vi.stubGlobal("fetch", async (url: string) => {
    const data = answers[new URL(url, "http://localhost").pathname] ?? null;
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  await speak("en", { ar: { campaigns: ar }, en: { campaigns: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  return renderWeb(
    <QueryClientProvider client={makeQueryClient()}>
      <CampaignForm title="New campaign" onDone={() => {}} />
    </QueryClientProvider>,
  );
}

function keepDraft(patch: Partial<ReturnType<typeof emptyDraft>>) {
  const draft = emptyDraft();
  const campaign = {
    ...draft.campaign,
    name: "Ajwa",
    ad_account_id: "acc_1",
    store_id: "sto_1",
    landing_url: "https://nakhla.example/ajwa",
  };
  localStorage.setItem(place, JSON.stringify({ ...draft, campaign, ...patch }));
}

describe("a new campaign", () => {
  it("does not go on while something is missing, and says what", async () => {
    open();
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect((await screen.findAllByText("This field is required.")).length).toBeGreaterThan(1);
    expect(screen.getByLabelText("Campaign name")).toBeTruthy();
  });

  it("has the only store, its address and the only ad account chosen already", async () => {
    open();
    await waitFor(() => expect(localStorage.getItem(place)).toContain('"ad_account_id":"acc_1"'));
    await waitFor(() => expect(localStorage.getItem(place)).toContain('"store_id":"sto_1"'));
    expect(localStorage.getItem(place)).toContain('"landing_url":"https://nakhla.example"');
    expect(localStorage.getItem(place)).toContain('"ad_account_id":"acc_1"');
  });

  it("comes back as it was left, at the same step", async () => {
    keepDraft({ step: "audience" });
    open();
    expect(await screen.findByLabelText("Daily budget")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Daily budget"), { target: { value: "150" } });
    await waitFor(() => expect(localStorage.getItem(place)).toContain('"daily_budget_halalas":15000'));
    cleanup();
    open();
    expect((await screen.findByLabelText<HTMLInputElement>("Daily budget")).value).toBe("150");
  });

  it("names the platform's least budget while it is typed, and what a day can cost", async () => {
    keepDraft({ step: "audience" });
    open();
    const budget = await screen.findByLabelText("Daily budget");
    fireEvent.change(budget, { target: { value: "19.99" } });
    expect(await screen.findByText("The smallest daily budget on Snapchat is SAR 20.00")).toBeTruthy();
    fireEvent.change(budget, { target: { value: "100" } });
    expect(screen.queryByText(/smallest daily budget/)).toBeNull();
    expect(document.body.textContent).toContain("125.00");
    expect(document.body.textContent).toContain("250.00");
  });

  it("tells at once that ages with a gap cannot be reached", async () => {
    keepDraft({ step: "audience" });
    open();
    fireEvent.click(await screen.findByLabelText("45-54"));
    expect(await screen.findByText(/The chosen ages have a gap/)).toBeTruthy();
  });

  it("counts the headline and stops at 26 characters", async () => {
    keepDraft({ step: "ad" });
    open();
    const headline = await screen.findByLabelText("Headline");
    fireEvent.change(headline, { target: { value: "x".repeat(26) } });
    expect(screen.queryByText(/longer than 26/)).toBeNull();
    fireEvent.change(headline, { target: { value: "x".repeat(27) } });
    expect(await screen.findByText("The headline is longer than 26 characters.")).toBeTruthy();
  });
});
