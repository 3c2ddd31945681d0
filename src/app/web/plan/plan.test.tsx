import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "#modules/reports/messages/en.json" with { type: "json" };
import campaign from "../campaign/messages/en.json" with { type: "json" };
import { aCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import en from "./messages/en.json" with { type: "json" };
import { PlanPage } from "./plan-page.tsx";

const good = aCampaign({ id: "cmp_good", platform: "snapchat" });
const poor = aCampaign({ id: "cmp_poor", platform: "tiktok" });
const move = { from_campaign_id: "cmp_poor", to_campaign_id: "cmp_good", amount_halalas: 40_00 };
const proposal = {
  ...move,
  from: "2026-11-06",
  to: "2026-11-19",
  orders: 48,
  largest_loss_halalas: 35_00,
};
const plan = {
  id: "pln_000001",
  name: "Dates before Ramadan",
  objective: "sales",
  created_at: "2026-11-01T09:00:00Z",
  campaigns: [good, poor],
  proposal: null as typeof proposal | null,
  last_move: null as object | null,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Plans/pln_000001": plan,
    "Reports/plan/pln_000001": {
      ...someFigures(busyTotals, "2026-11-21T09:00:00Z"),
      campaigns: [{ campaign_id: "cmp_good", ...busyTotals }],
    },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { plan: en, campaign, campaigns, reports } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/plans/$id": PlanPage }, "/plans/pln_000001");

describe("a plan's page", () => {
  it("shows its platforms side by side under their sum; one without figures shows no zero", async () => {
    await open();
    const table = within(await screen.findByRole("table", { name: "By platform" }));
    const [, sum, first, second] = table.getAllByRole("row");
    expect(sum?.textContent).toMatch(/Total.*100.*3\.40×/s);
    expect(first?.textContent).toMatch(/Snapchat.*3\.40×/s);
    expect(second?.textContent).toMatch(/TikTok.*No data yet/s);
    expect(screen.queryByRole("button", { name: "Move the budget" })).toBeNull();
  });

  it("without any figures in the days says so, and shows no zero", async () => {
    const nothing = someFigures(someTotals(), null);
    const days = nothing.days.map((day) => ({ ...day, has_data: false }));
    answers["Reports/plan/pln_000001"] = { ...nothing, days, campaigns: [] };
    await open();
    expect(await screen.findByText("Nothing shown in this period")).toBeTruthy();
    const table = within(screen.getByRole("table", { name: "By platform" }));
    expect(table.getAllByRole("row")[1]?.textContent).toMatch(/Total.*No data yet/s);
  });

  it("of another merchant was not found", async () => {
    answers["Plans/pln_000001"] = 404;
    await open();
    expect(await screen.findByText("We could not find this plan")).toBeTruthy();
  });
});

describe("a proposal to move budget", () => {
  it("says what is behind it and what it can cost, and one tap sends exactly what was shown", async () => {
    answers["Plans/pln_000001"] = { ...plan, proposal };
    answers["Plans/pln_000001/move-budget"] = plan;
    await open();
    expect(await screen.findByText(/Move part of the budget from TikTok to Snapchat/)).toBeTruthy();
    expect(screen.getByText(/orders behind it/).textContent).toContain("48");
    expect(screen.getByText(/The most you can lose/).textContent).toContain("35");
    await userEvent.click(screen.getByRole("button", { name: "Move the budget" }));
    await waitFor(() => expect(sent.find(({ name }) => name.endsWith("move-budget"))?.body).toEqual(move));
  });

  it("that is refused says why, and the reason stays", async () => {
    answers["Plans/pln_000001"] = { ...plan, proposal };
    answers["Plans/pln_000001/move-budget"] = 402;
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Move the budget" }));
    expect(await screen.findByText("no")).toBeTruthy();
  });

  it("that was accepted is undone by one tap, while both budgets are as it left them", async () => {
    const moved = { ...move, id: "mov_000001", moved_at: "2026-11-21T08:00:00Z", can_undo: true };
    answers["Plans/pln_000001"] = { ...plan, last_move: moved };
    answers["Plans/pln_000001/undo-move/mov_000001"] = plan;
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent.some(({ name }) => name.endsWith("undo-move/mov_000001"))).toBe(true));
  });
});
