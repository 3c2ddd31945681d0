import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { periodDaysMax, periodNames, toNamedPeriod, toPastPeriod, toPeriod } from "./period.ts";
import { addDays, daysBetween, type RiyadhDay } from "./riyadh-day.ts";

const today = "2026-03-01" as RiyadhDay;

it.each([
  ["today", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-02-28", "2026-02-28"],
  ["last_7", "2026-02-23", "2026-03-01"],
  ["this_month", "2026-03-01", "2026-03-01"],
  ["last_month", "2026-02-01", "2026-02-28"],
] as const)("%s goes from %s to %s", (name, from, to) => {
  expect(toNamedPeriod(name, today)).toEqual({ from, to });
});

it("ends no named period after today, whatever the day is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.constantFrom(...periodNames), (offset, name) => {
      const day = addDays(today, offset);
      const { from, to } = toNamedPeriod(name, day);
      expect(from <= to && to <= day).toBe(true);
    }),
  );
});

it("takes its days in either order, and the last seven up to today without any", () => {
  expect(toPeriod({}, today)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(toPeriod({ from: "2026-02-10", to: "2026-02-01" }, today)).toEqual({
    from: "2026-02-01",
    to: "2026-02-10",
  });
});

it("keeps the last days of a period that is too long", () => {
  const { from, to } = toPeriod({ from: "2020-01-01", to: "2026-03-01" }, today);
  expect([daysBetween(from, to) + 1, to]).toEqual([periodDaysMax, "2026-03-01"]);
  const whole = { from: addDays(today, 1 - periodDaysMax), to: today };
  expect(toPeriod(whole, today)).toEqual(whole);
});

const now = new Date("2026-11-21T21:30:00Z"); // Already the 22nd in Riyadh.
const period = (from?: string, to?: string) => toPastPeriod({ days: 7, from, to }, now);

describe("a period of what has happened", () => {
  it("is the last days up to today in Riyadh, unless its days are named", () => {
    expect(period()).toEqual({ from: "2026-11-16", to: "2026-11-22" });
    expect(period("2026-11-01")).toEqual({ from: "2026-11-01", to: "2026-11-22" });
    expect(period("2026-10-01", "2026-10-03")).toEqual({ from: "2026-10-01", to: "2026-10-03" });
  });

  it("is the same in either order", () => {
    expect(period("2026-10-03", "2026-10-01")).toEqual(period("2026-10-01", "2026-10-03"));
  });

  it("ends today at the latest, and has at most 366 days", () => {
    expect(period("2026-11-20", "2027-05-01")).toEqual({ from: "2026-11-20", to: "2026-11-22" });
    expect(period("2027-01-01", "2027-05-01")).toEqual({ from: "2026-11-22", to: "2026-11-22" });
    expect(period("2020-01-01", "2026-11-22")).toEqual({ from: "2025-11-22", to: "2026-11-22" });
  });
});
