import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { periodDaysMax, periodNames } from "../contract/enums.ts";
import { toNamedPeriod, toPeriod } from "./period.ts";

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
