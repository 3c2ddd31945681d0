import { describe, expect, it } from "vitest";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { countFilters, readReportState, toReportSearch, toScope } from "./report-state.ts";

const today = "2026-11-22" as RiyadhDay;

describe("the reports' address", () => {
  it("without anything is the overview of the last thirty days", () => {
    const state = readReportState({});
    expect(state).toEqual({ tab: "overview", compare: "previous", period: "last_30" });
    expect(toReportSearch(state)).toEqual({});
    expect(toScope(state, today)).toEqual({ from: "2026-10-24", to: "2026-11-22", compare: "previous" });
  });

  it("says everything that was chosen, and is read back as it was", () => {
    const search = {
      tab: "cities",
      from: "2026-02-18",
      to: "2026-03-19",
      compare: "last_hijri_year",
      store_id: "sto_1",
      platform: "snapchat",
      campaign_ids: "cmp_1,cmp_2",
      status: "active",
      objective: "sales",
      city: "riyadh",
      by: "region",
      sort: "store_orders",
      order: "asc",
      window_days: 7,
    };
    const state = readReportState(search);
    expect(toReportSearch(state)).toEqual(search);
    expect(toScope(state, today)).toMatchObject({ campaign_ids: ["cmp_1", "cmp_2"], city: "riyadh" });
    expect(countFilters(state)).toBe(6);
  });

  it("does not name the window that attribution has anyway, and knows no other than its own", () => {
    const state = { ...readReportState({ window_days: "1" }) };
    expect(state.window_days).toBe(1);
    expect(toReportSearch({ ...state, window_days: 28 })).toEqual({ window_days: 28 });
    expect(readReportState({ window_days: 30 })).toEqual(readReportState({}));
  });

  it("that is not ours is left out, and days still to come end today", () => {
    expect(
      readReportState({ tab: "secrets", from: "yesterday", platform: "myspace", campaign_ids: "" }),
    ).toEqual(readReportState({}));
    const turned = readReportState({ from: "2027-01-01", to: "2026-11-20" });
    expect(toScope(turned, today)).toMatchObject({ from: "2026-11-20", to: "2026-11-22" });
  });
});
