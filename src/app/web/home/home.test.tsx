import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "#modules/reports/messages/en.json" with { type: "json" };
import seasons from "#modules/seasons/messages/en.json" with { type: "json" };
import { aCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { HomePage } from "./home-page.tsx";
import en from "./messages/en.json" with { type: "json" };

const noSums = { spend_halalas: 0, orders_placed: 0, sales_placed_halalas: 0 };
let answers: Answers;
let sent: Sent[];
// Parts that home loads later: the first test would wait for their files.
beforeAll(() =>
  Promise.all([
    import("./home-details.tsx"),
    import("./home-filters.tsx"),
    import("./paused-for-money.tsx"),
    import("./closed-stores.tsx"),
    import("#modules/campaigns/web/season-card.tsx"),
  ]),
);
beforeEach(async () => {
  answers = {
    "Account/index": { name: "Noura Alotaibi", abilities: [{ subject: "all", action: "manage" }] },
    "Reports/home": { ...someFigures(busyTotals, "2026-11-21T09:00:00Z"), emptiness: null },
    "Reports/home-changes": { today: noSums, yesterday: noSums, campaigns: [] },
    "Reports/home-campaigns": { earning: [], burning: [] },
    "Stores/products": { items: [], page: 1, size: 5, total: 0 },
    "Reports/attention": { items: [] },
    "Reports/readings": { items: [] },
    "Reports/campaigns": { as_of: null, items: [] },
    "Campaigns/index": { items: [], page: 1, size: 5, total: 0, next: null },
    "Stores/index": { stores: [], platforms: [] },
    "AdAccounts/index": { ad_accounts: [], platforms: [] },
    "Wallet/index": { available_halalas: 0, balance_halalas: 0, has_card: false },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { home: en, campaigns, reports, seasons } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Campaigns paused for lack of money, by their daily budgets; nothing of their reserves is left. */
function paused(...budgets: number[]) {
  const items = budgets.map((budget, index) => ({
    ...aCampaign({ status: "paused", status_reason: "money", id: `cmp_${index}`, name: `Campaign ${index}` }),
    daily_budget_halalas: budget,
    reserve_halalas: 0,
  }));
  answers["Campaigns/index"] = { items, page: 1, size: 50, total: items.length, next: null };
  answers["Wallet/index"] = { available_halalas: 125_00, deposit_min_halalas: 100_00 };
  answers["Wallet/reserves"] = { items: [], page: 1, size: 100, total: 0 };
}

const open = (address = "/") => openPages({ "/": HomePage }, address);
const empty = (emptiness: string) => ({ ...someFigures(someTotals(), null), emptiness });

describe("the subscription on home", () => {
  const view = (kind: string) => ({ subscription: null, notices: [{ kind, text: "Your trial ends soon" }] });
  beforeEach(() => {
    answers["Billing/subscription"] = view("trial_ending");
  });

  it("says that the trial ends, and leads to the plans, before the first campaign too", async () => {
    answers["Reports/home"] = empty("no_campaigns");
    await open();
    const notice = within(
      (await screen.findByText("Your trial ends soon")).closest("[role=note]") as HTMLElement,
    );
    expect(notice.getByRole("link").getAttribute("href")).toBe("/financial-transaction/active-subscribtions");
  });

  it("stays silent about what can wait", async () => {
    answers["Billing/subscription"] = view("cancelled");
    await open();
    await waitFor(() => expect(sent.some(({ name }) => name === "Billing/subscription")).toBe(true));
    expect(screen.queryByText("Your trial ends soon")).toBeNull();
  });
});

describe("an empty home says why it is empty", () => {
  it.each([
    ["not_connected", "Get started", "/first-campaign"],
    ["not_read_yet", "See campaigns", "/campaigns"],
    ["none", "See campaigns", "/campaigns"],
  ])("%s has one next step: %s", async (emptiness, action, to) => {
    answers["Reports/home"] = empty(emptiness);
    await open();
    const link = await screen.findByRole("link", { name: action });
    expect(link.getAttribute("href")).toBe(to);
  });

  it("or which step of the first campaign is next, where it was left", async () => {
    answers["Reports/home"] = empty("no_campaigns");
    answers["Stores/index"] = { stores: [{ id: "sto_1", status: "connected" }], platforms: [] };
    answers["AdAccounts/index"] = { ad_accounts: [{ id: "aac_1", status: "linked" }], platforms: [] };
    await open();
    const link = await screen.findByRole("link", { name: "Continue: payment and balance" });
    expect(link.getAttribute("href")).toBe("/first-campaign/payement");
    expect(screen.getByText("2 of 4 done, and everything is as you left it.")).toBeTruthy();
  });

  it.each(["not_connected", "no_campaigns"])("%s names the way from a description too", async (emptiness) => {
    answers["Reports/home"] = empty(emptiness);
    await open();
    const link = await screen.findByRole("link", { name: "Or with AI" });
    expect(link.getAttribute("href")).toBe("/first-campaign/ai-form");
  });

  it("and shows no figure of zero to a merchant who has not begun", async () => {
    answers["Reports/home"] = empty("not_connected");
    await open();
    await screen.findByRole("link", { name: "Get started" });
    expect(screen.queryByText("Sales from ads")).toBeNull();
  });
});

describe("home", () => {
  it("shows the return per riyal", async () => {
    await open();
    expect((await screen.findAllByText("3.40")).length).toBeGreaterThan(0);
  });

  it("greets without a word on figures while they are loading", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const figures = answers["Reports/home"];
    answers["Reports/home"] = promise;
    await open();
    expect(await screen.findByRole("heading", { name: /Noura/ })).toBeTruthy();
    expect(screen.queryByText(en.lead_no_spend)).toBeNull();
    resolve(figures);
    expect(await screen.findByText(/brought back 3.40 riyals/)).toBeTruthy();
  });

  it("updates when an event about figures arrives", async () => {
    const page = await open();
    await screen.findAllByText("3.40");
    const more = { ...busyTotals, roas_placed: 3.9 };
    answers["Reports/home"] = { ...someFigures(more, "2026-11-21T10:00:00Z"), emptiness: null };
    await page.emitEvent("figures.changed");
    expect((await screen.findAllByText("3.90")).length).toBeGreaterThan(0);
  });

  it("shows what runs, and a campaign without data without a figure", async () => {
    answers["Campaigns/index"] = { items: [aCampaign()], page: 1, size: 5, total: 1, next: null };
    await open();
    expect((await screen.findAllByRole("link", { name: /Ajwa dates/ })).length).toBeGreaterThan(0);
    expect(screen.getAllByText("No data yet").length).toBeGreaterThan(0);
  });

  it("does not judge an ad that has run for an hour", async () => {
    const totals = { ...busyTotals, orders_placed: 0, sales_placed_halalas: 0, roas_placed: 0 };
    const figures = someFigures(totals, "2026-11-21T09:00:00Z");
    const days = figures.days.map((day) => ({ ...day, has_data: !day.is_settled }));
    answers["Reports/home"] = { ...figures, days, emptiness: null };
    await open();
    expect((await screen.findAllByText(/First orders usually show within a day/)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/brought back 0.00/)).toBeNull();
  });

  it("shows beside the figures the number of unconfirmed orders, and nothing while there are none", async () => {
    await open();
    await screen.findAllByText("3.40");
    expect(screen.queryByText(/unconfirmed/)).toBeNull();
    cleanup();
    const totals = { ...busyTotals, orders_unconfirmed: 2, sales_unconfirmed_halalas: 230_00 };
    answers["Reports/home"] = { ...someFigures(totals, "2026-11-21T09:00:00Z"), emptiness: null };
    await open();
    expect(await screen.findByText("2 more orders are unconfirmed")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Confirm or count them" })).toBeTruthy();
  });

  it("compares platforms once there are two of them", async () => {
    await open();
    await screen.findAllByText("3.40");
    expect(screen.queryByText("By platform")).toBeNull();
    cleanup();
    const part = { orders_placed: 1, sales_placed_halalas: 240_00 };
    answers["Reports/home"] = {
      ...someFigures(busyTotals, "2026-11-21T09:00:00Z"),
      emptiness: null,
      platforms: [
        { platform: "snapchat", spend_halalas: 60_00, roas_placed: 4, ...part },
        { platform: "tiktok", spend_halalas: 0, roas_placed: null, ...part },
      ],
    };
    await open();
    expect(await screen.findByRole("row", { name: /Snapchat .*4.00/ })).toBeTruthy();
    expect(screen.getByRole("row", { name: /TikTok .*No data yet/ })).toBeTruthy();
  });

  it("names the platform that does not answer, and the exchange rate and its date where dollars were converted to riyals", async () => {
    const reading = {
      ad_account_id: "aac_1",
      platform: "meta",
      name: "Noura US",
      as_of: "2026-11-21T08:00:00Z",
    };
    const rate = { sar_micros: 3_750_000, since: "1986-06-01" };
    const silence = { failing_since: "2026-11-21T08:15:00Z", next_try_in_seconds: 240 };
    answers["Reports/readings"] = { items: [{ ...reading, ...silence, currency: "USD", rate }] };
    await open();
    expect(await screen.findByText(/asked again in 4 minutes/)).toBeTruthy();
    expect(screen.getByText("1 USD = SAR 3.75")).toBeTruthy();
    expect(screen.getByText(/held since 1 June 1986/)).toBeTruthy();
  });

  it("says when a closed store's campaigns are paused, and resumes them once it is back", async () => {
    const store = { store_id: "sto_1", name: "Oasis", grace_minutes: 120, paused_campaigns: 0 };
    const since = { closed_since: "2026-11-21T08:00:00Z", pause_at: "2026-11-21T10:00:00Z" };
    answers["StoreWatch/index"] = { items: [{ ...store, ...since, is_open: false }] };
    const page = await open();
    expect(await screen.findByText(/Its campaigns are paused on/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Resume/ })).toBeNull();

    const items = [aCampaign({ status: "paused", status_reason: "store", id: "cmp_0", store_id: "sto_1" })];
    answers["Campaigns/index"] = { items, page: 1, size: 50, total: 1, next: null };
    answers["Campaigns/cmp_0/relaunch"] = aCampaign();
    const back = { closed_since: null, pause_at: null, is_open: true, paused_campaigns: 1 };
    answers["StoreWatch/index"] = { items: [{ ...store, ...back }] };
    await page.emitEvent("campaign.paused");
    fireEvent.click(await screen.findByRole("button", { name: "Resume 1 campaign" }));
    expect(await screen.findByText("Active")).toBeTruthy();
  });

  it("lists what was paused because money ended, and tops up the missing amount before it resumes", async () => {
    paused(150_00, 100_00);
    await open();
    expect(await screen.findByText("Paused because your balance ended")).toBeTruthy();
    expect(screen.getAllByText("Paused: balance ended")).toHaveLength(2);
    // 375 and 250 would be reserved, 125 is available.
    expect((await screen.findByText(/You are short of/)).textContent).toMatch(/500\.00.*125\.00/);
    expect(await screen.findByRole("button", { name: "Top up SAR 500" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Resume/ })).toBeNull();
  });

  it("resumes all of them with one press, and shows the result of each", async () => {
    paused(150_00, 100_00);
    answers["Wallet/index"] = { available_halalas: 9_000_00, deposit_min_halalas: 100_00 };
    answers["Campaigns/cmp_0/relaunch"] = aCampaign();
    answers["Campaigns/cmp_1/relaunch"] = 402;
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Resume all" }));
    expect(await screen.findByText("Active")).toBeTruthy();
    expect(await screen.findByText("no")).toBeTruthy();
    expect((await screen.findByRole("status")).textContent).toMatch(/1 \/ 2/);
    expect(sent.filter(({ name }) => name.endsWith("/relaunch"))).toHaveLength(2);
  });

  it("offers to resume what the balance covers when it does not cover all", async () => {
    paused(150_00, 100_00);
    answers["Wallet/index"] = { available_halalas: 260_00, deposit_min_halalas: 100_00 };
    await open();
    expect(await screen.findByRole("button", { name: "Resume what your balance covers" })).toBeTruthy();
    expect(screen.getByText(/You are short of/).textContent).toMatch(/365\.00/);
  });

  it("shows the draft that is ready for the next season, with a budget for each day, until it is dismissed", async () => {
    const season = { key: "white_friday", starts_on: "2026-11-22", ends_on: "2026-11-30" };
    const prepared = { ...season, season: "white_friday-2026", draft_id: "dft_000001" };
    answers["SeasonDrafts/index"] = {
      items: [{ ...prepared, total_halalas: 900_00, minimum_halalas: 20_00 }],
      is_on: true,
    };
    const phases = [{ key: "peak", from: "2026-11-22", to: "2026-11-30", cost_factor: 15_000 }];
    answers["Seasons/index"] = { today: "2026-11-10", items: [{ ...season, hijri_year: null, phases }] };
    answers["SeasonDrafts/white_friday-2026/dismiss"] = { items: [], is_on: true };
    await open();
    expect(await screen.findByText(/White Friday.*draft is ready/)).toBeTruthy();
    const summary = await screen.findByText("A budget for each day");
    fireEvent.click(summary);
    const days = within(summary.closest("details") ?? document.body);
    // Nine days at the same expected cost.
    expect(days.getAllByRole("row", { name: /100/ })).toHaveLength(9);
    fireEvent.click(screen.getByRole("button", { name: "I don't need it" }));
    await waitFor(() => expect(screen.queryByText(/draft is ready/)).toBeNull());
  });

  it("that cannot be loaded says so and offers to try again", async () => {
    answers["Reports/home"] = 500;
    await open();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("home as a report", () => {
  const lastHome = () => sent.findLast(({ name }) => name === "Reports/home")?.query;
  const choose = async (list: string, option: string) => {
    fireEvent.click(await screen.findByRole("combobox", { name: list }));
    fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
  };

  it("begins with what its address says, and asks for no more than that", async () => {
    await open("/?days=7&compare=last_year&platform=tiktok&store=sto_1&colour=red");
    await screen.findAllByText("3.40");
    expect(Object.fromEntries(lastHome() ?? [])).toEqual({
      days: "7",
      compare: "last_year",
      platform: "tiktok",
      store_id: "sto_1",
    });
    cleanup();
    await open();
    await screen.findAllByText("3.40");
    // The same address as that of the page's boot script, which asks first.
    expect(lastHome()?.toString()).toBe("days=30");
  });

  it("keeps period, comparison, store and platform in its address", async () => {
    answers["Stores/index"] = {
      stores: [
        { id: "sto_1", name: "Oasis", status: "connected" },
        { id: "sto_2", name: "Palm", status: "connected" },
      ],
      platforms: [],
    };
    answers["AdAccounts/index"] = {
      ad_accounts: [
        { id: "aac_1", platform: "snapchat", status: "linked" },
        { id: "aac_2", platform: "meta", status: "linked" },
      ],
      platforms: [],
    };
    const page = await open();
    fireEvent.click(await screen.findByRole("button", { name: "Last 7 days" }));
    await waitFor(() => expect(page.search()).toEqual({ days: 7 }));
    await choose("Compare with", "No comparison");
    await choose("Store", "Palm");
    await choose("Platform", "Snapchat");
    await waitFor(() =>
      expect(page.search()).toEqual({ days: 7, compare: "none", store: "sto_2", platform: "snapchat" }),
    );
    await choose("Platform", "All platforms");
    await waitFor(() => expect(page.search()).toEqual({ days: 7, compare: "none", store: "sto_2" }));
  });

  it("offers no store and no platform where there is one of each", async () => {
    answers["Stores/index"] = {
      stores: [{ id: "sto_1", name: "Oasis", status: "connected" }],
      platforms: [],
    };
    await open();
    await screen.findByRole("combobox", { name: "Compare with" });
    expect(screen.queryByRole("combobox", { name: "Store" })).toBeNull();
    expect(screen.queryByRole("combobox", { name: "Platform" })).toBeNull();
  });

  it("says that a choice has no figures, and leads back to everything", async () => {
    answers["Reports/home"] = empty("none");
    await open("/?platform=tiktok");
    expect(await screen.findByText("No figures for this choice")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Show everything" }).getAttribute("href")).toBe("/");
  });

  it("says what changed since yesterday by this hour, and why", async () => {
    const change = { id: "cmp_1", name: "Ajwa", platform: "snapchat", spend_change_halalas: 200 };
    answers["Reports/home-changes"] = {
      today: { spend_halalas: 82_00, orders_placed: 2, sales_placed_halalas: 250_00 },
      yesterday: { spend_halalas: 50_00, orders_placed: 1, sales_placed_halalas: 200_00 },
      campaigns: [
        { ...change, reason: "more_orders", orders_change: 1, sales_change_halalas: 50_00 },
        {
          ...change,
          id: "cmp_2",
          name: "Gifts",
          reason: "started",
          spend_change_halalas: 30_00,
          orders_change: 0,
        },
      ],
    };
    await open();
    const why = within(await screen.findByRole("list", { name: "Why it changed" }));
    expect(why.getAllByRole("listitem").map((item) => item.textContent?.replace(/\p{Cf}/gu, ""))).toEqual([
      "AjwaBrought 1 more order for the same spend",
      "GiftsSpent SAR 30 today; nothing by this hour yesterday",
    ]);
  });

  it("tells campaigns that earn from those that burn", async () => {
    const row = {
      platform: "snapchat",
      spend_halalas: 100_00,
      orders_placed: 1,
      orders_delivered: 0,
      sales_delivered_halalas: 0,
      roas_delivered: 0,
    };
    answers["Reports/home-campaigns"] = {
      earning: [
        {
          ...row,
          id: "cmp_1",
          name: "Ajwa",
          sales_placed_halalas: 300_00,
          roas_placed: 3,
          net_halalas: 200_00,
        },
      ],
      burning: [
        {
          ...row,
          id: "cmp_2",
          name: "Gifts",
          sales_placed_halalas: 20_00,
          roas_placed: 0.2,
          net_halalas: -80_00,
        },
      ],
    };
    await open();
    const earning = await screen.findByRole("region", { name: "Brought back more than they cost" });
    expect(earning.textContent).toMatch(/Ajwa.*200/);
    const burning = screen.getByRole("region", { name: "Cost more than they brought back" });
    expect(burning.textContent).toMatch(/Gifts.*\u2212.*80/);
  });

  it("shows what sells most, and leaves out what sold nothing", async () => {
    const sales = { units_sold: 12, sales_halalas: 900_00, units_returned: 2, units_return_unknown: 0 };
    answers["Stores/products"] = {
      items: [
        { id: "prd_1", name: "Sukkari", image_url: null, sales },
        { id: "prd_2", name: "Nothing sold", image_url: null, sales: { ...sales, units_sold: 0 } },
      ],
    };
    await open("/?store=sto_1");
    expect((await screen.findByText("Sukkari")).closest("li")?.textContent).toMatch(/Sold 12 · returned 2/);
    expect(screen.queryByText("Nothing sold")).toBeNull();
    const query = sent.find(({ name }) => name === "Stores/products")?.query;
    expect([query?.get("sort"), query?.get("store_id")]).toEqual(["sales", "sto_1"]);
  });

  it("says for how many days the money lasts", async () => {
    const today = new Date(Date.now() + 3 * 3_600_000);
    const day = new Date(today.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    answers["Wallet/index"] = { available_halalas: 900_00, has_card: true, ends_on: day };
    await open();
    expect((await screen.findByText("Your balance lasts 3 days")).closest("p")?.textContent).toMatch(/900/);
  });
});
