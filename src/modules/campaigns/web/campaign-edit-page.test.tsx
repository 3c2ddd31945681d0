import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aWholeCampaign } from "#app/web/testing/builders.ts";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "../messages/en.json" with { type: "json" };
import { CampaignEditPage } from "./campaign-edit-page.tsx";
import formEn from "./form/messages/en.json" with { type: "json" };

const stores = [{ id: "sto_000001", link: "https://shop.example", domain: "shop.example" }];

let answers: Answers;
beforeEach(async () => {
  localStorage.clear();
  answers = {
    "Campaigns/cmp_000001": aWholeCampaign(),
    "AdAccounts/index": { ad_accounts: [], platforms: [] },
    "Stores/index": { stores, landing_addresses: [] },
    "Wallet/index": { available_halalas: 63_30, deposit_min_halalas: 100_00 },
  };
  fakeServer(answers);
  await setupI18n("en", { en: { campaigns, campaigns_form: formEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/campaigns/edit/$id": CampaignEditPage }, "/campaigns/edit/cmp_000001");

it("a raised budget counts the existing reserve, and shows what is missing for the rest", async () => {
  await open();
  const budget = await screen.findByLabelText<HTMLInputElement>("Daily budget");
  await screen.findByText("Reserved from the wallet");
  expect(screen.queryByText(/You are short of/)).toBeNull();
  fireEvent.change(budget, { target: { value: "1050" } });
  expect((await screen.findByText(/You are short of/)).textContent).toMatch(/2,186\.70.*63\.30/);
  expect(await screen.findByRole("button", { name: "Top up SAR 2,200" })).toBeTruthy();
});

it("the goal is shown fixed after the first launch", async () => {
  await open();
  const sales = await screen.findByRole<HTMLInputElement>("radio", { name: campaigns.objectives.sales });
  const traffic = screen.getByRole<HTMLInputElement>("radio", { name: campaigns.objectives.traffic });
  expect([sales.checked, sales.disabled, traffic.disabled]).toEqual([true, false, true]);
});

it("the wallet's refusal stays at the budget field", async () => {
  answers["Wallet/index"] = { available_halalas: 9_000_00, deposit_min_halalas: 100_00 };
  await open();
  const budget = await screen.findByLabelText<HTMLInputElement>("Daily budget");
  fireEvent.change(budget, { target: { value: "1050" } });
  refuse({ code: "wallet.balance_not_enough", messages: ["10.00 SAR is missing"] });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("10.00 SAR is missing")).toBeTruthy();
  expect(budget.getAttribute("aria-invalid")).toBe("true");
});

it("leads to the store or to a landing page of the merchant, and nowhere else", async () => {
  answers["Stores/index"] = { stores, landing_addresses: ["https://rawaj.example/p/abaya-12"] };
  await open();
  const link = await screen.findByLabelText<HTMLInputElement>(formEn.landing_url);
  const enter = (value: string) => fireEvent.change(link, { target: { value } });
  const isRefused = () => link.getAttribute("aria-invalid") === "true";
  enter("https://rawaj.example/p/another-13");
  fireEvent.blur(link);
  await waitFor(() => expect(isRefused()).toBe(true));
  enter("https://rawaj.example/p/abaya-12");
  await waitFor(() => expect(isRefused()).toBe(false));
});

/** The next write is refused as the server does it. */
function refuse(envelope: { code: string; messages: string[] }) {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: true, data: null, ...envelope }, { status: 402 }),
  );
}
