import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import adAccounts from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import payments from "#modules/payments/messages/en.json" with { type: "json" };
import stores from "#modules/stores/messages/en.json" with { type: "json" };
import wallet from "#modules/wallet/messages/en.json" with { type: "json" };
import { aCampaign, aWholeCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { CampaignCompletedPage } from "./campaign-completed-page.tsx";
import { FirstStorePage } from "./connect-store-page.tsx";
import { FirstCampaignFormPage } from "./create-campaign-page.tsx";
import { FirstCampaignPage } from "./first-campaign-page.tsx";
import { FirstStepPage } from "./first-step-page.tsx";
import en from "./messages/en.json" with { type: "json" };
import { FirstPaymentPage } from "./payment-page.tsx";

const aStore = {
  id: "sto_000001",
  name: "Oasis",
  link: "https://shop.example",
  type: "salla",
  domain: "shop.example",
  status: "connected",
  is_active: true,
  lost_reason: null,
  connected_at: "2026-11-20T09:00:00Z",
  orders_blocked_by: null,
  orders_unconfirmed: 0,
  counts_unconfirmed: false,
  last_synced_at: null,
  sync_failures: 0,
  import: null,
  products: 3,
  orders: 0,
};
const anAdAccount = { id: "aac_000001", platform: "snapchat", name: "Main", status: "linked" };
const emptyWallet = {
  balance_halalas: 0,
  reserved_halalas: 0,
  available_halalas: 0,
  owed_halalas: 0,
  deposit_min_halalas: 10_00,
  has_card: false,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {};
  have({});
  sent = fakeServer(answers);
  await setupI18n("en", {
    en: { first_campaign: en, stores, ad_accounts: adAccounts, campaigns, wallet, payments },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What the merchant has, as the four modules report it. */
function have(what: { store?: boolean; adAccount?: boolean; money?: boolean; rows?: unknown[] }) {
  answers["Stores/index"] = {
    stores: what.store ? [aStore] : [],
    platforms: [{ platform: "salla", is_available: true }],
  };
  answers["AdAccounts/index"] = {
    ad_accounts: what.adAccount ? [anAdAccount] : [],
    platforms: platforms.map((platform) => ({ platform, is_available: platform === "snapchat" })),
  };
  answers["Wallet/index"] = what.money
    ? { ...emptyWallet, has_card: true, balance_halalas: 500_00, available_halalas: 500_00 }
    : emptyWallet;
  const rows = what.rows ?? [];
  answers["Campaigns/index"] = { items: rows, page: 1, size: 20, total: rows.length, next: null };
}

const open = (address: string) =>
  openPages(
    {
      "/first-campaign": FirstStepPage,
      "/first-campaign/connect-store": FirstStorePage,
      "/first-campaign/payement": FirstPaymentPage,
      "/first-campaign/create-campaign": FirstCampaignFormPage,
      "/first-campaign/campaign-completed": CampaignCompletedPage,
    },
    address,
    FirstCampaignPage,
  );

describe("a merchant who comes back to the flow", () => {
  it.each([
    ["with nothing begins with the store", {}, "/first-campaign/connect-store"],
    ["with a store goes on with the platform", { store: true }, "/first-campaign/connect-platform"],
    ["with both goes on with the money", { store: true, adAccount: true }, "/first-campaign/payement"],
    [
      "who only needs a campaign goes on with it",
      { store: true, adAccount: true, money: true },
      "/first-campaign/create-campaign",
    ],
    [
      "who has started sees what becomes of it",
      { store: true, adAccount: true, money: true, rows: [aCampaign()] },
      "/first-campaign/campaign-completed",
    ],
  ])("%s", async (_, what, path) => {
    have(what);
    const page = await open("/first-campaign");
    await waitFor(() => expect(page.path()).toBe(path));
  });
});

describe("the steps", () => {
  it("are links with their true state, whatever step is open", async () => {
    have({ store: true, adAccount: true });
    await open("/first-campaign/connect-store");
    const steps = within(await screen.findByRole("navigation", { name: "Getting started" }));
    expect(await steps.findByText("2 of 4 done")).toBeTruthy();
    expect(steps.getByRole("link", { name: /Payment and balance/ }).getAttribute("href")).toBe(
      "/first-campaign/payement",
    );
    expect(steps.getByRole("link", { name: /Store/ }).hasAttribute("aria-current")).toBe(true);
    expect(steps.getByRole("link", { name: /Ad account/ }).hasAttribute("aria-current")).toBe(false);
  });

  it("offer the next one by themselves when the store was connected on another device", async () => {
    const page = await open("/first-campaign/connect-store");
    expect(await screen.findByRole("link", { name: "Later, go on to: Ad account" })).toBeTruthy();
    have({ store: true });
    await page.emitEvent("store.connected");
    expect(await screen.findByRole("link", { name: "Next: Ad account" })).toBeTruthy();
  });
});

describe("the money step", () => {
  it("computes its example for the linked platform, from the same table as the server", async () => {
    have({ store: true, adAccount: true });
    await open("/first-campaign/payement");
    expect(await screen.findByText(/SAR 100 a day on Snapchat reserves SAR 250\./)).toBeTruthy();
    cleanup();
    answers["AdAccounts/index"] = { ad_accounts: [{ ...anAdAccount, platform: "google" }], platforms: [] };
    await open("/first-campaign/payement");
    expect(await screen.findByText(/SAR 100 a day on Google reserves SAR 400\./)).toBeTruthy();
  });

  it("says what is missing and leads to paying", async () => {
    have({ store: true, adAccount: true });
    await open("/first-campaign/payement");
    expect(await screen.findByText("A payment card")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add a card and top up" }).getAttribute("href")).toBe(
      "/first-campaign/create-payement-flow",
    );
  });
  it("is done as soon as the wallet has the money", async () => {
    have({ store: true, adAccount: true });
    const page = await open("/first-campaign/payement");
    await screen.findByText("A payment card");
    have({ store: true, adAccount: true, money: true });
    await page.emitEvent("wallet.deposited");
    expect(await screen.findByText("Your card is on file")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Next: Campaign and ad" })).toBeTruthy();
  });
});

describe("the campaign step", () => {
  it("names the step that comes first instead of a form that cannot be sent", async () => {
    have({ store: true });
    await open("/first-campaign/create-campaign");
    expect(await screen.findByText("The campaign runs in your ad account: connect it first.")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
  it("shows a campaign that was made and not started, and starts it", async () => {
    const draft = aCampaign({ status: "created", sync: "local", observed_status: null });
    have({ store: true, adAccount: true, money: true, rows: [draft] });
    answers["Campaigns/cmp_000001/start"] = aWholeCampaign();
    const page = await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: "Start the campaign" }));
    await waitFor(() => expect(page.path()).toBe("/first-campaign/campaign-completed"));
    expect(sent.filter(({ name }) => name.endsWith("/start"))).toHaveLength(1);
  });
  it("leads to the money step before a start that would be refused", async () => {
    const draft = aCampaign({ status: "created", sync: "local", observed_status: null });
    have({ store: true, adAccount: true, rows: [draft] });
    await open("/first-campaign/create-campaign");
    expect(await screen.findByRole("link", { name: "Add a card and top up" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Start the campaign" })).toBeNull();
  });
});

describe("the campaign step of a merchant who has started", () => {
  it("does not ask for the first campaign again", async () => {
    have({ store: true, adAccount: true, money: true, rows: [aCampaign()] });
    await open("/first-campaign/create-campaign");
    expect(await screen.findByText("Your first campaign has started")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Follow your campaign" })).toBeTruthy();
  });
});

describe("after the start", () => {
  it("the stages change with the platform's events", async () => {
    have({ store: true, adAccount: true, money: true, rows: [aCampaign()] });
    answers["Campaigns/cmp_000001"] = aWholeCampaign({ sync: "pending", observed_status: null });
    answers["Reports/campaign/cmp_000001"] = { ...someFigures(someTotals(), null), ads: [] };
    const page = await open("/first-campaign/campaign-completed");
    expect(await screen.findByText("On its way to the platform")).toBeTruthy();

    answers["Campaigns/cmp_000001"] = aWholeCampaign();
    answers["Reports/campaign/cmp_000001"] = { ...someFigures(busyTotals, "2026-11-21T09:00:00Z"), ads: [] };
    await page.emitEvent("campaign.synced");
    expect(await screen.findByText("It reached the platform")).toBeTruthy();
    expect(await screen.findByText("People are seeing it")).toBeTruthy();
  });
});
