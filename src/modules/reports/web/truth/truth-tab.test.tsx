import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { claimRules } from "#modules/ad-accounts/contract/claims.ts";
import type { AttributionRows, TruthReport } from "../../contract/truth.calls.ts";
import { type CampaignFacts, computeBridge, nothing } from "../../domain/bridge.ts";
import { toTruthFigures } from "../../domain/truth-figures.ts";
import reports from "../../messages/en.json" with { type: "json" };
import orders from "../orders/messages/en.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { TruthTab } from "./truth-tab.tsx";

let answers: Answers;
const noSums = {
  orders_placed: 0,
  sales_placed_halalas: 0,
  orders_delivered: 0,
  sales_delivered_halalas: 0,
};
const noWitnesses = { both: 0, click_id: 0, coupon: 0, conflict: 0 };
const noAttribution: AttributionRows = {
  items: [],
  next: null,
  total: { sums: noSums, witnesses: { ...noWitnesses, none: 0 } },
};
beforeEach(async () => {
  answers = {
    "Reports/truth/rows": { items: [], next: null },
    "Reports/truth/attribution": noAttribution,
    "Tracking/restatements": { items: [], next_cursor: null },
  };
  fakeServer(answers);
  await setupI18n("en", { en: { reports, reports_truth: en, reports_orders: orders } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const amount = (count: number, riyals: number) => ({ orders: count, halalas: riyals * 100 });
const facts = {
  campaignId: "cmp_1",
  rules: claimRules.snapchat,
  spend_halalas: 100_000,
  claimed: amount(20, 10_000),
  views: amount(4, 2_000),
  rival: nothing,
  placedAfter: nothing,
  clickedBefore: nothing,
  proven: amount(12, 6_000),
  cancelled: nothing,
  refused: amount(2, 1_000),
  returned: nothing,
  open: amount(4, 2_000),
  expected: amount(3, 1_500),
} satisfies CampaignFacts & { spend_halalas: number };
const range = { low_halalas: 600_000, high_halalas: 700_000 };
const figures = toTruthFigures([facts]);
const { steps } = computeBridge([facts]);
const aReport = (change: Partial<TruthReport> = {}): TruthReport => ({
  from: "2026-11-01",
  to: "2026-11-02",
  as_of: null,
  emptiness: null,
  level: 90,
  totals: { ...figures, range },
  previous: null,
  platforms: [{ ...figures, platform: "snapchat", range, view_through: "told", dated_by: "purchase" }],
  witnesses: { click_id: 10, coupon: 1, both: 0, conflict: 1 },
  bridges: [
    { platform: null, steps: steps.map((step) => ({ ...step, is_listed: step.step === "refused" })) },
  ],
  days: [
    {
      day: "2026-11-01",
      claimed_halalas: 500_000,
      delivered_halalas: 300_000,
      expected_halalas: 0,
      is_settled: true,
    },
    {
      day: "2026-11-02",
      claimed_halalas: 500_000,
      delivered_halalas: 350_000,
      expected_halalas: 150_000,
      is_settled: false,
    },
  ],
  ...change,
});
const open = (report: TruthReport, search = "") => {
  answers["Reports/truth"] = report;
  const scope = { compare: "previous" } as const;
  return openPages({ "/reports": () => <TruthTab scope={scope} /> }, `/reports?tab=truth${search}`);
};

it("says what was found in its heading, and the factor with a word", async () => {
  await open(aReport());
  expect(await screen.findByRole("heading", { name: /Of every 100 riyals .* delivered 45/ })).toBeTruthy();
  const row = screen.getByRole("row", { name: /Snapchat/ });
  expect(within(row).getByText("2.22×")).toBeTruthy();
  expect(within(row).getByText(en.verdict.over)).toBeTruthy();
  expect(screen.getByText("Estimate 4,500, between 6,000 and 7,000")).toBeTruthy();
  expect(screen.getByText("1 day is not settled yet.")).toBeTruthy();
});

it("leads from the claim to the delivery, opens a step's orders, and says where none are named", async () => {
  await open(aReport());
  const bridge = await screen.findByRole("list", { name: en.bridge });
  const rows = within(bridge)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");
  expect(rows.map((row) => row.includes("10,000") || row.includes("4,500"))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(rows[2]).toContain(en.step.unnamed);
  expect(rows[2]).toContain(en.no_orders_named);
  answers["Reports/truth/orders"] = {
    items: [
      {
        order_id: "ord_1",
        reference: "#4001",
        store_id: "sto_1",
        store_name: "متجر نخلة",
        placed_at: "2026-11-01T09:00:00Z",
        state: "refused",
        is_cod: true,
        city: "Riyadh",
        product: "تمر",
        total_halalas: 50_000,
        refunded_halalas: 0,
        delivered_at: null,
        campaign: { id: "cmp_1", name: "تمور", platform: "snapchat", witness: "conflict" },
        rival_platform: "google",
      },
    ],
    next: null,
  };
  const button = within(bridge).getByRole("button", { name: "2 orders" });
  await userEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(await screen.findByText("#4001")).toBeTruthy();
  expect(screen.getByText(/Its coupon is Google/)).toBeTruthy();
  await userEvent.click(button);
  expect(screen.queryByText("#4001")).toBeNull();
});

it("leaves claims out while a city is chosen, and says so", async () => {
  const city = toTruthFigures([facts], { hasClaims: false });
  await open(aReport({ totals: { ...city, range }, platforms: [] }));
  expect(await screen.findByText(en.lead_city)).toBeTruthy();
  expect(screen.queryByText(en.evidence.claimed)).toBeNull();
});

it.each(["not_connected", "no_campaigns", "not_read_yet", "none"] as const)(
  "says why it is empty: %s",
  async (emptiness) => {
    await open(aReport({ emptiness }));
    expect(await screen.findByRole("heading", { name: en.empty[emptiness] })).toBeTruthy();
  },
);

it("shows first and last click side by side, and keeps the window that is chosen in the address", async () => {
  answers["Reports/truth/attribution"] = {
    items: [
      {
        campaign_id: "cmp_1",
        name: "تمور",
        platform: "snapchat",
        first_click: { ...noSums, orders_placed: 3, sales_placed_halalas: 60_000 },
        last_click: { ...noSums, orders_placed: 5, sales_placed_halalas: 100_000 },
        witnesses: { ...noWitnesses, click_id: 4, conflict: 1 },
      },
    ],
    next: null,
    total: {
      sums: { ...noSums, orders_placed: 9 },
      witnesses: { ...noWitnesses, click_id: 4, conflict: 1, none: 4 },
    },
  } satisfies AttributionRows;
  const { search } = await open(aReport());
  const table = await screen.findByRole("table", { name: en.attribution.title });
  const row = within(table).getByRole("row", { name: /تمور/ });
  expect(row.textContent).toMatch(/1,000.*5 orders.*600.*3 orders/);
  expect(screen.getByText(/5 orders are proven within this window\. 4 orders have no proof\./)).toBeTruthy();
  answers["Reports/truth/attribution"] = noAttribution;
  await userEvent.click(screen.getByRole("radio", { name: "1 day" }));
  expect(await screen.findByText(en.attribution.none)).toBeTruthy();
  expect(search()).toEqual({ tab: "truth", window_days: 1 });
  await userEvent.click(screen.getByRole("radio", { name: "28 days" }));
  expect(search()).toEqual({ tab: "truth", window_days: 28 });
});

it("begins with the click and the orders that the person chose", async () => {
  answers["Account/index"] = { attribution_model: "first_click", counted_orders: "delivered" };
  answers["Reports/truth/attribution"] = {
    items: [
      {
        campaign_id: "cmp_1",
        name: "تمور",
        platform: "snapchat",
        first_click: { ...noSums, orders_placed: 3, orders_delivered: 2 },
        last_click: { ...noSums, orders_placed: 5, orders_delivered: 4 },
        witnesses: noWitnesses,
      },
    ],
    next: null,
    total: { sums: noSums, witnesses: { ...noWitnesses, none: 0 } },
  } satisfies AttributionRows;
  await open(aReport());
  const table = await screen.findByRole("table", { name: en.attribution.title });
  const row = within(table).getByRole("row", { name: /تمور/ });
  await waitFor(() => expect(row.textContent).toMatch(/2 orders.*4 orders.*3 orders.*5 orders/));
});

it("opens with the window that the address names", async () => {
  await open(aReport(), "&window_days=7");
  const chosen = await screen.findByRole<HTMLInputElement>("radio", { name: "7 days" });
  expect(chosen.checked).toBe(true);
});
