import { describe, expect, it } from "vitest";
import { computeExpiry, computeLastDay, findSuccessor } from "./cards.ts";

describe("a card", () => {
  it("is valid through its last month, and reported as ending soon from the month before", () => {
    const now = new Date("2026-11-21T00:00:00Z");
    expect(computeExpiry({ month: 10, year: 2026 }, now)).toBe("past");
    expect(computeExpiry({ month: 11, year: 2026 }, now)).toBe("soon");
    expect(computeExpiry({ month: 12, year: 2026 }, now)).toBe("soon");
    expect(computeExpiry({ month: 1, year: 2027 }, now)).toBe("good");
  });

  it("ends with its last day in Riyadh", () => {
    const card = { month: 11, year: 2026 };
    expect(computeExpiry(card, new Date("2026-11-30T20:59:59Z"))).toBe("soon");
    expect(computeExpiry(card, new Date("2026-11-30T21:00:00Z"))).toBe("past");
    expect(computeExpiry({ month: 12, year: 2026 }, new Date("2026-12-31T21:00:00Z"))).toBe("past");
  });
});

it("ends on the last day of its month, in leap years too", () => {
  expect(computeLastDay({ expiry_month: 2, expiry_year: 2028 })).toBe("2028-02-29");
  expect(computeLastDay({ expiry_month: 12, expiry_year: 2026 })).toBe("2026-12-31");
});

describe("the card that goes on when another is removed", () => {
  const now = new Date("2026-11-21T00:00:00Z");
  const card = (id: string, is_default = false, expiry_year = 2030) => ({
    id,
    is_default,
    expiry_month: 1,
    expiry_year,
  });

  it("is the default one, else the newest, and never an expired one", () => {
    expect(findSuccessor([card("a"), card("b", true), card("c")], "a", now)?.id).toBe("b");
    expect(findSuccessor([card("a"), card("b"), card("c", false, 2026)], "a", now)?.id).toBe("b");
    expect(findSuccessor([card("a"), card("c", false, 2026)], "a", now)).toBeUndefined();
  });
});
