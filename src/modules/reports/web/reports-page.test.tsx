import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeServer, openPages, type Sent } from "#app/web/testing/fake-server.tsx";
import { syncServerTime } from "#base/web/runtime/now.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "../../campaigns/messages/en.json" with { type: "json" };
import seasons from "../../seasons/messages/en.json" with { type: "json" };
import type { ReportTable } from "../contract/report-table.calls.ts";
import reports from "../messages/en.json" with { type: "json" };
import frame from "./frame/messages/en.json" with { type: "json" };
import { ReportsPage } from "./reports-page.tsx";
import tabs from "./tabs/messages/en.json" with { type: "json" };

const texts = { reports, reports_frame: frame, reports_tabs: tabs, seasons, campaigns };
const hijri = { year: 1448, month: 6, day: 12 };
const period = {
  from: "2026-10-24",
  to: "2026-11-22",
  hijri_from: { ...hijri, month: 5, day: 13 },
  hijri_to: hijri,
};
const compared = { ...period, from: "2026-09-24", to: "2026-10-23" };

const label = {
  platform: null,
  campaign_id: null,
  detail: null,
  media_id: null,
  image_url: null,
  is_deleted: false,
} as const;
const aTable = (more: Partial<ReportTable> = {}): ReportTable => ({
  as_of: "2026-11-22T09:00:00Z",
  period,
  compared,
  unsettled_from: "2026-11-21",
  emptiness: null,
  notes: [],
  columns: [
    { metric: "store_sales_per_riyal", unit: "ratio", name: "Store sales per riyal of ads" },
    { metric: "store_sales_halalas", unit: "halalas", name: "Store sales" },
    { metric: "spend_halalas", unit: "halalas", name: "Ad spend" },
  ],
  total: [2.5, 20_000, 8_000],
  total_before: [2, 10_000, 5_000],
  rows: [
    {
      key: "2026-11-22",
      name: "2026-11-22",
      values: [3, 15_000, 5_000],
      before: [2, 4_000, 2_000],
      ...label,
    },
    { key: "2026-11-20", name: "2026-11-20", values: [null, 5_000, null], before: null, ...label },
  ],
  count: 2,
  next: null,
  ...more,
});

let sent: Sent[];
const answers: Record<string, unknown> = {};

beforeEach(async () => {
  localStorage.clear();
  syncServerTime("2026-11-22T09:00:00Z");
  await setupI18n("en", { en: texts, ar: texts });
  Object.assign(answers, {
    "Reports/periods": {
      today: "2026-11-22",
      as_of: "2026-11-22T08:50:00Z",
      period,
      compared,
      seasons: [
        { ...period, key: "national_day", from: "2026-09-16", to: "2026-09-24", hijri_year: null },
        { ...period, key: "ramadan", from: "2026-02-18", to: "2026-03-19", hijri_year: 1447 },
      ],
    },
    "Reports/tables/overview": aTable(),
    "Reports/tables/campaigns": aTable({ columns: [], total: [], total_before: [], rows: [] }),
    "Reports/tables/cities": aTable({ rows: [] }),
    "Reports/filters": { campaigns: [{ id: "cmp_1", name: "تمور", platform: "snapchat" }], cities: [] },
    "Reports/readings": { items: [] },
    "Reports/metrics": {
      items: [
        {
          metric: "spend_halalas",
          name: "Ad spend",
          meaning: "What your ads cost, as the platform reported it.",
          formula: null,
          unit: "halalas",
          source: "The ad platform",
          leaves_out: "VAT.",
        },
      ],
    },
    "Stores/index": { stores: [{ id: "sto_1", name: "متجر نخلة" }], platforms: [] },
  });
  sent = fakeServer(answers);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = "/reports") => openPages({ "/reports": () => <ReportsPage /> }, address);
const lastTable = () => sent.filter(({ name }) => name.startsWith("Reports/tables/overview")).at(-1)?.query;

test("the first number is what the store sold for each riyal of ads, in a sentence", async () => {
  await open();
  expect(
    await screen.findByRole("heading", { name: /For each riyal of ads your store sold SAR.*2\.50/ }),
  ).toBeTruthy();
  expect(screen.getByText(/It was SAR.*2\.00.* in the days it is compared with/)).toBeTruthy();
});

test("the table has its sums first, days that still change marked, and no data is no zero", async () => {
  await open();
  const table = await screen.findByRole("table", { name: tabs.overview.days });
  const rows = within(table).getAllByRole("row");
  expect(rows[1]?.textContent).toContain("Total of 2 rows");
  expect(rows[1]?.textContent).toContain("200");
  expect(rows.map(({ className }) => className.includes("unsettled"))).toEqual([false, false, true, false]);
  expect(rows[3]?.textContent).toContain("No data");
});

test("a season is one tap away, is kept in the address, and Back undoes it", async () => {
  const page = await open();
  const seasonChips = (await screen.findAllByRole("list", { name: frame.seasons }))[0] as HTMLElement;
  fireEvent.click(await within(seasonChips).findByRole("button", { name: /Ramadan.*1447/ }));
  await waitFor(() => expect(lastTable()?.get("from")).toBe("2026-02-18"));
  expect(page.search()).toMatchObject({ from: "2026-02-18", to: "2026-03-19" });
  page.back();
  await waitFor(() => expect(page.search()).toEqual({}));
});

test("an address narrows every tab, and a chip takes its filter away", async () => {
  const page = await open("/reports?tab=overview&campaign_ids=cmp_1&platform=snapchat");
  await waitFor(() => expect(lastTable()?.get("campaign_ids")).toBe("cmp_1"));
  const links = within(await screen.findByRole("navigation", { name: frame.tabs_label })).getAllByRole(
    "link",
  );
  expect(links.every((link) => link.getAttribute("href")?.includes("platform=snapchat"))).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: /Remove the filter.*Platform/ }));
  await waitFor(() => expect(page.search()).toEqual({ campaign_ids: "cmp_1" }));
});

test("exactly one tab is the current one", async () => {
  await open("/reports?tab=cities");
  const nav = await screen.findByRole("navigation", { name: frame.tabs_label });
  const current = within(nav)
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current") === "page");
  expect(current.map((link) => link.textContent)).toEqual([frame.tabs.cities]);
});

test("a metric explains itself: what it means, where it comes from, what it leaves out", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: /What does .*Ad spend.* mean/ }));
  expect(await screen.findByText("What your ads cost, as the platform reported it.")).toBeTruthy();
  expect(screen.getByText(/Leaves out: VAT\./)).toBeTruthy();
});

test("columns that are hidden stay hidden in this browser", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: tabs.columns }));
  fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Ad spend" }));
  const heads = () =>
    within(screen.getByRole("table", { name: tabs.overview.days, hidden: true }))
      .getAllByRole("columnheader", { hidden: true })
      .map((head) => head.textContent);
  await waitFor(() => expect(heads().some((head) => head?.includes("Ad spend"))).toBe(false));
  cleanup();
  await open();
  await screen.findByRole("table", { name: tabs.overview.days });
  expect(heads().some((head) => head?.includes("Ad spend"))).toBe(false);
});

test("a head sorts the rows, and the order is in the address", async () => {
  const page = await open();
  fireEvent.click(await screen.findByRole("button", { name: /^Store sales\b(?! per)/ }));
  await waitFor(() => expect(page.search()).toMatchObject({ sort: "store_sales_halalas" }));
  await waitFor(() => expect(lastTable()?.get("sort")).toBe("store_sales_halalas"));
});

test.each(["not_connected", "no_campaigns", "not_read_yet", "none"] as const)(
  "an empty tab says that it is %s",
  async (why) => {
    answers["Reports/tables/overview"] = aTable({ emptiness: why, rows: [], count: 0 });
    await open();
    expect(await screen.findByRole("heading", { name: tabs.empty[why].title })).toBeTruthy();
  },
);

test("figures are read again when asked for, and the rows stay meanwhile", async () => {
  await open();
  await screen.findByRole("table", { name: tabs.overview.days });
  const before = sent.filter(({ name }) => name === "Reports/tables/overview").length;
  fireEvent.click(screen.getByRole("button", { name: frame.refresh }));
  expect(screen.getByRole("table", { name: tabs.overview.days })).toBeTruthy();
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === "Reports/tables/overview").length).toBeGreaterThan(before),
  );
});

test("a tab that cannot be read says so and can be tried again", async () => {
  answers["Reports/tables/overview"] = 500;
  await open();
  const again = await screen.findByRole("button", { name: /try again/i });
  answers["Reports/tables/overview"] = aTable();
  fireEvent.click(again);
  expect(await screen.findByRole("heading", { name: /For each riyal of ads/ })).toBeTruthy();
});
