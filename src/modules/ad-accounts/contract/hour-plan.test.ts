import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countSpansOfBusiestDay,
  everyHour,
  groupDays,
  hourPlanPattern,
  isInPlan,
  joinCloseSpans,
  listDaySpans,
  listRuns,
  noHour,
  paintHours,
  planOfRuns,
  shiftHours,
  toStoredHours,
} from "./hour-plan.ts";

const anyPlan = fc
  .array(fc.boolean(), { minLength: 168, maxLength: 168 })
  .map((hours) => hours.map((on) => (on ? "1" : "0")).join(""));
const weekHour = fc.record({
  weekday: fc.integer({ min: 0, max: 6 }),
  hour: fc.integer({ min: 0, max: 23 }),
});
const evenings = planOfRuns([0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: 21, hours: 5 })));

describe("a week's hour plan", () => {
  it("is read back from its runs, and from the spans of its days", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(planOfRuns(listRuns(plan))).toBe(plan);
        const spans = listDaySpans(plan).map(({ weekday, from, to }) => ({
          weekday,
          from,
          hours: to - from,
        }));
        expect(planOfRuns(spans)).toBe(plan);
      }),
    );
  });

  it("moves to another clock and back without losing an hour", () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: -14, max: 14 }), (plan, hours) => {
        const moved = shiftHours(plan, hours);
        expect(moved).toMatch(hourPlanPattern);
        expect(shiftHours(moved, -hours)).toBe(plan);
      }),
    );
  });

  it("is an hour later on a clock that is an hour ahead", () => {
    const nine = planOfRuns([{ weekday: 0, from: 21, hours: 1 }]);
    expect(listRuns(shiftHours(nine, 1))).toEqual([{ weekday: 0, from: 22, hours: 1 }]);
    const lastHour = planOfRuns([{ weekday: 6, from: 23, hours: 1 }]);
    expect(listRuns(shiftHours(lastHour, 1))).toEqual([{ weekday: 0, from: 0, hours: 1 }]);
  });

  it("changes exactly the hours that were painted, whichever corner came first", () => {
    fc.assert(
      fc.property(anyPlan, weekHour, weekHour, fc.boolean(), (plan, from, to, isOn) => {
        const painted = paintHours(plan, { from, to, isOn });
        expect(paintHours(plan, { from: to, to: from, isOn })).toBe(painted);
        expect(isInPlan(painted, from)).toBe(isOn);
        expect(isInPlan(painted, to)).toBe(isOn);
        const width = Math.abs(from.weekday - to.weekday) + 1;
        const height = Math.abs(from.hour - to.hour) + 1;
        const changed = [...painted].filter((on, index) => on !== plan[index]).length;
        expect(changed).toBeLessThanOrEqual(width * height);
      }),
    );
  });

  it("names an evening that ends after midnight once, with the day it began", () => {
    expect(groupDays(evenings)).toEqual([
      { weekdays: [0, 1, 2, 3, 4, 5, 6], spans: [{ from: 21, hours: 5 }] },
    ]);
    expect(countSpansOfBusiestDay(evenings)).toBe(2);
  });

  it("names whole days as whole days", () => {
    const weekend = paintHours(noHour, {
      from: { weekday: 5, hour: 0 },
      to: { weekday: 6, hour: 23 },
      isOn: true,
    });
    expect(groupDays(weekend)).toEqual([{ weekdays: [5, 6], spans: [{ from: 0, hours: 24 }] }]);
    expect(groupDays(everyHour)).toEqual([
      { weekdays: [0, 1, 2, 3, 4, 5, 6], spans: [{ from: 0, hours: 24 }] },
    ]);
    expect(groupDays(noHour)).toEqual([]);
  });

  it("joins the closest spans of a day until it has no more than allowed, and takes no hour away", () => {
    const sunday = planOfRuns([
      { weekday: 0, from: 6, hours: 1 },
      { weekday: 0, from: 12, hours: 2 },
      { weekday: 0, from: 15, hours: 2 },
    ]);
    expect(listDaySpans(joinCloseSpans(sunday, 2))).toEqual([
      { weekday: 0, from: 6, to: 7 },
      { weekday: 0, from: 12, to: 17 },
    ]);
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 6 }), (plan, max) => {
        const joined = joinCloseSpans(plan, max);
        expect(countSpansOfBusiestDay(joined)).toBeLessThanOrEqual(max);
        expect([...plan].every((on, index) => on === "0" || joined[index] === "1")).toBe(true);
        if (countSpansOfBusiestDay(plan) <= max) expect(joined).toBe(plan);
      }),
    );
  });

  it("is not stored where it leaves out no hour", () => {
    expect(toStoredHours(everyHour)).toBeNull();
    expect(toStoredHours(evenings)).toBe(evenings);
    expect(toStoredHours(null)).toBeNull();
  });
});
