import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import campaigns from "#modules/campaigns/messages/en.json" with { type: "json" };
import reports from "#modules/reports/messages/en.json" with { type: "json" };
import { aCampaign, anAd, aWholeCampaign, busyTotals, someFigures, someTotals } from "../testing/builders.ts";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "../testing/fake-server.tsx";
import { CampaignPage } from "./campaign-page.tsx";
import { getEmptyReason } from "./empty-reason.ts";
import en from "./messages/en.json" with { type: "json" };
import { readPeriod } from "./period.ts";

const busy = { ...someFigures(busyTotals, "2026-11-21T09:00:00Z"), emptiness: null, ads: [] };
const nothingYet = { ...someFigures(someTotals(), null), emptiness: "not_read_yet", ads: [] };

const noRows = { from: "2026-11-19", to: "2026-11-21", is_complete: true, rows: [] };

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "Tracking/coupons": { items: [], next_cursor: null },
    "Campaigns/cmp_000001": aWholeCampaign(),
    "Reports/campaign/cmp_000001": busy,
    "Reports/campaign/cmp_000001/breakdown": noRows,
    "Campaigns/cmp_000001/changes": { items: [], next: null },
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

describe("the campaign's page", () => {
  it("shows the desired state beside the state the platform confirmed, and never mixes them up", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      status: "paused",
      sync: "pending",
      observed_status: "active",
      observed_daily_budget_halalas: 100_00,
    } as never);
    await open();
    const table = within(await screen.findByRole("table", { name: /Requested and live on platform/ }));
    const [, status, budget] = table.getAllByRole("row");
    expect(status?.textContent).toMatch(/Paused.*Running/);
    expect(budget?.textContent).toMatch(/150.*100/);
  });

  it("of another merchant, or without an owner, says that it was not found", async () => {
    answers["Campaigns/cmp_000001"] = 404;
    await open();
    expect(await screen.findByText("We could not find this campaign")).toBeTruthy();
  });

  it("whose access was revoked waits to be reconnected: nothing on it is called refused", async () => {
    const [group] = aWholeCampaign().ad_groups;
    const waiting = { sync: "disconnected" } as const;
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      ...waiting,
      connection_lost: true,
      ad_groups: group ? [{ ...group, ...waiting, ads: group.ads.map((ad) => ({ ...ad, ...waiting })) }] : [],
    });
    await open();
    expect(await screen.findByText("The connection to your ad account was lost")).toBeTruthy();
    expect(screen.getAllByText("Waiting to be reconnected")).toHaveLength(3);
    expect(screen.queryByText("Refused by the platform")).toBeNull();
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  });

  it("that was never started shows no zeros", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({ status: "created", sync: "local" });
    answers["Reports/campaign/cmp_000001"] = nothingYet;
    await open();
    expect(await screen.findByText("No figures before it starts")).toBeTruthy();
    expect(screen.queryByText("Sales from ads")).toBeNull();
  });

  it("shows the first figures when an event about them arrives, without a reload", async () => {
    answers["Reports/campaign/cmp_000001"] = nothingYet;
    const page = await open();
    expect(await screen.findByText("No figures from the platform yet")).toBeTruthy();
    answers["Reports/campaign/cmp_000001"] = busy;
    await page.emitEvent("figures.changed");
    expect(await screen.findByText("3.40×")).toBeTruthy();
  });

  it("right after its first start says that figures are not there yet, though zeros were read", async () => {
    answers["Reports/campaign/cmp_000001"] = { ...nothingYet, as_of: "2026-11-21T09:00:00Z" };
    await open();
    expect(await screen.findByText("No figures from the platform yet")).toBeTruthy();
    expect(screen.queryByText(/longer period/)).toBeNull();
  });

  it("keeps the chosen days in the address and asks for them", async () => {
    const page = await open();
    await userEvent.click(await screen.findByRole("button", { name: "90 days" }));
    await waitFor(() => expect(page.search()).toEqual({ days: 90 }));
    await waitFor(() => expect(sent.some(({ query }) => query.get("days") === "90")).toBe(true));
  });

  it("that the platform refused says why, and sends it again", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      sync: "failed",
      fault: "The budget is too small.",
      fault_text: "E1001",
    });
    answers["Campaigns/cmp_000001/retry"] = aWholeCampaign({ sync: "pending" });
    await open();
    expect(await screen.findByText(/The budget is too small/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(sent.some(({ name }) => name === "Campaigns/cmp_000001/retry")).toBe(true));
  });

  it("whose start is refused says why until the next one, with the way to mend it", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      status: "created",
      sync: "local",
      allowed_actions: ["start"],
    } as never);
    answers["Reports/campaign/cmp_000001"] = nothingYet;
    answers["Campaigns/cmp_000001/start"] = refuse(409, { code: "wallet.card_required" });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: campaigns.actions.start }));
    const note = await screen.findByRole("alert");
    expect(note.textContent).toContain(campaigns.not_started_title);
    expect(within(note).getByRole("link", { name: campaigns.shortage.add_card })).toBeTruthy();

    answers["Campaigns/cmp_000001/start"] = answers["Campaigns/cmp_000001"] = aWholeCampaign();
    await userEvent.click(screen.getByRole("button", { name: campaigns.actions.start }));
    await waitFor(() => expect(screen.queryByText(campaigns.not_started_title)).toBeNull());
  });

  it("that was changed on the platform shows both values and since when, and offers either", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({
      sync: "failed",
      drift_daily_budget_halalas: aCampaign().max_cost_today_halalas,
      drift_since: "2026-11-21T08:00:00Z",
    });
    answers["Campaigns/cmp_000001/accept"] = aWholeCampaign();
    await open();
    expect(await screen.findByText("It was changed on Snapchat itself")).toBeTruthy();
    expect(screen.getByText(/there:/).textContent).toMatch(/150.*187\.50/);
    expect(screen.getByText(/Until you decide, we reserve in your wallet/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Restore my settings" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Keep platform's" }));
    await waitFor(() => expect(sent.some(({ name }) => name === "Campaigns/cmp_000001/accept")).toBe(true));
  });

  it("shows each ad with its review, its link and its own figures", async () => {
    answers["Campaigns/cmp_000001"] = aWholeCampaign({}, [
      anAd(),
      anAd({
        id: "add_000002",
        headline: "Sukkari",
        review: { outcome: "rejected", reasons: [{ text: "Blurred", meaning: "Upload a sharper picture." }] },
      }),
    ]);
    const { impressions, clicks, spend_halalas, orders_placed, sales_placed_halalas } = busyTotals;
    const sums = {
      impressions,
      clicks,
      spend_halalas,
      orders_placed,
      sales_placed_halalas,
      roas_placed: 3.4,
    };
    answers["Reports/campaign/cmp_000001"] = {
      ...busy,
      ads: [{ ad_id: "add_000001", ...sums }],
    };
    await open();
    expect(await screen.findByText("Blurred")).toBeTruthy();
    expect(screen.getAllByText("https://rawaj.example/t/12345678")).toHaveLength(2);
    // The second has no figures of its own: it says so.
    expect(screen.getAllByText("No data yet").length).toBeGreaterThan(0);
  });
});

describe("the reason for an empty page", () => {
  it.each([
    ["created", "not_read_yet", "not_started"],
    ["active", "not_read_yet", "not_read"],
    ["paused", "not_read_yet", "never_shown"],
    ["archived", "not_read_yet", "never_shown"],
    ["active", "none", "none"],
    ["paused", "none", "none"],
  ] as const)("%s, %s: %s", (status, emptiness, expected) =>
    expect(getEmptyReason({ status }, emptiness)).toBe(expected),
  );
});

describe("the period in an address", () => {
  it.each([
    [7, 7],
    ["90", 90],
    [undefined, 30],
    ["365", 30],
    ["7; drop", 30],
  ])("%s reads as %i days", (urlValue, days) => expect(readPeriod({ days: urlValue })).toEqual({ days }));

  it("is any two days, in their order, and the month where one of them is no day", () => {
    const days = { from: "2026-10-01", to: "2026-10-31" };
    expect(readPeriod(days)).toEqual(days);
    expect(readPeriod({ from: "2026-10-31", to: "2026-10-01" })).toEqual(days);
    expect(readPeriod({ from: "2026-10-31", to: "tomorrow" })).toEqual({ days: 30 });
  });
});
