import { describe, expect, it } from "vitest";
import { explainChange, noSums, weighChange } from "./daily-change.ts";

const day = (spend_halalas: number, orders_placed = 0, sales_placed_halalas = 0) => ({
  spend_halalas,
  orders_placed,
  sales_placed_halalas,
});

describe("a day that differs from the one before", () => {
  it.each([
    ["started", day(5_000), noSums],
    ["stopped", day(0, 1, 9_000), day(5_000, 3, 30_000)],
    ["more_spend", day(6_251, 3), day(5_000, 3)],
    ["less_spend", day(3_999, 9), day(5_000, 3)],
    ["more_orders", day(6_250, 4), day(5_000, 3)],
    ["fewer_orders", day(4_000, 2), day(5_000, 3)],
    [null, day(5_200, 3), day(5_000, 3)],
    [null, noSums, noSums],
  ])("is explained by %s", (reason, today, yesterday) => {
    expect(explainChange(today, yesterday)).toBe(reason);
  });

  it("weighs what sales or spend moved by, whichever is more", () => {
    expect(weighChange(day(5_000, 1, 10_000), day(2_000, 2, 11_000))).toBe(3_000);
    expect(weighChange(day(5_000, 1, 1_000), day(5_000, 2, 11_000))).toBe(10_000);
  });
});
