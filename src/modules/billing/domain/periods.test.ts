import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { durations } from "../contract/enums.ts";
import { addMonths, monthWithin, spanFrom } from "./periods.ts";
import { continueCycle, nextPeriod } from "./renewal.ts";

const days = (anchor: string, months: readonly number[]) =>
  months.map((month) => toRiyadhDay(addMonths(new Date(anchor), month)));

describe("a period", () => {
  it("begun at the end of a month keeps the day, or takes the last one of a shorter month", () => {
    expect(days("2027-01-31T06:00:00Z", [1, 2, 3])).toEqual(["2027-02-28", "2027-03-31", "2027-04-30"]);
    expect(days("2027-12-30T06:00:00Z", [1, 2, 3])).toEqual(["2028-01-30", "2028-02-29", "2028-03-30"]);
  });

  it("turns by the day in Riyadh: 21:30 UTC is already the next one", () => {
    expect(days("2027-01-30T21:30:00Z", [1, 2])).toEqual(["2027-02-28", "2027-03-31"]);
    expect(addMonths(new Date("2027-01-30T21:30:00Z"), 1).toISOString()).toBe("2027-02-27T21:30:00.000Z");
  });

  it("keeps its hour, and the months of a period cover it without a gap", () => {
    const anchor = fc.date({ min: new Date("2026-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(anchor, fc.constantFrom(...durations), (start, duration) => {
        const span = spanFrom(start, 0, duration);
        expect(span.ends_at.getTime() % 86_400_000).toBe(start.getTime() % 86_400_000);
        let at = span.starts_at;
        for (let month = 0; at < span.ends_at; month += 1) {
          expect(month).toBeLessThan(duration);
          const within = monthWithin(span, at);
          expect(within.starts_at).toEqual(at);
          expect(monthWithin(span, new Date(within.ends_at.getTime() - 1))).toEqual(within);
          at = within.ends_at;
        }
        expect(at).toEqual(span.ends_at);
      }),
    );
  });
});

describe("24 months of renewals", () => {
  for (const duration of durations)
    for (const day of [28, 29, 30, 31])
      it(`of ${duration} months begun on day ${day} are one period each, without a gap, on the day or the month's last`, () => {
        const anchor_at = new Date(`2026-12-${day}T12:34:56Z`);
        let cycle = { anchor_at, months_elapsed: duration as number };
        let previous = spanFrom(anchor_at, 0, duration);
        const starts = [previous.starts_at];
        while (previous.ends_at < addMonths(anchor_at, 24)) {
          const next = nextPeriod(cycle, { duration, now: new Date(previous.ends_at.getTime() + 90_000) });
          expect(next.starts_at).toEqual(previous.ends_at);
          cycle = continueCycle(cycle, { ...next, duration_months: duration });
          starts.push(next.starts_at);
          previous = next;
        }
        expect(starts).toHaveLength(24 / duration);
        for (const start of starts) {
          const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
          expect(start.getUTCDate()).toBe(Math.min(day, lastDay));
          expect(start.toISOString().slice(11)).toBe("12:34:56.000Z");
        }
      });

  it("after 40 days without the product one period is charged, which begins now", () => {
    const anchor_at = new Date("2026-12-31T09:00:00Z");
    const now = new Date("2027-03-12T10:00:00Z");
    const next = nextPeriod({ anchor_at, months_elapsed: 1 }, { duration: 1, now });
    expect(next).toEqual({ starts_at: now, ends_at: new Date("2027-04-12T10:00:00Z") });
    const cycle = continueCycle({ anchor_at, months_elapsed: 1 }, { ...next, duration_months: 1 });
    expect(cycle).toEqual({ anchor_at: now, months_elapsed: 1 });
  });

  it("a few hours late change nothing of the days", () => {
    const cycle = { anchor_at: new Date("2026-12-31T09:00:00Z"), months_elapsed: 1 };
    const next = nextPeriod(cycle, { duration: 1, now: new Date("2027-02-01T08:59:59Z") });
    expect(next.starts_at).toEqual(new Date("2027-01-31T09:00:00Z"));
    expect(next.ends_at).toEqual(new Date("2027-02-28T09:00:00Z"));
  });
});
