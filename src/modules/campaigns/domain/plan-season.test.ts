import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { computePlanTotals, splitSeasonTotal, sumByDay, toPlanDayState } from "./plan-season.ts";

const season = (startsOn: string, endsOn: string) => ({
  startsOn: startsOn as RiyadhDay,
  endsOn: endsOn as RiyadhDay,
  phases: [{ from: startsOn as RiyadhDay, to: endsOn as RiyadhDay, costFactor: 20_000 }],
});
const part = (daily: number, minimum: number, days = season("2026-11-22", "2026-11-23")) => ({
  season: days,
  daily: halalas(daily),
  minimum: halalas(minimum),
});

describe("one season budget of a plan", () => {
  it("is split in the proportions of its campaigns' budgets", () => {
    expect(splitSeasonTotal(halalas(900_00), [part(100_00, 0), part(200_00, 0)])).toEqual([300_00, 600_00]);
  });

  it("gives less to a campaign that runs for fewer of the season's days", () => {
    const short = part(100_00, 0, season("2026-11-23", "2026-11-23"));
    expect(splitSeasonTotal(halalas(900_00), [part(100_00, 0), short])).toEqual([600_00, 300_00]);
  });

  it("keeps the reach of today's budgets, and covers each platform's minimum", () => {
    const parts = [part(100_00, 40_00), part(10_00, 100_00)];
    expect(computePlanTotals(parts)).toEqual({ usual: 400_00 + 100_00, minimum: 140_00 });
  });

  it("adds up to the total, with no part below its minimum", () => {
    const anyPart = fc
      .tuple(fc.integer({ min: 1, max: 1_000_00 }), fc.integer({ min: 0, max: 500_00 }))
      .map(([daily, minimum]) => part(daily, minimum));
    fc.assert(
      fc.property(
        fc.array(anyPart, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 10_000_00 }),
        (parts, extra) => {
          const total = halalas(computePlanTotals(parts).minimum + extra);
          const amounts = splitSeasonTotal(total, parts);
          expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total);
          for (const [at, { minimum }] of parts.entries())
            expect(amounts[at]).toBeGreaterThanOrEqual(minimum);
        },
      ),
    );
  });
});

it("days of several campaigns are added up, each day once and in order", () => {
  const lists = [
    [
      { day: "2026-11-23", amount: 1 },
      { day: "2026-11-22", amount: 2 },
    ],
    [{ day: "2026-11-23", amount: 4 }],
  ];
  expect(sumByDay(lists, ["amount"])).toEqual([
    { day: "2026-11-22", amount: 2 },
    { day: "2026-11-23", amount: 5 },
  ]);
});

it("a day is set where all of its parts are, and partly where some are", () => {
  expect(toPlanDayState(["set", "set"])).toBe("set");
  expect(toPlanDayState(["set", "missed"])).toBe("partly");
  expect(toPlanDayState(["missed", "missed"])).toBe("missed");
  expect(toPlanDayState(["planned"])).toBe("planned");
});
