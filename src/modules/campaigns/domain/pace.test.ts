import { expect, it } from "vitest";
import { toPace, toSpentShare } from "./pace.ts";

const pace = (spentHalalas: number, usualShare: number | null = 5_000) =>
  toPace({ spentHalalas, dailyBudgetHalalas: 100_00, usualShare });

it.each([
  [62_49, "usual"],
  [62_50, "fast"],
  [30_00, "usual"],
  [29_99, "slow"],
  [0, "slow"],
])("%i halalas of a hundred riyals is %s when half is usual by now", (spent, expected) => {
  expect(pace(spent)).toBe(expected);
});

it("is not said while it is unknown what is usual, or in the first minutes of a day", () => {
  expect(pace(50_00, null)).toBeNull();
  expect(pace(50_00, 499)).toBeNull();
  expect(pace(50_00, 500)).toBe("fast");
});

it("may exceed the whole budget, and is nothing of no budget", () => {
  expect(toSpentShare({ spentHalalas: 125_00, dailyBudgetHalalas: 100_00 })).toBe(12_500);
  expect(toSpentShare({ spentHalalas: 5, dailyBudgetHalalas: 0 })).toBe(0);
});
