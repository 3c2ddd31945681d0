import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "#modules/reports/messages/en.json" with { type: "json" };
import campaign from "../campaign/messages/en.json" with { type: "json" };
import { anAd, aWholeCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "../testing/fake-server.tsx";
import en from "./messages/en.json" with { type: "json" };
import { PlanPage } from "./plan-page.tsx";

const good = aWholeCampaign({ id: "cmp_good", platform: "snapchat" });
const poor = aWholeCampaign({ id: "cmp_poor", platform: "tiktok" });
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

const days = { from: "2026-11-19", to: "2026-11-21" };
const noRows = { ...days, is_complete: true, rows: [] as object[] };

const ownFigures = (id: string): Answers => ({
  [`Reports/campaign/${id}`]: {
    ...someFigures(busyTotals, "2026-11-21T09:00:00Z"),
    emptiness: null,
    ads: [],
  },
  [`Reports/campaign/${id}/breakdown`]: noRows,
});

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Plans/pln_000001": plan,
    "Reports/plan/pln_000001": {
      ...someFigures(busyTotals, "2026-11-21T09:00:00Z"),
      campaigns: [{ campaign_id: "cmp_good", ...busyTotals }],
    },
    "Plans/pln_000001/changes": { items: [], next: null },
    "Reports/plan/pln_000001/breakdown": noRows,
    "Plans/pln_000001/season-budgets": { current: null, choices: [], own: [] },
    "StoreWatch/index": { items: [] },
    ...ownFigures("cmp_good"),
    ...ownFigures("cmp_poor"),
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { plan: en, campaign, campaigns, reports } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => openPages({ "/plans/$id": PlanPage }, "/plans/pln_000001");
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const bodies = (method: string, name: string) =>
  sent.filter((one) => one.method === method && one.name === name).map(({ body }) => body);
const toParts = (...amounts: [number, number]) => ({
  budgets: ["cmp_good", "cmp_poor"].map((campaign_id, at) => ({
    campaign_id,
    daily_budget_halalas: amounts[at],
  })),
});

/** The server's answer after both budgets were changed. */
const withBudgets = (...[first, second]: [number, number]) => ({
  ...plan,
  campaigns: [
    { ...good, daily_budget_halalas: first },
    { ...poor, daily_budget_halalas: second },
  ],
});

async function typeBudget(name: string, to: string) {
  await press(`Change: ${name}`);
  const form = within(screen.getByRole("form", { name }));
  await userEvent.clear(form.getByRole("textbox", { name }));
  await userEvent.type(form.getByRole("textbox", { name }), to);
  return form;
}

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
    expect((await screen.findAllByText("Nothing shown in this period")).length).toBeGreaterThan(0);
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

describe("a plan changed in place", () => {
  it("splits a new budget in the proportions there are, shows the parts, and undoes exactly them", async () => {
    answers["PATCH Plans/pln_000001"] = withBudgets(300_00, 300_00);
    await open();
    const form = await typeBudget("Total daily budget", "600");
    expect(form.getByRole("list").textContent).toMatch(/Snapchat.*300.*TikTok.*300/s);
    answers["Plans/pln_000001"] = withBudgets(300_00, 300_00);
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(bodies("PATCH", "Plans/pln_000001")).toEqual([toParts(300_00, 300_00)]));
    answers["PATCH Plans/pln_000001"] = plan;
    await press("Undo");
    await waitFor(() => expect(bodies("PATCH", "Plans/pln_000001")).toHaveLength(2));
    expect(bodies("PATCH", "Plans/pln_000001")[1]).toEqual(toParts(150_00, 150_00));
  });

  it("keeps what was typed when it is refused, and says why", async () => {
    answers["PATCH Plans/pln_000001"] = refuse(400, {
      code: "base.invalid",
      fields: { "budgets.1.daily_budget_halalas": ["TikTok takes no less"] },
    });
    await open();
    const form = await typeBudget("Total daily budget", "3");
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("TikTok takes no less")).toBeTruthy();
  });

  it("changes one platform's budget where it stands beside the others, at once", async () => {
    answers["PATCH Campaigns/cmp_poor"] = new Promise(() => {});
    await open();
    const form = await typeBudget("Daily budget on TikTok", "200");
    await userEvent.click(form.getByRole("button", { name: "Save" }));
    const table = within(await screen.findByRole("table", { name: "By platform" }));
    await waitFor(() => expect(table.getAllByRole("row")[3]?.textContent).toMatch(/TikTok.*200/s));
    expect(bodies("PATCH", "Campaigns/cmp_poor")).toEqual([{ daily_budget_halalas: 200_00 }]);
  });

  it("gets another name", async () => {
    answers["PATCH Plans/pln_000001"] = { ...plan, name: "Dates of Eid" };
    await open();
    await press("Change: Plan name");
    await userEvent.clear(screen.getByRole("textbox", { name: "Plan name" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Plan name" }), "Dates of Eid{Enter}");
    await waitFor(() => expect(bodies("PATCH", "Plans/pln_000001")).toEqual([{ name: "Dates of Eid" }]));
  });

  it("whose campaigns end on different days says so, and its new end is for all", async () => {
    answers["Plans/pln_000001"] = {
      ...plan,
      campaigns: [good, { ...poor, ends_at: "2026-12-20T09:00:00Z" }],
    };
    answers["PATCH Plans/pln_000001"] = plan;
    await open();
    const ends = (await screen.findByText("Differs by platform")).closest("div") as HTMLElement;
    await userEvent.click(within(ends).getByRole("button", { name: "Change: Ends" }));
    await userEvent.click(within(ends).getByRole("checkbox", { name: "No end" }));
    await userEvent.click(within(ends).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(bodies("PATCH", "Plans/pln_000001")).toHaveLength(1));
    expect(bodies("PATCH", "Plans/pln_000001")[0]).toEqual({ ends_at: expect.any(String) });
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("pauses all its campaigns with one tap, and follows how it goes", async () => {
    answers["Plans/pln_000001/stop"] = {
      id: "op_1",
      kind: "campaigns.stop_plan",
      status: "running",
      undo_of: null,
      total: 2,
      done: 0,
      failed: 0,
      skipped: 0,
    };
    answers["Operations/op_1"] = answers["Plans/pln_000001/stop"];
    await open();
    await press("Pause all");
    expect((await screen.findAllByText("Pausing 2 campaigns")).length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Run all" })).toBeNull();
  });
});

describe("what waits in a plan's campaigns", () => {
  it("is shown under its platform, and settled there", async () => {
    const drifted = {
      ...poor,
      drift_since: "2026-11-21T08:00:00Z",
      drift_daily_budget_halalas: 300_00,
      sync: "failed",
    };
    answers["Plans/pln_000001"] = { ...plan, campaigns: [good, drifted] };
    answers["Campaigns/cmp_poor/accept"] = drifted;
    await open();
    const part = within(await screen.findByRole("region", { name: "TikTok" }));
    expect(part.getByText("It was changed on TikTok itself")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Snapchat" })).toBeNull();
    await userEvent.click(part.getByRole("button", { name: "Keep platform's" }));
    await waitFor(() => expect(bodies("POST", "Campaigns/cmp_poor/accept")).toHaveLength(1));
  });

  it("names a rejected ad with its reason, and leads to its correction", async () => {
    const reasons = [{ text: "POLICY_12", meaning: "The picture has too much text" }];
    const rejected = aWholeCampaign({ id: "cmp_poor", platform: "tiktok" }, [
      anAd({ review: { outcome: "rejected", reasons } }),
    ]);
    answers["Plans/pln_000001"] = { ...plan, campaigns: [good, rejected] };
    await open();
    const part = within(await screen.findByRole("region", { name: "TikTok" }));
    expect(part.getByText("The picture has too much text")).toBeTruthy();
    expect(part.getByRole("link", { name: "Correct and resend Ajwa" })).toBeTruthy();
  });
});

describe("a plan's breakdown", () => {
  const measured = {
    impressions: 1_000,
    clicks: 20,
    spend_halalas: 40_00,
    cpc_halalas: 2_00,
    cpm_halalas: 40_00,
  };
  const card = async () =>
    within(
      (await screen.findByRole("heading", { name: "Breakdown of the whole plan" })).closest(
        "section",
      ) as HTMLElement,
    );

  it("names each platform, and the platform of each ad", async () => {
    const row = { platform: null, name: null, media_id: null, is_deleted: false, ...measured, sold: null };
    answers["Reports/plan/pln_000001/breakdown"] = { ...noRows, rows: [{ key: "snapchat", ...row }] };
    await open();
    const table = within(await screen.findByRole("table", { name: "Breakdown of the whole plan" }));
    expect(table.getByText("Snapchat")).toBeTruthy();
    answers["Reports/plan/pln_000001/breakdown"] = {
      ...noRows,
      rows: [{ key: "ad_1", ...row, platform: "tiktok", name: "Ajwa" }],
    };
    await userEvent.click((await card()).getByRole("button", { name: "Ad" }));
    expect(await (await card()).findByText("Ajwa")).toBeTruthy();
    expect((await card()).getByRole("img", { name: "TikTok" })).toBeTruthy();
  });

  it("says which platform is not in the sum, and what was spent there", async () => {
    answers["Reports/plan/pln_000001/audience"] = {
      ...days,
      rows: [{ key: "riyadh", ...measured }],
      left_out: [{ platform: "tiktok", reason: "not_reported", spend_halalas: 75_00 }],
    };
    await open();
    await userEvent.click((await card()).getByRole("button", { name: "Place" }));
    expect(await (await card()).findByText("Riyadh Region")).toBeTruthy();
    expect((await card()).getByText(/TikTok does not say/).textContent).toContain("75");
  });

  it("is not invented where none of its platforms says", async () => {
    answers["Reports/plan/pln_000001/audience"] = {
      ...days,
      rows: null,
      left_out: [{ platform: "tiktok", reason: "not_reported", spend_halalas: 75_00 }],
    };
    await open();
    await userEvent.click((await card()).getByRole("button", { name: "Placement" }));
    expect(await (await card()).findByText("None of the plan's platforms says.")).toBeTruthy();
  });
});

describe("one platform of a plan", () => {
  it("shows its ad groups, ads and breakdown, and another one's when it is chosen", async () => {
    await open();
    await screen.findByRole("table", { name: "By platform" });
    await waitFor(() => expect(bodies("GET", "Reports/campaign/cmp_good/breakdown")).toHaveLength(1));
    await press("TikTok");
    await waitFor(() => expect(bodies("GET", "Reports/campaign/cmp_poor/breakdown")).toHaveLength(1));
    expect(screen.getByText("Ad groups and ads")).toBeTruthy();
  });
});

describe("a plan's change log", () => {
  const row = {
    id: 7,
    level: "campaign",
    campaign_id: "cmp_poor",
    platform: "tiktok",
    subject_id: "cmp_poor",
    subject_name: "Ajwa",
    verb: "edited",
    by: "member",
    by_name: null,
    reason: null,
    at: "2026-11-21T08:00:00Z",
    changes: [{ field: "daily_budget_halalas", from: 100_00, to: 150_00 }],
    places: null,
    outcome: "confirmed",
    outcome_at: "2026-11-21T08:01:00Z",
    can_undo: true,
  };
  const renamed = { ...row, id: 8, level: "plan", campaign_id: null, platform: null, outcome: null };

  it("names each change's platform, and undoes it in its campaign or in the plan", async () => {
    answers["Plans/pln_000001/changes"] = {
      items: [
        { ...renamed, subject_id: "pln_000001", changes: [{ field: "name", from: "A", to: "B" }] },
        row,
      ],
      next: null,
    };
    answers["Campaigns/cmp_poor/changes/7/undo"] = poor;
    answers["Plans/pln_000001/changes/8/undo"] = plan;
    await open();
    await press("Show the log");
    const log = within(await screen.findByRole("list", { name: "Change log" }));
    await waitFor(() => expect(log.getAllByRole("button")).toHaveLength(2));
    expect(log.getByText("Confirmed by the platform").closest("li")?.textContent).toContain("TikTok");
    const [ofPlan, ofCampaign] = log.getAllByRole("button", { name: "Undo: Changed" });
    await userEvent.click(ofCampaign as HTMLElement);
    await waitFor(() => expect(bodies("POST", "Campaigns/cmp_poor/changes/7/undo")).toHaveLength(1));
    await userEvent.click(ofPlan as HTMLElement);
    await waitFor(() => expect(bodies("POST", "Plans/pln_000001/changes/8/undo")).toHaveLength(1));
  });
});
