import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addFailure, type Factor, maxStrangerFailuresPerDay, type Source } from "./failed-attempts.ts";

const now = new Date("2026-11-22T09:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const address: Source = { kind: "address", address: "188.54.10.20" };
const strangers: Source = { kind: "strangers" };
const factors: Factor[] = ["password", "second_factor"];

describe("a failed attempt", () => {
  it("locks its address from the fifth in a row on, whatever the factor", () => {
    for (const factor of factors) {
      const fail = (failures: number) => addFailure(factor, address, { failures, since: now }, now);
      expect(fail(3).lockedUntil).toBeNull();
      expect(fail(4).lockedUntil).toEqual(later(60));
    }
  });

  it("of unknown addresses locks them all only at the day's limit, until a day after the first", () => {
    for (const factor of factors) {
      const limit = maxStrangerFailuresPerDay[factor];
      const fail = (failures: number) => addFailure(factor, strangers, { failures, since: now }, later(60));
      expect(fail(limit - 2).lockedUntil).toBeNull();
      expect(fail(limit - 1).lockedUntil).toEqual(later(86_400));
    }
  });

  it("counts one more each time, and the strangers' count restarts when its day is over", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...factors),
        fc.nat(1_000),
        fc.nat(200_000),
        (factor, failures, seconds) => {
          const before = { failures, since: now };
          expect(addFailure(factor, address, before, later(seconds)).failures).toBe(failures + 1);
          const after = addFailure(factor, strangers, before, later(seconds));
          expect(after.failures).toBe(seconds >= 86_400 ? 1 : failures + 1);
          if (after.lockedUntil) expect(after.lockedUntil > later(seconds)).toBe(true);
        },
      ),
    );
  });
});
