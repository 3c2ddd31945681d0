import { describe, expect, it } from "vitest";
import { measureEstimate, runEconomy } from "../testing/economy-orders.ts";

/** The first ten seeds of docs/delivery-estimate.md. */
const seeds = Array.from({ length: 10 }, (_, index) => `calibration ${index + 1}`);

describe("in the economy with 25 % refusals", () => {
  it("what is delivered in the end lies within the range of the third day, in at least nine of ten", async () => {
    const results = [];
    for (const seed of seeds)
      results.push(
        measureEstimate(await runEconomy({ seed, historyDays: 40, ordersADay: 40, refusedPercent: 25 })),
      );
    expect(results.filter(({ isInside }) => isInside).length).toBeGreaterThanOrEqual(9);
    // A range of everything would hold too: it is narrower than what three days' orders leave open without it.
    for (const { low_halalas, high_halalas, open_halalas, final_halalas, estimate_halalas } of results) {
      expect(high_halalas - low_halalas).toBeLessThan(open_halalas / 2);
      expect(Math.abs(estimate_halalas - final_halalas)).toBeLessThan(final_halalas * 0.15);
    }
  }, 120_000);
});
