import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halalas } from "#base/shared/money.ts";
import type { Status } from "../contract/enums.ts";
import { listBudgetParts, splitPlanBudget } from "./plan-budgets.ts";

const part = (id: string, budget: number, status: Status = "active") => ({
  id,
  platform: id === "meta" ? ("meta" as const) : ("snapchat" as const),
  placements: [],
  ad_account_id: `acc_${id}`,
  status,
  daily_budget_halalas: halalas(budget),
});
const split = (total: number, ...budgets: number[]) =>
  splitPlanBudget(
    halalas(total),
    budgets.map((budget, at) => part(`snap${at}`, budget)),
    new Map(),
  ).map(({ daily_budget_halalas }) => daily_budget_halalas);

describe("a plan's daily budget", () => {
  it("is that of the campaigns that run, or of all that have not ended", () => {
    const [running, paused, ended] = [part("a", 1), part("b", 1, "paused"), part("c", 1, "archived")];
    expect(listBudgetParts([running, paused, ended])).toEqual([running]);
    expect(listBudgetParts([paused, ended])).toEqual([paused]);
  });

  it("is split in the proportions that its campaigns have", () => {
    expect(split(600_00, 100_00, 200_00)).toEqual([200_00, 400_00]);
  });

  it("lifts a campaign to its platform's minimum and takes it from the others", () => {
    const [small, large] = split(200_00, 1_00, 500_00);
    expect(small).toBeGreaterThan(1_00);
    expect((small ?? 0) + (large ?? 0)).toBe(200_00);
  });

  it("adds up to the halala, whatever is typed", () => {
    const budgets = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), budgets, (total, parts) => {
        expect(split(total, ...parts).reduce((sum, one) => sum + one, 0)).toBe(total);
      }),
    );
  });
});
