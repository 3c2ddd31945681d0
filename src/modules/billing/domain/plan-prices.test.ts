import { describe, expect, it } from "vitest";
import { findPriceProblems } from "./plan-prices.ts";

const right = {
  price_1_halalas: 9_900,
  price_3_halalas: 28_200,
  price_6_halalas: 53_400,
  price_12_halalas: 99_000,
};

describe("a plan's prices", () => {
  it("are right when longer costs more, and no more than month by month", () => {
    expect(findPriceProblems(right)).toEqual([]);
    const monthByMonth = { price_3_halalas: 29_700, price_6_halalas: 59_400, price_12_halalas: 118_800 };
    expect(findPriceProblems({ ...right, ...monthByMonth })).toEqual([]);
  });

  it.each([
    [{ price_3_halalas: 9_900 }, "price_3_halalas", "billing.price_not_rising"],
    [{ price_6_halalas: 28_200 }, "price_6_halalas", "billing.price_not_rising"],
    [{ price_12_halalas: 9_900 }, "price_12_halalas", "billing.price_not_rising"],
    [{ price_3_halalas: 29_701 }, "price_3_halalas", "billing.price_above_months"],
    [{ price_12_halalas: 118_801 }, "price_12_halalas", "billing.price_above_months"],
  ])("%o are wrong at %s", (change, field, code) => {
    expect(findPriceProblems({ ...right, ...change })).toEqual([expect.objectContaining({ field, code })]);
  });

  it("are marked all at once", () => {
    const problems = findPriceProblems({ ...right, price_3_halalas: 1, price_12_halalas: 1 });
    expect(problems.map(({ field }) => field)).toEqual(["price_3_halalas", "price_12_halalas"]);
  });
});
