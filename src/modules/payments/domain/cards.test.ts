import { describe, expect, it } from "vitest";
import { computeExpiry } from "./cards.ts";

describe("a card", () => {
  it("is valid through its last month, and reported as ending soon from the month before", () => {
    const now = new Date("2026-11-21T00:00:00Z");
    expect(computeExpiry({ month: 10, year: 2026 }, now)).toBe("past");
    expect(computeExpiry({ month: 11, year: 2026 }, now)).toBe("soon");
    expect(computeExpiry({ month: 12, year: 2026 }, now)).toBe("soon");
    expect(computeExpiry({ month: 1, year: 2027 }, now)).toBe("good");
  });
});
