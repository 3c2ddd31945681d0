import { describe, expect, it } from "vitest";
import { isUsual, toHomePeriods } from "./home-period.ts";

const now = new Date("2026-11-21T21:30:00Z"); // already the 22nd in Riyadh
const read = (query: object) => toHomePeriods({ days: 30, compare: "previous", ...query }, now);

describe("home's days", () => {
  it("are the last ones up to today, beside as many before", () => {
    expect(read({ days: 7 })).toEqual({
      period: { from: "2026-11-16", to: "2026-11-22" },
      compared: { from: "2026-11-09", to: "2026-11-15" },
    });
  });

  it("are compared with the same days of last year, or with nothing", () => {
    const days = { from: "2028-02-29", to: "2028-03-01" };
    const later = new Date("2028-04-01T09:00:00Z");
    expect(toHomePeriods({ days: 30, compare: "last_year", ...days }, later).compared).toEqual({
      from: "2027-02-28",
      to: "2027-03-01",
    });
    expect(read({ compare: "none" }).compared).toBeNull();
  });

  it("are no days to come", () => {
    expect(read({ from: "2026-11-20", to: "2026-12-25" }).period).toEqual({
      from: "2026-11-20",
      to: "2026-11-22",
    });
  });

  it("have a statement of their own where they end today and are compared with those before", () => {
    const { period } = read({});
    expect(isUsual(period, "previous", now)).toBe(true);
    expect(isUsual(period, "none", now)).toBe(false);
    expect(isUsual({ ...period, to: "2026-11-21" as never }, "previous", now)).toBe(false);
  });
});
