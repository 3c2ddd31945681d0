import { describe, expect, it } from "vitest";
import { toPeriod } from "./period.ts";

const now = new Date("2026-11-21T21:30:00Z"); // Already the 22nd in Riyadh.
const period = (from?: string, to?: string) => toPeriod({ days: 7, from, to }, now);

describe("a period", () => {
  it("is the last days up to today in Riyadh, unless both its days are named", () => {
    expect(period()).toEqual({ from: "2026-11-16", to: "2026-11-22" });
    expect(period("2026-11-01")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
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
