import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  daysBetween,
  listDays,
  parseRiyadhDay,
  startOfRiyadhDay,
  toRiyadhDay,
} from "./riyadh-day.ts";

describe("the Riyadh day", () => {
  it("changes at 21:00 UTC", () => {
    expect(toRiyadhDay(new Date("2026-11-21T20:59:59.999Z"))).toBe("2026-11-21");
    expect(toRiyadhDay(new Date("2026-11-21T21:00:00.000Z"))).toBe("2026-11-22");
  });

  it("begins at the first instant that falls on it", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        (at) => {
          const start = startOfRiyadhDay(toRiyadhDay(at));
          expect(toRiyadhDay(start)).toBe(toRiyadhDay(at));
          expect(toRiyadhDay(new Date(start.getTime() - 1))).toBe(addDays(toRiyadhDay(at), -1));
        },
      ),
    );
  });

  it("counts days across months and years", () => {
    const day = parseRiyadhDay("2026-12-31");
    expect(day && addDays(day, 1)).toBe("2027-01-01");
    expect(day && daysBetween(day, addDays(day, 60))).toBe(60);
    expect(day && listDays(day, 3)).toEqual(["2026-12-31", "2027-01-01", "2027-01-02"]);
    expect(day && listDays(day, 0)).toEqual([]);
  });

  it.each(["2026-02-30", "1448-05-11", "2026-1-1", "infinity", "now", "", "2026-11-21T00:00:00Z"])(
    "%j is none",
    (text) => {
      expect(parseRiyadhDay(text)).toBeNull();
    },
  );
});
