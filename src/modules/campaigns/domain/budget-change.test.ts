import fc from "fast-check";
import { expect, it } from "vitest";
import { applyBudgetChange } from "./budget-change.ts";

const percent = (basis_points: number) => ({ kind: "percent", basis_points }) as const;

it.each([
  [120_00, 2_000, 144_00],
  [150_00, 2_000, 180_00],
  [33_00, 5_000, 50_00],
  [100_00, -2_500, 75_00],
  [20_00, 100, 21_00],
  [20_00, -100, 19_00],
  [20_00, 0, 20_00],
])("%i halalas changed by %i basis points are %i", (current, points, after) => {
  expect(applyBudgetChange(current, percent(points))).toBe(after);
});

it("sets a budget whatever it was", () => {
  expect(applyBudgetChange(120_00, { kind: "set", daily_budget_halalas: 300_50 })).toBe(300_50);
});

it.each([
  [120_00, 25_50, 145_50],
  [120_00, -20_00, 100_00],
  [120_00, -120_00, 0],
  [120_00, -120_01, 0],
])("%i halalas changed by the amount of %i are %i", (current, change_halalas, after) => {
  expect(applyBudgetChange(current, { kind: "amount", change_halalas })).toBe(after);
});

it("always moves in the chosen direction, and never below nothing", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 1e8 }),
      fc.integer({ min: -9_000, max: 50_000 }),
      (now, points) => {
        const after = applyBudgetChange(now, percent(points));
        expect(Math.sign(after - now)).toBe(Math.sign(points));
        expect(after).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
