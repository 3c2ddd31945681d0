import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasons from "#modules/seasons/messages/en.json" with { type: "json" };
import { type Answers, fakeServer, openPages, refuse, type Sent } from "../testing/fake-server.tsx";
import en from "./messages/en.json" with { type: "json" };
import { SeasonBudgetCard } from "./season-budget.tsx";

const choice = {
  season: "white_friday-2026",
  key: "white_friday",
  starts_on: "2026-11-22",
  ends_on: "2026-11-23",
  total_halalas: 280_00,
  minimum_halalas: 40_00,
};
const preview = {
  days: [
    { day: "2026-11-22", budget_halalas: 140_00, most_halalas: 175_00 },
    { day: "2026-11-23", budget_halalas: 140_00, most_halalas: 175_00 },
  ],
  total_halalas: 280_00,
  most_halalas: 350_00,
  hold_halalas: 350_00,
};
const underWay = {
  id: "sbg_1",
  is_of_plan: false,
  ...choice,
  budget_before_halalas: 100_00,
  days: [
    { day: "2026-11-22", budget_halalas: 140_00, state: "set" },
    { day: "2026-11-23", budget_halalas: 140_00, state: "planned" },
  ],
  failure: null as string | null,
  accepted_at: "2026-11-21T09:00:00Z",
  ended_at: null as string | null,
  end_reason: null as string | null,
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Campaigns/cmp_1/season-budgets": { current: null, choices: [choice] },
    "Campaigns/cmp_1/season-budgets/preview": preview,
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaign: en, campaigns, seasons } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/": () => <SeasonBudgetCard campaignId="cmp_1" planId="pln_1" /> }, "/");
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const posted = (name: string) =>
  sent.filter((one) => one.method === "POST" && one.name === name).map(({ body }) => body);

describe("a season that is offered", () => {
  it("shows each day's budget, the most it can cost and the reserve, and sends exactly what was shown", async () => {
    answers["Campaigns/cmp_1/season-budgets/accept"] = { current: underWay, choices: [] };
    await open();
    await press(/White Friday/);
    const table = within(await screen.findByRole("table", { name: "Season budget" }));
    expect(table.getAllByRole("row")[1]?.textContent).toMatch(/22 Nov.*140.*175/s);
    expect(screen.getByText("The most that all days can cost").parentElement?.textContent).toContain("350");
    expect(screen.getByText("Reserved in the wallet at most").parentElement?.textContent).toContain("350");
    answers["Campaigns/cmp_1/season-budgets"] = { current: underWay, choices: [] };
    await press("Accept this budget");
    await waitFor(() => expect(posted("Campaigns/cmp_1/season-budgets/accept")).toHaveLength(1));
    expect(posted("Campaigns/cmp_1/season-budgets/accept")[0]).toEqual({
      season: "white_friday-2026",
      total_halalas: 280_00,
      days: preview.days.map(({ day, budget_halalas }) => ({ day, budget_halalas })),
    });
    expect(await screen.findByText("White Friday: a budget for each day")).toBeTruthy();
  });

  it("cannot be accepted while the days on screen are not those of the typed total", async () => {
    await open();
    await press(/White Friday/);
    await screen.findByRole("table", { name: "Season budget" });
    await userEvent.type(screen.getByRole("textbox", { name: "Budget for all days" }), "0");
    expect(screen.getByRole("button", { name: "Accept this budget" })).toHaveProperty("disabled", true);
  });

  it("that is refused says why", async () => {
    answers["Campaigns/cmp_1/season-budgets/accept"] = refuse(402, { code: "wallet.balance_not_enough" });
    await open();
    await press(/White Friday/);
    await screen.findByRole("table", { name: "Season budget" });
    await press("Accept this budget");
    expect(await screen.findByText("no")).toBeTruthy();
  });

  it("is nothing where no season is near", async () => {
    answers["Campaigns/cmp_1/season-budgets"] = { current: null, choices: [] };
    await open();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText("Season budget")).toBeNull();
  });
});

describe("a season budget under way", () => {
  it("says what was set and what comes, and is cancelled with one tap", async () => {
    answers["Campaigns/cmp_1/season-budgets"] = { current: underWay, choices: [] };
    answers["Campaigns/cmp_1/season-budgets/sbg_1/cancel"] = { current: null, choices: [choice] };
    await open();
    const table = within(await screen.findByRole("table", { name: "Season budget" }));
    const [, first, second] = table.getAllByRole("row");
    expect(first?.textContent).toMatch(/140.*Set/s);
    expect(second?.textContent).toMatch(/140.*Planned/s);
    await press("Cancel the season budget");
    await waitFor(() => expect(posted("Campaigns/cmp_1/season-budgets/sbg_1/cancel")).toHaveLength(1));
  });

  it("that is a part of its plan's is cancelled on the plan's page only", async () => {
    answers["Campaigns/cmp_1/season-budgets"] = { current: { ...underWay, is_of_plan: true }, choices: [] };
    await open();
    expect((await screen.findByRole("link", { name: "Open the plan" })).getAttribute("href")).toBe(
      "/plans/pln_1",
    );
    expect(screen.queryByRole("button", { name: "Cancel the season budget" })).toBeNull();
  });

  it("says why a day could not be set", async () => {
    answers["Campaigns/cmp_1/season-budgets"] = { current: { ...underWay, failure: "money" }, choices: [] };
    await open();
    expect(await screen.findByText("Today's season budget could not be set")).toBeTruthy();
    expect(screen.getByText(/available balance does not cover it/)).toBeTruthy();
  });

  it("that ended because of a change by hand says so, and names the next ones", async () => {
    const ended = { ...underWay, ended_at: "2026-11-22T21:00:00Z", end_reason: "changed" };
    answers["Campaigns/cmp_1/season-budgets"] = { current: ended, choices: [choice] };
    await open();
    expect(await screen.findByText(/Your change stays/)).toBeTruthy();
    expect(screen.getByRole("button", { name: /White Friday/ })).toBeTruthy();
  });
});
