import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import {
  computeNextRun,
  computeSeasonCost,
  computeUsualTotal,
  cutSeason,
  decideSeasonStep,
} from "./season-budget.ts";

const day = (text: string) => text as RiyadhDay;
const season = {
  startsOn: day("2026-11-22"),
  endsOn: day("2026-11-30"),
  phases: [
    { from: day("2026-11-22"), to: day("2026-11-25"), costFactor: 14_000 },
    { from: day("2026-11-26"), to: day("2026-11-28"), costFactor: 18_000 },
    { from: day("2026-11-29"), to: day("2026-11-30"), costFactor: 13_000 },
  ],
};
const always = { starts_at: new Date("2026-11-01T09:00:00Z"), ends_at: null };

describe("a season within a campaign", () => {
  const cut = (dates: Partial<{ starts_at: Date; ends_at: Date }>, now = "2026-11-10T09:00:00Z") => {
    const found = cutSeason(season, { ...always, ...dates }, new Date(now));
    return found && [found.startsOn, found.endsOn];
  };

  it("has the days that are ahead, from Riyadh's today on", () => {
    expect(cut({})).toEqual(["2026-11-22", "2026-11-30"]);
    expect(cut({}, "2026-11-24T20:59:59Z")?.[0]).toBe("2026-11-24");
    expect(cut({}, "2026-11-24T21:00:00Z")?.[0]).toBe("2026-11-25");
    expect(cut({}, "2026-11-30T21:00:00Z")).toBeNull();
  });

  it("has no day before the campaign starts, nor after it ends", () => {
    expect(cut({ starts_at: new Date("2026-11-26T09:00:00Z") })?.[0]).toBe("2026-11-26");
    expect(cut({ ends_at: new Date("2026-11-25T21:00:00Z") })?.[1]).toBe("2026-11-25");
    expect(cut({ ends_at: new Date("2026-11-20T09:00:00Z") })).toBeNull();
  });
});

describe("what a season costs", () => {
  it("keeps the reach of the usual budget at the season's cost", () => {
    expect(computeUsualTotal(season, halalas(100_00))).toBe(4 * 140_00 + 3 * 180_00 + 2 * 130_00);
  });

  it("is at most what the platform may spend over each budget, with two days of the highest reserved", () => {
    const days = [
      { day: day("2026-11-22"), budget: halalas(100_00) },
      { day: day("2026-11-23"), budget: halalas(200_00) },
      { day: day("2026-11-24"), budget: halalas(100_00) },
    ];
    expect(computeSeasonCost(days, 12_500)).toEqual({
      mosts: [125_00, 250_00, 125_00],
      most: 500_00,
      hold: 500_00,
    });
    expect(computeSeasonCost(days.slice(0, 1), 12_500).hold).toBe(125_00);
  });
});

describe("the change that is due", () => {
  const state = {
    startsOn: season.startsOn,
    endsOn: season.endsOn,
    budgetBefore: 100_00,
    budgetSet: null as number | null,
  };
  const campaign = { status: "active" as const, dailyBudget: 100_00, hasBudgetDrift: false };
  const first = { today: season.startsOn, planned: 140_00 };

  it("is the day's budget within the season, and the one before after it", () => {
    expect(decideSeasonStep(state, campaign, first)).toEqual({ kind: "set", budget: 140_00 });
    const after = { today: day("2026-12-01"), planned: undefined };
    const running = { ...state, budgetSet: 130_00 };
    expect(decideSeasonStep(running, { ...campaign, dailyBudget: 130_00 }, after)).toEqual({
      kind: "restore",
      budget: 100_00,
    });
  });

  it("is none once somebody has set another budget, or the campaign has ended", () => {
    const changed = decideSeasonStep(state, { ...campaign, dailyBudget: 120_00 }, first);
    expect(changed).toEqual({ kind: "end", reason: "changed" });
    expect(decideSeasonStep(state, { ...campaign, status: "archived" }, first)).toEqual({
      kind: "end",
      reason: "campaign_ended",
    });
  });

  it("waits while a budget set on the platform itself is undecided", () => {
    expect(decideSeasonStep(state, { ...campaign, hasBudgetDrift: true }, first)).toEqual({
      kind: "blocked",
    });
  });

  it("comes next at midnight in Riyadh, after a failure within the hour, and always later", () => {
    const at = (text: string, failed: boolean) => computeNextRun(new Date(text), { failed }).toISOString();
    expect(at("2026-11-22T09:00:00Z", false)).toBe("2026-11-22T21:00:00.000Z");
    expect(at("2026-11-22T09:00:00Z", true)).toBe("2026-11-22T10:00:00.000Z");
    expect(at("2026-11-22T20:30:00Z", true)).toBe("2026-11-22T21:00:00.000Z");
    const instants = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2030-01-01"),
      noInvalidDate: true,
    });
    fc.assert(fc.property(instants, fc.boolean(), (now, failed) => computeNextRun(now, { failed }) > now));
  });
});
