import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import { type CostFacts, computeMaxCostToday, computeRequiredReserve } from "./cost.ts";

const now = new Date("2026-11-21T09:00:00Z");
const facts = (input: Partial<CostFacts> = {}): CostFacts => ({
  dailyBudget: halalas(100_00),
  maxDailyOverdeliveryBasisPoints: 12_500,
  startsAt: now,
  endsAt: null,
  maySpendSince: null,
  ...input,
});

describe("the reserve of a campaign", () => {
  it("is two maximum days when it has no end", () => {
    expect(computeRequiredReserve(facts(), now)).toBe(250_00);
  });

  it.each([
    ["ends today", "2026-11-21T20:00:00Z", 125_00],
    ["ends at midnight in Riyadh", "2026-11-21T21:00:00Z", 125_00],
    ["ends just after midnight in Riyadh", "2026-11-21T21:00:01Z", 250_00],
    ["ends next month", "2026-12-21T09:00:00Z", 250_00],
  ])("of one that %s is never more than what is left of its schedule", (_, end, expected) => {
    expect(computeRequiredReserve(facts({ endsAt: new Date(end) }), now)).toBe(expected);
  });

  it("on its last day still covers yesterday, which is not settled", () => {
    const endsAt = new Date("2026-11-21T20:00:00Z");
    const maySpendSince = new Date("2026-11-18T09:00:00Z");
    expect(computeRequiredReserve(facts({ endsAt, maySpendSince, startsAt: maySpendSince }), now)).toBe(
      250_00,
    );
  });

  it("is never less than one maximum day at the platform, nor more than two", () => {
    const anyFacts = fc.record({
      dailyBudget: fc.integer({ min: 1, max: 1_000_000_00 }).map(halalas),
      maxDailyOverdeliveryBasisPoints: fc.integer({ min: 10_000, max: 20_000 }),
      startsAt: fc.constant(now),
      endsAt: fc.option(
        fc.date({ min: new Date(now.getTime() + 1), max: new Date("2028-01-01"), noInvalidDate: true }),
      ),
      maySpendSince: fc.constant(null),
    });
    fc.assert(
      fc.property(anyFacts, (one) => {
        const day = computeMaxCostToday(one, now);
        const held = computeRequiredReserve(one, now);
        return held >= day && held <= 2 * day && Number.isInteger(held);
      }),
    );
  });
});

describe("the maximum cost today", () => {
  it("is nothing before it begins, and nothing after it has ended", () => {
    expect(computeMaxCostToday(facts({ startsAt: new Date("2026-11-22T09:00:00Z") }), now)).toBe(0);
    expect(computeMaxCostToday(facts({ endsAt: now }), now)).toBe(0);
  });

  it("counts by the Riyadh day: what begins at 23:00 there still counts today", () => {
    expect(computeMaxCostToday(facts({ startsAt: new Date("2026-11-21T20:00:00Z") }), now)).toBe(125_00);
  });
});
