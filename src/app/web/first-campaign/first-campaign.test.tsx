import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import adAccounts from "#modules/ad-accounts/messages/en.json" with { type: "json" };
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import campaignForm from "#modules/campaigns/web/form/messages/en.json" with { type: "json" };
import payments from "#modules/payments/messages/en.json" with { type: "json" };
import stores from "#modules/stores/messages/en.json" with { type: "json" };
import wallet from "#modules/wallet/messages/en.json" with { type: "json" };
import { aCampaign, aWholeCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { CampaignCompletedPage } from "./campaign-completed-page.tsx";
import { FirstPlatformPage } from "./connect-platform-page.tsx";
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
const anAdAccount = {
  id: "aac_000001",
  platform: "snapchat",
  name: "Main",
  organization_name: "Oasis",
  currency: "SAR",
  profile_id: "prf_1",
  profiles: [{ id: "prf_1", name: "Noura" }],
  has_pixel: true,
  status: "linked",
};
const emptyWallet = {
  balance_halalas: 0,
  reserved_halalas: 0,
  available_halalas: 0,
  owed_halalas: 0,
  deposit_min_halalas: 10_00,
  deposit_max_halalas: 50_000_00,
  has_card: false,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  sessionStorage.clear();
  answers = {};
  have({});
  sent = fakeServer(answers);
  await setupI18n("en", {
    en: {
      first_campaign: en,
      stores,
      ad_accounts: adAccounts,
      campaigns,
      campaigns_form: campaignForm,
      wallet,
      payments,
    },
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
      "/first-campaign/connect-platform": FirstPlatformPage,
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

describe("a step that was answered goes on by itself", () => {
  it("from the store's consent page to the ad account", async () => {
    have({ store: true });
    const page = await open("/first-campaign/connect-store?store_result=connected&store=sto_000001");
    await waitFor(() => expect(page.path()).toBe("/first-campaign/connect-platform"));
    expect(snackbarState()).toMatchObject({ type: "success", message: expect.stringContaining("Oasis") });
  });

  it("but not when the merchant opens a step that is done", async () => {
    have({ store: true });
    const page = await open("/first-campaign/connect-store");
    expect(await screen.findByRole("link", { name: "Next: Ad account" })).toBeTruthy();
    expect(page.path()).toBe("/first-campaign/connect-store");
  });

  it("nor when the consent was declined", async () => {
    const page = await open("/first-campaign/connect-store?store_result=denied");
    expect(await screen.findByText(stores.result.denied)).toBeTruthy();
    expect(page.path()).toBe("/first-campaign/connect-store");
  });

  it("from the platform's consent page to the money: the only account is linked without being asked about", async () => {
    have({ store: true });
    answers["AdAccounts/offers/con_1"] = choosable("Main");
    linkOnce();
    const page = await open("/first-campaign/connect-platform?ad_result=choose&connection=con_1");
    await waitFor(() => expect(page.path()).toBe("/first-campaign/payement"));
    expect(sent.filter(({ name }) => name === "AdAccounts/link").map(({ body }) => body)).toEqual([
      { connection_id: "con_1", organization_id: "org", ad_account_id: "Main", profile_id: "pro" },
    ]);
  });

  it("with two accounts the merchant chooses, and sees nothing else meanwhile", async () => {
    have({ store: true });
    answers["AdAccounts/offers/con_1"] = choosable("Main", "Other");
    linkOnce();
    const page = await open("/first-campaign/connect-platform?ad_result=choose&connection=con_1");
    await userEvent.click(await screen.findByRole("radio", { name: /Other/ }));
    expect(screen.queryByRole("button", { name: /Connect Snapchat/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: adAccounts.link }));
    await waitFor(() => expect(page.path()).toBe("/first-campaign/payement"));
    expect(sent.find(({ name }) => name === "AdAccounts/link")?.body).toMatchObject({
      ad_account_id: "Other",
    });
  });
});

/** What the consent allows to choose from: one organisation with these accounts. */
const choosable = (...names: string[]) => ({
  connection_id: "con_1",
  platform: "snapchat",
  problem: null,
  organizations: [
    {
      id: "org",
      name: "Oasis",
      problem: null,
      ad_accounts: names.map((name) => ({
        id: name,
        name,
        currency: "SAR",
        time_zone: "Asia/Riyadh",
        problem: null,
      })),
      profiles: [{ id: "pro", name: "Oasis" }],
    },
  ],
});

/** The ad account is there once it was linked. */
function linkOnce() {
  answers["AdAccounts/link"] = anAdAccount;
  Object.defineProperty(answers, "AdAccounts/index", {
    get: () => ({
      ad_accounts: sent.some(({ name }) => name === "AdAccounts/link") ? [anAdAccount] : [],
      platforms: platforms.map((platform) => ({ platform, is_available: platform === "snapchat" })),
    }),
  });
}

describe("the money step", () => {
  it("says what the first campaign reserves on the linked platform, from the same table as the server", async () => {
    have({ store: true, adAccount: true });
    await open("/first-campaign/payement");
    expect(await screen.findByText(/SAR 50 a day on Snapchat reserves SAR 125\./)).toBeTruthy();
    cleanup();
    answers["AdAccounts/index"] = { ad_accounts: [{ ...anAdAccount, platform: "google" }], platforms: [] };
    await open("/first-campaign/payement");
    expect(await screen.findByText(/SAR 50 a day on Google reserves SAR 200\./)).toBeTruthy();
  });

  it("proposes three amounts, begins nothing before one is tapped, and keeps it over a reload", async () => {
    have({ store: true, adAccount: true });
    answers["Wallet/deposit"] = { deposit: { id: "dep_1" }, form: { script_url: "about:blank" } };
    answers["Wallet/deposit/dep_1/check"] = { id: "dep_1", status: "waiting" };
    await open("/first-campaign/payement");
    await screen.findByRole("button", { name: /Enough to start/ });
    const amounts = ["to start", "for a week", "for two weeks"].map(
      (what) => screen.getByRole("button", { name: new RegExp(`Enough ${what}`) }).textContent,
    );
    expect(amounts.map((text) => /\d+/.exec(text ?? "")?.[0])).toEqual(["130", "380", "730"]);
    expect(sent.some(({ name }) => name === "Wallet/deposit")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: /Enough for a week/ }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name === "Wallet/deposit")?.body).toEqual({
        amount_halalas: 380_00,
        save_card: true,
      }),
    );
    cleanup();
    await open("/first-campaign/payement");
    const week = await screen.findByRole("button", { name: /Enough for a week/ });
    expect(week.getAttribute("aria-pressed")).toBe("true");
  });

  it("is done as soon as the wallet has the money", async () => {
    have({ store: true, adAccount: true });
    const page = await open("/first-campaign/payement");
    await screen.findByRole("button", { name: wallet.other_amount });
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

describe("the first campaign from a product", () => {
  const product = {
    id: "prd_1",
    store_id: "sto_000001",
    name: "Ajwa dates",
    sku: "",
    url: "https://shop.example/p/1",
    image_url: "https://cdn.example/1.jpg",
    price_halalas: 45_00,
    regular_price_halalas: 45_00,
    currency: "SAR",
    quantity: null,
    status: "on_sale",
    sales_state: "not_stated",
    sales: null,
  };
  const picture = {
    id: "med_00001",
    kind: "image",
    mime: "image/jpeg",
    file_name: "Ajwa dates.jpg",
    bytes: 1_000,
    width: 1_080,
    height: 1_920,
    seconds: null,
    url: "/file",
    thumbnail_url: "/thumbnail",
    created_at: "2026-11-22T09:00:00Z",
  };

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    window.scrollTo = () => {};
    have({ store: true, adAccount: true, money: true });
    answers["Drafts/index"] = { items: [] };
    answers["Drafts/create"] = { id: "drf_1", revision: 1 };
    answers["Stores/products"] = { items: [product], next: null };
    answers["Media/from-product"] = picture;
    answers["Media/med_00001"] = picture;
  });

  it("is written whole by one tap, to be looked over and changed in place", async () => {
    await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: /Ajwa dates/ }));
    const headline = await screen.findByRole("textbox", { name: campaignForm.headline });
    expect((headline as HTMLInputElement).value).toBe("Ajwa dates");
    expect(await screen.findByRole("img", { name: /Ajwa dates\.jpg/ })).toBeTruthy();
    expect(screen.getByRole("textbox", { name: campaignForm.daily_budget })).toHaveProperty("value", "50");
    expect(sent.find(({ name }) => name === "Media/from-product")?.body).toEqual({
      product_id: "prd_1",
      platform: "snapchat",
      fit: "whole",
      focus: 0.5,
    });
  });

  it("is sent and started only by the merchant's tap", async () => {
    answers["Plans/create"] = {
      id: "pln_1",
      name: "Ajwa dates",
      campaigns: [aWholeCampaign({ status: "created" })],
    };
    answers["Campaigns/cmp_000001/start"] = aWholeCampaign();
    answers["Campaigns/cmp_000001"] = aWholeCampaign();
    answers["Reports/campaign/cmp_000001"] = { ...someFigures(someTotals(), null), ads: [] };
    const page = await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: /Ajwa dates/ }));
    await screen.findByRole("img", { name: /Ajwa dates\.jpg/ });
    expect(sent.some(({ name }) => name === "Plans/create")).toBe(false);
    const launch = screen.getByRole("button", { name: campaignForm.launch });
    await waitFor(() => expect(launch.hasAttribute("disabled")).toBe(false));
    await userEvent.click(launch);
    await waitFor(() => expect(page.path()).toBe("/first-campaign/campaign-completed"));
    const [created] = sent.filter(({ name }) => name === "Plans/create");
    expect(created?.body).toMatchObject({
      campaigns: [
        {
          platform: "snapchat",
          ad_account_id: "aac_000001",
          daily_budget_halalas: 50_00,
          landing_url: "https://shop.example/p/1",
          starts_at: null,
          ad_groups: [
            { locations: [], ads: [{ headline: "Ajwa dates", brand_name: "Oasis", media_id: "med_00001" }] },
          ],
        },
      ],
    });
    expect(sent.filter(({ name }) => name.endsWith("/start"))).toHaveLength(1);
  });

  it("on several platforms goes on with the launch of all of them", async () => {
    const both = ["cmp_000001", "cmp_000002"].map((id) => aWholeCampaign({ id, status: "created" }));
    answers["Plans/create"] = { id: "pln_1", name: "Ajwa dates", campaigns: both };
    answers["Plans/pln_1/launch"] = { id: "opr_1" };
    answers["Plans/pln_1"] = { id: "pln_1", name: "Ajwa dates", campaigns: both };
    answers["Operations/opr_1"] = { id: "opr_1", status: "running", total: 2, done: 0, failed: 0 };
    const page = await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: /Ajwa dates/ }));
    await screen.findByRole("img", { name: /Ajwa dates\.jpg/ });
    const launch = screen.getByRole("button", { name: campaignForm.launch });
    await waitFor(() => expect(launch.hasAttribute("disabled")).toBe(false));
    await userEvent.click(launch);
    await waitFor(() => expect(page.search()).toEqual({ plan: "pln_1", launch: "opr_1" }));
    expect(page.path()).toBe("/first-campaign/campaign-completed");
  });

  it("says why there is no picture, and is not sent without one", async () => {
    answers["Media/from-product"] = 409;
    await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: /Ajwa dates/ }));
    expect(await screen.findByRole("button", { name: campaignForm.quick.own_picture })).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: campaignForm.launch }));
    expect(await screen.findByText(/^no$/)).toBeTruthy();
    expect(sent.some(({ name }) => name === "Plans/create")).toBe(false);
  });

  it("may be written by hand instead", async () => {
    await open("/first-campaign/create-campaign");
    await userEvent.click(await screen.findByRole("button", { name: campaignForm.quick.by_hand }));
    expect(await screen.findByRole("textbox", { name: campaignForm.name })).toBeTruthy();
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

describe("a first campaign on several platforms", () => {
  const onSnapchat = aWholeCampaign({ id: "cmp_snap", name: "Dates on Snapchat" });
  const onMeta = aWholeCampaign({
    id: "cmp_meta",
    name: "Dates on Meta",
    platform: "meta",
    status: "created",
    sync: "local",
  });
  const launch = {
    id: "opr_1",
    kind: "campaigns.launch_plan",
    status: "partially_failed",
    total: 2,
    done: 1,
    failed: 1,
    undo_of: null,
    can_undo: false,
    created_at: "2026-11-21T09:00:00Z",
    finished_at: "2026-11-21T09:00:10Z",
  };
  beforeEach(() => {
    have({ store: true, adAccount: true, money: true, rows: [onSnapchat, onMeta] });
    answers["Plans/pln_000001"] = {
      id: "pln_000001",
      name: "Dates",
      objective: "sales",
      created_at: "2026-11-21T09:00:00Z",
      campaigns: [onSnapchat, onMeta],
      proposal: null,
      last_move: null,
    };
    answers["Operations/opr_1"] = launch;
    const reason = { code: "campaigns.ad_missing", message: "There is no ad yet." };
    answers["Operations/opr_1/items"] = {
      items: [{ number: 2, subject: "cmp_meta", title: null, status: "failed", reason }],
      next: null,
    };
  });

  it.each([
    "/first-campaign/campaign-completed?plan=pln_000001&launch=opr_1",
    "/first-campaign/campaign-completed",
  ])("is followed on all of them: %s", async (address) => {
    await open(address);
    expect(await screen.findByText("Dates on Snapchat")).toBeTruthy();
    expect(screen.getByText("Dates on Meta")).toBeTruthy();
    expect(screen.getByRole("button", { name: campaignForm.progress.finish })).toBeTruthy();
  });

  it("says why one of them was refused", async () => {
    await open("/first-campaign/campaign-completed?plan=pln_000001&launch=opr_1");
    expect(await screen.findByText("There is no ad yet.")).toBeTruthy();
  });

  it("that was not started yet is started as a whole, not its first platform alone", async () => {
    const waiting = { ...onSnapchat, status: "created" };
    have({ store: true, adAccount: true, money: true, rows: [waiting, onMeta] });
    await open("/first-campaign/create-campaign");
    const link = await screen.findByRole("link", { name: en.campaign.start_all });
    expect(link.getAttribute("href")).toContain("plan=pln_000001");
    expect(screen.queryByRole("button", { name: en.campaign.start })).toBeNull();
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

  it("a withdrawn permission is told as that, with the way to connect the account again", async () => {
    have({ store: true, adAccount: true, money: true, rows: [aCampaign()] });
    const lost = { sync: "disconnected", observed_status: null } as const;
    answers["Campaigns/cmp_000001"] = aWholeCampaign(lost);
    answers["Reports/campaign/cmp_000001"] = { ...someFigures(someTotals(), null), ads: [] };
    await open("/first-campaign/campaign-completed");
    expect(await screen.findByText("Waiting to be reconnected")).toBeTruthy();
    expect(screen.queryByText("The platform refused it")).toBeNull();
    expect(screen.getByRole("link", { name: "Reconnect" }).getAttribute("href")).toBe(
      "/first-campaign/connect-platform",
    );
  });
});
