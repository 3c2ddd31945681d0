import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { ChangeRow } from "#modules/campaigns/contract/changes.calls.ts";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "#modules/reports/messages/en.json" with { type: "json" };
import { anAd, aWholeCampaign, busyTotals, someFigures } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, type Sent } from "../testing/fake-server.tsx";
import { CampaignPage } from "./campaign-page.tsx";
import en from "./messages/en.json" with { type: "json" };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Tracking/coupons": { items: [], next_cursor: null },
    "Campaigns/cmp_000001": aWholeCampaign(),
    "Campaigns/cmp_000001/changes": { items: [], next: null },
    "Reports/campaign/cmp_000001": {
      ...someFigures(busyTotals, "2026-11-21T09:00:00Z"),
      emptiness: null,
      ads: [],
    },
    "Reports/campaign/cmp_000001/breakdown": {
      from: "2026-11-19",
      to: "2026-11-21",
      is_complete: true,
      rows: [],
    },
    "StoreWatch/index": { items: [] },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { campaign: en, campaigns, reports } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address = "/campaigns/cmp_000001") => openPages({ "/campaigns/$id": CampaignPage }, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const patches = () => sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);

/** The budget's cell of what the merchant requested. */
async function changeBudget(to: string) {
  await press("Change: Daily budget");
  const form = within(screen.getByRole("form", { name: "Daily budget" }));
  const field = form.getByRole("textbox", { name: "Daily budget" });
  await userEvent.clear(field);
  await userEvent.type(field, to);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
}

describe("a budget changed in place", () => {
  it("is sent alone, and one tap sends the one before", async () => {
    await open();
    await changeBudget("200");
    await waitFor(() => expect(patches()).toEqual([{ daily_budget_halalas: 200_00 }]));
    await press("Undo");
    await waitFor(() => expect(patches()).toHaveLength(2));
    expect(patches()[1]).toEqual({ daily_budget_halalas: 150_00 });
  });

  it("says that it was saved only while it stands: the undo in the log ends the offer beside the field", async () => {
    const lowered = aWholeCampaign({ daily_budget_halalas: halalas(200_00) });
    answers["Campaigns/cmp_000001/changes"] = { items: [change({})], next: null };
    await open();
    await screen.findByRole("button", { name: "Change: Daily budget" });
    answers["Campaigns/cmp_000001"] = lowered;
    await changeBudget("200");
    expect(await screen.findByText(/^Saved\./)).toBeTruthy();
    await press("Show the log");
    answers["Campaigns/cmp_000001"] = aWholeCampaign();
    answers["Campaigns/cmp_000001/changes/7/undo"] = aWholeCampaign();
    await press("Undo: Changed");
    await waitFor(() => expect(screen.queryByText(/^Saved\./)).toBeNull());
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("that is refused opens again with what was typed, and says why", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign();
    await open();
    await screen.findByRole("button", { name: "Change: Daily budget" });
    answers["Campaigns/cmp_000001"] = 400;
    await changeBudget("1");
    const field = await screen.findByRole("textbox", { name: "Daily budget" });
    expect((field as HTMLInputElement).value).toBe("1");
    expect(screen.getByText("no")).toBeTruthy();
  });

  it("is left alone by Escape", async () => {
    await open();
    await press("Change: Daily budget");
    await userEvent.type(screen.getByRole("textbox", { name: "Daily budget" }), "9{Escape}");
    expect(screen.queryByRole("textbox", { name: "Daily budget" })).toBeNull();
    expect(patches()).toEqual([]);
  });

  it("of an ended campaign cannot be changed", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({ status: "archived" });
    await open();
    await screen.findByText("Requested");
    expect(screen.queryByRole("button", { name: /^Change:/ })).toBeNull();
  });
});

const change = (input: Partial<ChangeRow>): ChangeRow => ({
  id: 7,
  level: "campaign",
  campaign_id: "cmp_000001",
  platform: "snapchat",
  subject_id: "cmp_000001",
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
  ...input,
});

describe("the change log", () => {
  it("says who changed what from what to what, and what the platform confirmed", async () => {
    answers["Campaigns/cmp_000001/changes"] = { items: [change({})], next: null };
    await open();
    await press("Show the log");
    const row = (await screen.findByText("Confirmed by the platform")).closest("li");
    expect(row?.textContent).toMatch(/Changed.*Daily budget: .*100.*→.*150.*You/s);
  });

  it("names the places that came and went", async () => {
    const none = { names: [], more: 0 };
    const moved = change({
      level: "ad_group",
      changes: [],
      places: {
        added: { names: ["Jeddah", "Abha", "Tabuk"], more: 4 },
        removed: { names: ["Riyadh"], more: 0 },
        resized: none,
      },
    });
    answers["Campaigns/cmp_000001/changes"] = { items: [moved], next: null };
    await open();
    await press("Show the log");
    const row = (await screen.findByText("Confirmed by the platform")).closest("li");
    expect(row?.textContent).toContain("Places: added Jeddah, Abha, Tabuk and 4 more · removed Riyadh");
  });

  it("shows what the platform changed as the platform's, in its own words", async () => {
    const seen = change({
      verb: "drift_seen",
      by: "platform",
      outcome: null,
      can_undo: false,
      changes: [{ field: "status", from: "active", to: "paused" }],
    });
    answers["Campaigns/cmp_000001/changes"] = { items: [seen], next: null };
    await open();
    await press("Show the log");
    const row = (await screen.findByText("Changed on the platform itself")).closest("li");
    expect(row?.textContent).toMatch(/Stopped.*On the platform/s);
    expect(screen.queryByRole("button", { name: /^Undo:/ })).toBeNull();
  });

  it("takes a change back, and loads older ones when asked", async () => {
    answers["Campaigns/cmp_000001/changes"] = { items: [change({})], next: 7 };
    answers["Campaigns/cmp_000001/changes/7/undo"] = aWholeCampaign();
    await open();
    await press("Show the log");
    await press("Undo: Changed");
    await waitFor(() => expect(sent.some(({ name }) => name.endsWith("/changes/7/undo"))).toBe(true));
    answers["Campaigns/cmp_000001/changes"] = { items: [change({ id: 6, can_undo: false })], next: null };
    await press("Older");
    await waitFor(() => expect(sent.some(({ query }) => query.get("before") === "7")).toBe(true));
  });
});

describe("what was added to a running campaign", () => {
  it("is asked about at once, and runs by one tap", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({ status: "active" }, [
      anAd({ status: "active" }),
      anAd({ id: "add_000002", name: "Sukkari", status: "created" }),
    ]);
    answers["Ads/add_000002/start"] = anAd();
    await open();
    expect(await screen.findByText("You added something: run it?")).toBeTruthy();
    await press("Run Sukkari now");
    await waitFor(() => expect(sent.some(({ name }) => name === "Ads/add_000002/start")).toBe(true));
  });
});

describe("an ad that was not approved", () => {
  it("stands at the top with its meaning, and leads to the edit that sends it again", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({}, [
      anAd({
        review: { outcome: "rejected", reasons: [{ text: "E17", meaning: "Upload a sharper picture." }] },
      }),
    ]);
    await open();
    expect(await screen.findByText("Snapchat did not approve an ad")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Correct and resend Ajwa" });
    expect(link.getAttribute("href")).toMatch(/\/ads\/adg_000001\/add\?ad=add_000001/);
  });
});

describe("the days of the figures", () => {
  it("are any two in the address, and asked for", async () => {
    await open("/campaigns/cmp_000001?from=2026-10-01&to=2026-10-31");
    await waitFor(() =>
      expect(
        sent.some(({ query }) => query.get("from") === "2026-10-01" && query.get("to") === "2026-10-31"),
      ).toBe(true),
    );
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "From" })).value).toBe("01/10/2026");
  });
});

describe("the breakdown", () => {
  it("by hour is read when it is chosen, and says what it leaves out", async () => {
    await open();
    await screen.findByRole("heading", { name: "Breakdown" });
    answers["Reports/campaign/cmp_000001/breakdown"] = {
      from: "2026-11-19",
      to: "2026-11-21",
      is_complete: false,
      rows: [
        {
          key: "9",
          platform: null,
          name: null,
          media_id: null,
          is_deleted: false,
          impressions: 100,
          clicks: 4,
          spend_halalas: 12_00,
          cpc_halalas: 3_00,
          cpm_halalas: 120_00,
          sold: null,
        },
      ],
    };
    await press("Hour");
    expect(await screen.findByText("09:00")).toBeTruthy();
    expect(screen.getByText(/Orders are counted by the day/)).toBeTruthy();
    expect(screen.getByText(/reported some days as a whole/)).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: "Cost per order" })).toBeNull();
  });
});

describe("the people who saw a campaign", () => {
  const group = {
    impressions: 1_000,
    clicks: 20,
    spend_halalas: 40_00,
    cpc_halalas: 2_00,
    cpm_halalas: 40_00,
  };
  const days = { from: "2026-11-19", to: "2026-11-21" };

  it("are shown by gender as the platform says it", async () => {
    answers["Reports/campaign/cmp_000001/audience"] = { ...days, rows: [{ key: "female", ...group }] };
    await open();
    await press("Gender");
    expect(await screen.findByText("Women")).toBeTruthy();
    expect(sent.find(({ name }) => name.endsWith("/audience"))?.query.get("by")).toBe("gender");
  });

  it("are named by the Kingdom's regions, and by placements", async () => {
    answers["Reports/campaign/cmp_000001/audience"] = { ...days, rows: [{ key: "makkah", ...group }] };
    await open();
    await press("Place");
    expect(await screen.findByText("Makkah Region")).toBeTruthy();
    answers["Reports/campaign/cmp_000001/audience"] = { ...days, rows: [{ key: "instagram", ...group }] };
    await press("Placement");
    expect(await screen.findByText("Instagram")).toBeTruthy();
  });

  it("are not invented where the platform does not say", async () => {
    answers["Reports/campaign/cmp_000001/audience"] = { ...days, rows: null };
    await open();
    await press("Place");
    expect(await screen.findByText("The platform does not say.")).toBeTruthy();
  });
});

describe("a campaign whose store closed", () => {
  const closed = { store_id: "sto_000001", name: "Oasis", is_open: false, grace_minutes: 120 };
  const watch = { ...closed, closed_since: "2026-11-21T06:00:00Z", pause_at: null, paused_campaigns: 1 };

  it("says so and leads to the store; once that is back, one tap runs it again", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      status: "paused",
      status_reason: "store",
      store_id: "sto_000001",
    });
    answers["StoreWatch/index"] = { items: [watch] };
    const page = await open();
    expect(await screen.findByText("We paused it because its store is closed or not connected")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Store settings" })).toBeTruthy();
    answers["StoreWatch/index"] = { items: [{ ...watch, is_open: true, closed_since: null }] };
    await page.emitEvent("store.synced");
    expect(await screen.findByText("The store is back. Start it whenever you like.")).toBeTruthy();
  });
});

describe("a campaign whose platform does not answer", () => {
  it("says when it is tried again, and is tried at once by one tap", async () => {
    const campaign = aWholeCampaign({
      sync: "pending",
      retry: { in_seconds: 30, can_try_now: true, reason: null },
    });
    answers["Campaigns/cmp_000001"] = campaign;
    answers["Campaigns/cmp_000001/retry"] = campaign;
    await open();
    expect(await screen.findByText("Snapchat is busy or not answering")).toBeTruthy();
    expect(screen.getByRole("timer").textContent).toMatch(/We try again in 0:\d\d$/);
    await press("Try Ajwa dates now");
    await waitFor(() => expect(sent.some(({ name }) => name.endsWith("/retry"))).toBe(true));
  });
});

describe("a pause", () => {
  it("is shown at once, and taken back when the server refuses it", async () => {
    let refuse = () => {};
    answers["Campaigns/cmp_000001"] = aWholeCampaign({ status: "active" });
    answers["Campaigns/cmp_000001/pause"] = new Promise((resolve) => {
      refuse = () => resolve(409);
    });
    await open();
    await press("Pause");
    const table = within(await screen.findByRole("table", { name: /Requested and live on platform/ }));
    await waitFor(() => expect(table.getAllByRole("row")[1]?.textContent).toMatch(/^StatusPaused/));
    refuse();
    await waitFor(() => expect(table.getAllByRole("row")[1]?.textContent).toMatch(/^StatusActive/));
  });
});
