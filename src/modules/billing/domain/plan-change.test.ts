import { describe, expect, it } from "vitest";
import type { Duration } from "../contract/enums.ts";
import { compareTerms, creditMoment } from "./plan-change.ts";

const terms = (position: number, duration_months: Duration) => ({ position, duration_months });

describe("a change of plan", () => {
  it("upward begins now, downward in plan or length at the period's end", () => {
    const current = terms(2, 3);
    expect(compareTerms(current, terms(2, 3))).toBe("same");
    expect(compareTerms(current, terms(3, 3))).toBe("upgrade");
    expect(compareTerms(current, terms(2, 12))).toBe("upgrade");
    expect(compareTerms(current, terms(3, 1))).toBe("downgrade");
    expect(compareTerms(current, terms(1, 12))).toBe("downgrade");
    expect(compareTerms(current, terms(2, 1))).toBe("downgrade");
  });

  it("is credited at the moment it was previewed, for half an hour and within the period", () => {
    const now = new Date("2026-12-10T12:00:00Z");
    const startsAt = new Date("2026-12-10T11:00:00Z");
    const at = (text: string | null) =>
      creditMoment(text ? new Date(text) : null, { now, startsAt }).toISOString();
    expect(at("2026-12-10T11:30:00Z")).toBe("2026-12-10T11:30:00.000Z");
    for (const other of [null, "2026-12-10T11:29:59Z", "2026-12-10T12:00:01Z", "2026-12-09T12:00:00Z"])
      expect(at(other)).toBe(now.toISOString());
  });
});
