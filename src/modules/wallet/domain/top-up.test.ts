import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideTopUp, reachesThreshold, type TopUpFacts } from "./top-up.ts";

const facts = (changes: Partial<TopUpFacts> = {}): TopUpFacts => ({
  available: 9_999,
  threshold: 10_000,
  amount: 50_000,
  monthlyCeiling: 100_000,
  chargedThisMonth: 50_000,
  isArmed: true,
  isUnderWay: false,
  ...changes,
});

describe("the automatic top-up", () => {
  it("is planned one halala under the threshold, and not on it", () => {
    expect(decideTopUp(facts())).toBe("plan");
    expect(decideTopUp(facts({ available: 10_000 }))).toBe("nothing");
  });

  it("may reach the month's ceiling exactly", () => {
    expect(decideTopUp(facts({ chargedThisMonth: 50_001 }))).toBe("nothing");
  });

  it("is not planned while one is under way, or before the balance was at the threshold again", () => {
    expect(decideTopUp(facts({ isUnderWay: true }))).toBe("nothing");
    expect(decideTopUp(facts({ isArmed: false }))).toBe("nothing");
    expect(decideTopUp(facts({ isArmed: false, available: 10_000 }))).toBe("arm");
  });

  it("reaches the threshold from an empty wallet with exactly its amount, and not with a halala less", () => {
    expect(reachesThreshold(10_000, 10_000)).toBe(true);
    expect(reachesThreshold(9_999, 10_000)).toBe(false);
  });

  it("is planned at every fall again when it reaches the threshold, however deep the fall was", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_999 }), { maxLength: 20 }), (falls) => {
        const settings = { amount: 10_000, monthlyCeiling: Number.MAX_SAFE_INTEGER };
        let isArmed = true;
        for (const available of falls) {
          expect(decideTopUp(facts({ ...settings, isArmed, available }))).toBe("plan");
          const credited = facts({ ...settings, isArmed: false, available: available + settings.amount });
          isArmed = decideTopUp(credited) === "arm";
        }
      }),
    );
  });

  it("is planned at most once for each fall under the threshold, and never above the ceiling", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 50 }), (balances) => {
        let isArmed = true;
        let [charged, falls, isUnder] = [0, 0, false];
        for (const available of balances) {
          if (available < 10_000 && !isUnder) falls += 1;
          isUnder = available < 10_000;
          const decision = decideTopUp(
            facts({ available, isArmed, chargedThisMonth: charged, amount: 10_000 }),
          );
          if (decision === "plan") charged += 10_000;
          if (decision !== "nothing") isArmed = decision === "arm";
        }
        expect(charged / 10_000).toBeLessThanOrEqual(falls);
        expect(charged).toBeLessThanOrEqual(100_000);
      }),
    );
  });
});
