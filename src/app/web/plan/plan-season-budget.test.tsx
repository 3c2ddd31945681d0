import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import seasons from "#modules/seasons/messages/en.json" with { type: "json" };
import campaign from "../campaign/messages/en.json" with { type: "json" };
import { aWholeCampaign } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "../testing/fake-server.tsx";
import en from "./messages/en.json" with { type: "json" };
import { PlanSeasonBudgetCard } from "./plan-season-budget.tsx";

const plan = {
  id: "pln_1",
  campaigns: [
    aWholeCampaign({ id: "cmp_s", platform: "snapchat" }),
    aWholeCampaign({ id: "cmp_t", platform: "tiktok" }),
  ],
} as unknown as PlanDetails;

const season = {
  season: "white_friday-2026",
  key: "white_friday",
  starts_on: "2026-11-22",
  ends_on: "2026-11-23",
};
const choice = { ...season, total_halalas: 900_00, minimum_halalas: 90_00 };
const days = (budget_halalas: number) => ["2026-11-22", "2026-11-23"].map((day) => ({ day, budget_halalas }));
const parts = [
  { campaign_id: "cmp_s", total_halalas: 300_00, days: days(150_00) },
  { campaign_id: "cmp_t", total_halalas: 600_00, days: days(300_00) },
];
const preview = {
  days: days(450_00).map((one) => ({ ...one, most_halalas: 560_00 })),
  total_halalas: 900_00,
  most_halalas: 1120_00,
  hold_halalas: 1120_00,
  parts,
};
const part = (campaign_id: string, change: object = {}) => ({
  id: `sbg_${campaign_id}`,
  campaign_id,
  is_of_plan: true,
  ...season,
  budget_before_halalas: 100_00,
  days: days(150_00).map((one) => ({ ...one, state: "set" })),
  failure: null,
  accepted_at: "2026-11-21T09:00:00Z",
  ended_at: null,
  end_reason: null,
  ...change,
});
const underWay = (change: object = {}) => ({
  id: "psb_1",
  ...season,
  days: [
    { day: "2026-11-22", budget_halalas: 450_00, state: "partly" },
    { day: "2026-11-23", budget_halalas: 450_00, state: "planned" },
  ],
  parts: [part("cmp_s"), part("cmp_t", change)],
  accepted_at: "2026-11-21T09:00:00Z",
  ended_at: null,
  end_reason: null,
});

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Plans/pln_1/season-budgets": { current: null, choices: [choice], own: [] },
    "Plans/pln_1/season-budgets/preview": preview,
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { plan: en, campaign, campaigns, seasons } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/": () => <PlanSeasonBudgetCard plan={plan} /> }, "/");
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const posted = (name: string) =>
  sent.filter((one) => one.method === "POST" && one.name === name).map(({ body }) => body);

it("shows each day's total and each platform's part, and sends exactly what was shown", async () => {
  answers["Plans/pln_1/season-budgets/accept"] = { current: underWay(), choices: [], own: [] };
  await open();
  await press(/White Friday/);
  const table = within(await screen.findByRole("table", { name: "Season budget" }));
  expect(table.getAllByRole("row")[1]?.textContent).toMatch(/22 Nov.*450.*560/s);
  expect(screen.getByText("TikTok").parentElement?.textContent).toContain("600");
  answers["Plans/pln_1/season-budgets"] = { current: underWay(), choices: [], own: [] };
  await press("Accept this budget");
  await waitFor(() => expect(posted("Plans/pln_1/season-budgets/accept")).toHaveLength(1));
  expect(posted("Plans/pln_1/season-budgets/accept")[0]).toEqual({
    season: "white_friday-2026",
    total_halalas: 900_00,
    parts: parts.map(({ campaign_id, days: own }) => ({ campaign_id, days: own })),
  });
  expect(await screen.findByText("White Friday: a budget for each day")).toBeTruthy();
});

it("says why it was refused", async () => {
  answers["Plans/pln_1/season-budgets/accept"] = refuse(402, { code: "wallet.balance_not_enough" });
  await open();
  await press(/White Friday/);
  await screen.findByRole("table", { name: "Season budget" });
  await press("Accept this budget");
  expect(await screen.findByText("no")).toBeTruthy();
});

it("under way says what is set where, whose day failed, and is cancelled as one", async () => {
  answers["Plans/pln_1/season-budgets"] = { current: underWay({ failure: "money" }), choices: [], own: [] };
  answers["Plans/pln_1/season-budgets/psb_1/cancel"] = { current: null, choices: [choice], own: [] };
  await open();
  const table = within(await screen.findByRole("table", { name: "Season budget" }));
  expect(table.getAllByRole("row")[1]?.textContent).toMatch(/450.*Set on some platforms/s);
  expect(screen.getByText("TikTok: Today's season budget could not be set")).toBeTruthy();
  await press("Cancel the season budget");
  await waitFor(() => expect(posted("Plans/pln_1/season-budgets/psb_1/cancel")).toHaveLength(1));
});

it("names the campaign whose own season budget stands in the way", async () => {
  answers["Plans/pln_1/season-budgets"] = { current: null, choices: [], own: ["cmp_t"] };
  await open();
  expect((await screen.findByRole("link", { name: "TikTok" })).getAttribute("href")).toBe("/campaigns/cmp_t");
});

it("is nothing where no season is near", async () => {
  answers["Plans/pln_1/season-budgets"] = { current: null, choices: [], own: [] };
  await open();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText("Season budget for the whole plan")).toBeNull();
});
