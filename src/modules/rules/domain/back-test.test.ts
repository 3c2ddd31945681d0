import { describe, expect, it } from "vitest";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { backTest, type CampaignHistory, type TestedRule } from "./back-test.ts";
import type { FigureChange } from "./totals.ts";

const from = "2026-10-23" as RiyadhDay;
const to = "2026-11-21" as RiyadhDay;
const period = { from, to, raiseCeilingHalalas: 1_000_000 };

const stopTheLoser: TestedRule = {
  target: "roas",
  comparison: "less",
  basis: "value",
  value: 120,
  more_conditions: [],
  action: "stop_campaign",
  change_unit: null,
  change_value: null,
  min_spend_halalas: 10_000,
  min_clicks: 0,
  cooldown_hours: 6,
  max_acts_per_day: 3,
  max_change_percent: 20,
  stage: "delivered",
  window_days: 3,
};

type Day = { spend: number; sales: number };
/** Each day is known in full the morning after. */
function campaign(id: string, days: Record<string, Day>, corrections: FigureChange[] = []): CampaignHistory {
  const changes = Object.entries(days).map(([day, { spend, sales }]) => ({
    day: day as RiyadhDay,
    known_on: addDays(day as RiyadhDay, 1),
    spend_halalas: spend,
    sales_placed_halalas: sales,
    sales_delivered_halalas: sales,
    clicks: 10,
  }));
  return {
    id,
    dailyBudgetHalalas: 10_000,
    minimumBudgetHalalas: 5_000,
    changes: [...changes, ...corrections],
  };
}

const everyDay = (first: RiyadhDay, days: number, day: Day): Record<string, Day> =>
  Object.fromEntries(Array.from({ length: days }, (_, index) => [addDays(first, index), day]));

describe("a back-test", () => {
  it("stops a losing campaign on the first morning that proves it, and says what that saves and costs", () => {
    const losing = campaign(
      "cmp_1",
      everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 8_000 }),
    );
    const result = backTest(stopTheLoser, [losing], period);
    expect(result.acts).toEqual([
      {
        day: "2026-11-11",
        campaign_id: "cmp_1",
        conditions: [
          { join: null, target: "roas", comparison: "less", basis: "value", value: 120, seen: 80 },
        ],
        act: { kind: "stop", from_halalas: 10_000 },
        spend_after_halalas: 110_000,
        sales_after_halalas: 88_000,
        was_right: true,
      },
    ]);
    expect(result.saved).toEqual({ low: 70_000, high: 110_000 });
    expect(result.lost_sales).toEqual({ low: 56_000, high: 88_000 });
    expect(result.extra_spend).toEqual({ low: 0, high: 0 });
  });

  it("says that a stop was early where the campaign recovered", () => {
    const first = everyDay("2026-11-10" as RiyadhDay, 1, { spend: 10_000, sales: 8_000 });
    const later = everyDay("2026-11-11" as RiyadhDay, 10, { spend: 10_000, sales: 40_000 });
    const { acts } = backTest(stopTheLoser, [campaign("cmp_1", { ...first, ...later })], period);
    expect(acts).toMatchObject([{ day: "2026-11-11", was_right: false }]);
  });

  it("never looks ahead: what was learnt later changes no earlier morning", () => {
    const days = everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 40_000 });
    const refunds = {
      day: "2026-11-10" as RiyadhDay,
      known_on: "2026-11-13" as RiyadhDay,
      spend_halalas: 0,
      sales_placed_halalas: 0,
      sales_delivered_halalas: -110_000,
      clicks: 0,
    };
    const { acts } = backTest(stopTheLoser, [campaign("cmp_1", days, [refunds])], period);
    expect(acts).toMatchObject([{ day: "2026-11-13", conditions: [{ seen: 33 }] }]);
  });

  it("decides nothing without figures, or with too few", () => {
    const small = campaign("cmp_1", everyDay(from, 30, { spend: 3_000, sales: 0 }));
    expect(backTest(stopTheLoser, [campaign("cmp_2", {}), small], period).acts).toEqual([]);
  });

  it("raises step by step, each from the budget that the last one set", () => {
    const raise: TestedRule = {
      ...stopTheLoser,
      comparison: "greater",
      value: 300,
      action: "increase_budget",
      change_unit: "percent",
      change_value: 10,
      cooldown_hours: 20,
    };
    const winning = campaign(
      "cmp_1",
      everyDay("2026-11-18" as RiyadhDay, 4, { spend: 10_000, sales: 50_000 }),
    );
    const { acts, extra_spend, extra_sales, saved } = backTest(raise, [winning], period);
    expect(acts.map(({ act }) => act)).toEqual([
      { kind: "set_budget", from_halalas: 10_000, to_halalas: 11_000 },
      { kind: "set_budget", from_halalas: 11_000, to_halalas: 12_100 },
      { kind: "set_budget", from_halalas: 12_100, to_halalas: 13_300 },
    ]);
    expect(extra_spend).toEqual({ low: 6_400, high: 6_400 });
    expect(extra_sales).toEqual({ low: 16_000, high: 32_000 });
    expect(saved).toEqual({ low: 0, high: 0 });
  });

  it("raises nothing beyond what all campaigns together may be raised in a day", () => {
    const raise: TestedRule = {
      ...stopTheLoser,
      comparison: "greater",
      action: "increase_budget",
      change_unit: "amount",
      change_value: 1_000,
    };
    const day = everyDay("2026-11-20" as RiyadhDay, 1, { spend: 10_000, sales: 50_000 });
    const both = [campaign("cmp_1", day), campaign("cmp_2", day)];
    const { acts } = backTest(raise, both, {
      ...period,
      to: "2026-11-21" as RiyadhDay,
      raiseCeilingHalalas: 1_500,
    });
    expect(acts.map(({ campaign_id }) => campaign_id)).toEqual(["cmp_1"]);
  });

  it("pauses a losing campaign day by day, and saves those days alone", () => {
    const losing = campaign(
      "cmp_1",
      everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 8_000 }),
    );
    const rule: TestedRule = { ...stopTheLoser, action: "pause_until_tomorrow", window_days: 1 };
    const { acts, saved } = backTest(rule, [losing], period);
    // A day on which it stood still gives the next one nothing to judge by.
    expect(acts.map(({ day }) => day)).toEqual([
      "2026-11-11",
      "2026-11-13",
      "2026-11-15",
      "2026-11-17",
      "2026-11-19",
      "2026-11-21",
    ]);
    expect(saved).toEqual({ low: 60_000, high: 60_000 });
  });

  it("compares with the week before as it was known then", () => {
    const good = everyDay("2026-11-01" as RiyadhDay, 9, { spend: 10_000, sales: 40_000 });
    const bad = everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 20_000 });
    const rule: TestedRule = { ...stopTheLoser, basis: "own_week", value: 60 };
    const { acts } = backTest(rule, [campaign("cmp_1", { ...good, ...bad })], period);
    expect(acts).toMatchObject([{ day: "2026-11-13", conditions: [{ seen: 50 }], was_right: true }]);
  });

  it("shows what every condition saw, not only the first", () => {
    const losing = campaign(
      "cmp_1",
      everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 8_000 }),
    );
    const more_conditions = [
      { join: "and", target: "spend", comparison: "greater", basis: "value", value: 20_000 },
    ] as const;
    const { acts } = backTest({ ...stopTheLoser, more_conditions: [...more_conditions] }, [losing], period);
    expect(acts[0]?.conditions).toMatchObject([
      { join: null, seen: 80 },
      { join: "and", target: "spend", seen: 30_000 },
    ]);
  });

  it("looks only on the days of the rule's season", () => {
    const losing = campaign(
      "cmp_1",
      everyDay("2026-11-10" as RiyadhDay, 12, { spend: 10_000, sales: 8_000 }),
    );
    const isEvaluated = (day: RiyadhDay) => day >= "2026-11-15";
    const { acts, days } = backTest(stopTheLoser, [losing], { ...period, isEvaluated });
    expect(acts).toMatchObject([{ day: "2026-11-15" }]);
    expect(days).toBe(7);
  });
});
