import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "../../messages/en.json" with { type: "json" };
import reports_export from "../export/messages/en.json" with { type: "json" };
import reports_custom from "./messages/en.json" with { type: "json" };
import { OwnReportEditPage } from "./own-report-edit-page.tsx";
import { OwnReportNewPage } from "./own-report-new-page.tsx";
import { OwnReportPage } from "./own-report-page.tsx";
import { OwnReportsPage } from "./own-reports-page.tsx";

const aReport = {
  id: "rpt_1",
  name: "عائد الحملات",
  definition: {
    measures: ["spend_halalas", "clicks"],
    by: ["day", "campaign"],
    filter: {},
    period: { name: "last_7" },
    display: "line",
  },
  is_shared: false,
  is_pinned: false,
  is_own: true,
  schedule: null,
  updated_at: "2026-11-20T09:00:00Z",
};
const someFigures = {
  as_of: "2026-11-21T08:00:00Z",
  from: "2026-11-15",
  to: "2026-11-21",
  unsettled_from: "2026-11-20",
  measures: [
    { measure: "spend_halalas", name: "Spend", unit: "halalas" },
    { measure: "clicks", name: "Clicks", unit: "count" },
  ],
  by: [
    { breakdown: "day", name: "Day" },
    { breakdown: "campaign", name: "Campaign" },
  ],
  total: [150_000, 40],
  rows: [
    {
      key: "a",
      parts: [
        { id: "2026-11-20", name: "2026-11-20" },
        { id: "cmp_1", name: "تمور" },
      ],
      values: [150_000, null],
    },
  ],
  next_cursor: null,
  emptiness: null,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Reports/custom": { items: [aReport], next_cursor: null },
    "Reports/custom/rpt_1": aReport,
    "Reports/custom/rpt_1/figures": someFigures,
    "Reports/custom/preview": someFigures,
    "Stores/index": { stores: [], platforms: [] },
    "Messages/email": { address: "noura@example.com", proven_at: "2026-11-01T00:00:00Z", can_send: true },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { reports_custom, reports_export, reports, campaigns } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address: string) =>
  openPages(
    {
      "/reports/own": OwnReportsPage,
      "/reports/own/new": OwnReportNewPage,
      "/reports/own/$id": OwnReportPage,
      "/reports/own/$id/edit": OwnReportEditPage,
    },
    address,
  );
const user = userEvent.setup();
const press = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));

describe("the list of one's own reports", () => {
  it("names each with its figures, breakdowns and days, and leads to it", async () => {
    await open("/reports/own");
    const link = await screen.findByRole("link", { name: aReport.name });
    expect(link.getAttribute("href")).toBe("/reports/own/rpt_1");
    expect(screen.getByText("Spend, Clicks")).toBeTruthy();
    expect(screen.getByText("Day · Campaign · Last 7 days")).toBeTruthy();
  });

  it("says what it is for when it is empty, and shows what failed", async () => {
    answers["Reports/custom"] = { items: [], next_cursor: null };
    await open("/reports/own");
    expect(await screen.findByText("No reports yet")).toBeTruthy();
    cleanup();
    answers["Reports/custom"] = 503;
    await open("/reports/own");
    expect(await screen.findByRole("alert")).toBeTruthy();
  });

  it("pins, shares and deletes its own, and only copies and pins a colleague's", async () => {
    answers["PUT Reports/custom/rpt_1/pin"] = { ...aReport, is_pinned: true };
    await open("/reports/own");
    await press(/^More/);
    await user.click(await screen.findByRole("menuitem", { name: "Pin to home" }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name.endsWith("/pin"))?.body).toEqual({ is_pinned: true }),
    );
    answers["DELETE Reports/custom/rpt_1"] = null;
    await press(/^More/);
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(sent.some(({ method }) => method === "DELETE")).toBe(true));
    cleanup();
    answers["Reports/custom"] = {
      items: [{ ...aReport, is_own: false, is_shared: true }],
      next_cursor: null,
    };
    await open("/reports/own");
    await press(/^More/);
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["Copy", "Pin to home"]);
  });
});

describe("a report", () => {
  it("shows its rows and sums, and a dash where there is nothing to divide by", async () => {
    await open("/reports/own/rpt_1");
    const table = await screen.findByRole("table", { name: aReport.name });
    expect(within(table).getByText("تمور")).toBeTruthy();
    expect(within(table).getByText("No data")).toBeTruthy();
    expect(screen.getAllByText(/1,500\.00/).length).toBeGreaterThan(0);
  });

  it("opens at the days of its address, as an e-mail's link names them", async () => {
    await open("/reports/own/rpt_1?from=2026-11-01&to=2026-11-07");
    await screen.findByRole("table", { name: aReport.name });
    const request = sent.find(({ name }) => name === "Reports/custom/rpt_1/figures");
    expect(request?.query.toString()).toBe("from=2026-11-01&to=2026-11-07");
  });

  it.each([
    ["none", "No figures in these days"],
    ["not_read_yet", "Waiting for the first figures"],
    ["no_campaigns", "No campaigns yet"],
    ["not_connected", "No store connected yet"],
  ])("that is empty because %s says so", async (emptiness, words) => {
    answers["Reports/custom/rpt_1/figures"] = { ...someFigures, rows: [], emptiness };
    await open("/reports/own/rpt_1");
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("fetches the next rows when they are asked for", async () => {
    answers["Reports/custom/rpt_1/figures"] = { ...someFigures, next_cursor: "c1" };
    await open("/reports/own/rpt_1");
    await press("Show more");
    await waitFor(() => expect(sent.some(({ query }) => query.get("cursor") === "c1")).toBe(true));
  });
});

describe("composing a report", () => {
  it("follows each choice, keeps time first, and is saved once under its name", async () => {
    answers["POST Reports/custom"] = aReport;
    const page = await open("/reports/own/new");
    await press("Save the report");
    expect(await screen.findByText(/required|Write/i)).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Report name" }), "Mine");
    await press("Platform");
    await press("Orders");
    await press("Month");
    await press("Save the report");
    await waitFor(() => expect(page.path()).toBe("/reports/own/rpt_1"));
    const saved = sent.filter(({ name, method }) => name === "Reports/custom" && method === "POST");
    expect(saved.map(({ body }) => body)).toMatchObject([
      {
        name: "Mine",
        definition: {
          measures: ["sales_placed_halalas", "spend_halalas", "roas_placed", "orders_placed"],
          by: ["month", "platform"],
        },
      },
    ]);
  });

  it("is not saved without a figure, and shows the server's reason beside the name", async () => {
    await open("/reports/own/rpt_1/edit");
    const name = await screen.findByRole("textbox", { name: "Report name" });
    await press("Spend");
    await press("Clicks");
    expect(await screen.findByText("Choose at least one figure.")).toBeTruthy();
    await press("Save changes");
    expect(sent.some(({ method }) => method === "PUT")).toBe(false);
    await press("Spend");
    answers["PUT Reports/custom/rpt_1"] = refuse(400, {
      code: "base.not_valid",
      fields: { name: ["Too long"] },
    });
    await user.type(name, "!");
    await press("Save changes");
    expect(await screen.findByText("Too long")).toBeTruthy();
  });

  it("of a colleague's report is offered as a copy only", async () => {
    answers["Reports/custom/rpt_1"] = { ...aReport, is_own: false };
    await open("/reports/own/rpt_1/edit");
    expect(await screen.findByText(/colleague's report/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  });
});

describe("sending a report by e-mail", () => {
  it("is set for a day of the week at an hour of Riyadh, to the proven address", async () => {
    answers["PUT Reports/custom/rpt_1/schedule"] = { ...aReport, schedule: { is_active: true } };
    await open("/reports/own/rpt_1");
    await press("Send by e-mail");
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("noura@example.com")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Daily" }));
    await user.click(dialog.getByRole("button", { name: "Start sending" }));
    await waitFor(() =>
      expect(sent.find(({ name }) => name.endsWith("/schedule"))?.body).toMatchObject({
        frequency: "daily",
        hour: 8,
        is_active: true,
      }),
    );
  });

  it("leads to the proof of the address while there is none, and says why it stopped", async () => {
    answers["Messages/email"] = { address: "noura@example.com", proven_at: null, can_send: true };
    answers["Reports/custom/rpt_1"] = {
      ...aReport,
      schedule: {
        frequency: "weekly",
        hour: 8,
        weekday: 0,
        month_day: null,
        is_active: false,
        stop_reason: "email_not_proven",
        next_due_at: null,
        last: { due_on: "2026-11-15", from: "2026-11-08", to: "2026-11-14", state: "stopped" },
      },
    };
    await open("/reports/own/rpt_1");
    await press("Send by e-mail");
    const dialog = within(await screen.findByRole("dialog"));
    const link = await dialog.findByRole("link", { name: "Verify your e-mail" });
    expect(link.getAttribute("href")).toBe("/account-settings/account-details");
    expect(dialog.getByText(/no longer verified/)).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Start sending" })).toBeNull();
  });
});
