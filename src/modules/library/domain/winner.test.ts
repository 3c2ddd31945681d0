import { describe, expect, it } from "vitest";
import { winnerThresholds } from "../contract/library-enums.ts";
import { isWinner, pickWinners } from "./winner.ts";

/** An ad at every threshold exactly. */
const atThresholds = {
  ad_id: "ad_1",
  days_run: winnerThresholds.leastDaysRun,
  spend_halalas: winnerThresholds.leastSpendHalalas,
  orders_delivered: winnerThresholds.leastOrdersDelivered,
  sales_delivered_halalas: winnerThresholds.leastSpendHalalas * winnerThresholds.leastRoas,
};

describe("an own ad", () => {
  it("is a winner at every threshold, and not one below", () => {
    expect(isWinner(atThresholds, 1)).toBe(true);
    for (const below of ["days_run", "orders_delivered", "sales_delivered_halalas"] as const)
      expect(isWinner({ ...atThresholds, [below]: atThresholds[below] - 1 }, 1), below).toBe(false);
    const cheap = { spend_halalas: atThresholds.spend_halalas - 1 };
    expect(isWinner({ ...atThresholds, ...cheap }, 1)).toBe(false);
  });

  it("brings no less than the merchant's ads together", () => {
    expect(isWinner(atThresholds, winnerThresholds.leastRoas)).toBe(true);
    expect(isWinner(atThresholds, winnerThresholds.leastRoas + 0.01)).toBe(false);
    expect(isWinner(atThresholds, null)).toBe(true);
  });
});

describe("the winners", () => {
  it("are the best first, and not more than the most", () => {
    const ads = Array.from({ length: winnerThresholds.most + 5 }, (_, at) => ({
      ...atThresholds,
      ad_id: `ad_${at}`,
      sales_delivered_halalas: atThresholds.sales_delivered_halalas + at,
    }));
    const picked = pickWinners(ads, null);
    expect(picked).toHaveLength(winnerThresholds.most);
    expect(picked[0]?.ad_id).toBe(`ad_${winnerThresholds.most + 4}`);
  });
});
