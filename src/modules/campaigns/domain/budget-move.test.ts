import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MoveCandidate, minimumDays, minimumOrders, proposeBudgetMove } from "./budget-move.ts";

const candidate = (input: Partial<MoveCandidate> = {}): MoveCandidate => ({
  campaignId: "cmp_a",
  isRunning: true,
  dailyBudget: 100_00,
  minimumBudget: 20_00,
  maximumBudget: 1_000_000_00,
  days: 14,
  spend: 1_400_00,
  orders: 40,
  sales: 5_600_00,
  ...input,
});
const good = candidate();
const poor = candidate({ campaignId: "cmp_b", orders: 8, sales: 1_400_00 });

describe("a plan's budget", () => {
  it("moves a fifth from the campaign that brings least to the one that brings most", () => {
    expect(proposeBudgetMove([poor, good])).toEqual({
      fromCampaignId: "cmp_b",
      toCampaignId: "cmp_a",
      amountHalalas: 20_00,
      orders: 48,
      largestLossHalalas: 20_00,
    });
  });

  it("stays where it is before there are enough days and orders", () => {
    expect(proposeBudgetMove([poor, { ...good, orders: minimumOrders }])).not.toBeNull();
    expect(proposeBudgetMove([poor, { ...good, orders: minimumOrders - 1 }])).toBeNull();
    expect(proposeBudgetMove([{ ...poor, days: minimumDays - 1 }, good])).toBeNull();
  });

  it("stays when the worse campaign could not have shown more with what it spent", () => {
    expect(proposeBudgetMove([{ ...poor, spend: 104_00, sales: 0, orders: 0 }, good])).toBeNull();
    expect(proposeBudgetMove([{ ...poor, spend: 105_00, sales: 0, orders: 0 }, good])).not.toBeNull();
  });

  it("stays when both bring about the same, and with one campaign", () => {
    expect(proposeBudgetMove([{ ...good, campaignId: "cmp_b", sales: 4_000_00 }, good])).toBeNull();
    expect(proposeBudgetMove([good])).toBeNull();
  });

  it("neither leaves nor reaches a campaign that does not run", () => {
    expect(proposeBudgetMove([{ ...poor, isRunning: false }, good])).toBeNull();
    expect(proposeBudgetMove([poor, { ...good, isRunning: false }])).toBeNull();
  });
});

const anyCandidate = (campaignId: string) =>
  fc.record({
    campaignId: fc.constant(campaignId),
    isRunning: fc.boolean(),
    dailyBudget: fc.integer({ min: 20_00, max: 100_000_00 }),
    minimumBudget: fc.integer({ min: 5_00, max: 100_00 }),
    maximumBudget: fc.constant(1_000_000_00),
    days: fc.nat(14),
    spend: fc.nat(1_000_000_00),
    orders: fc.nat(500),
    sales: fc.nat(10_000_000_00),
  });
const anyPlan = fc.tuple(...["cmp_a", "cmp_b", "cmp_c", "cmp_d", "cmp_e"].map(anyCandidate));

describe("any proposal", () => {
  it("keeps both budgets allowed, moves whole riyals, and goes from less to more return", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const move = proposeBudgetMove(plan);
        if (!move) return;
        const from = plan.find(({ campaignId }) => campaignId === move.fromCampaignId);
        const to = plan.find(({ campaignId }) => campaignId === move.toCampaignId);
        if (!from || !to) throw new Error("both are campaigns of the plan");
        expect(from.dailyBudget - move.amountHalalas).toBeGreaterThanOrEqual(from.minimumBudget);
        expect(to.dailyBudget + move.amountHalalas).toBeLessThanOrEqual(to.maximumBudget);
        expect(move.amountHalalas % 100).toBe(0);
        expect(to.sales / to.spend).toBeGreaterThan(from.sales / from.spend);
        expect(to.orders).toBeGreaterThanOrEqual(minimumOrders);
      }),
    );
  });

  it("does not depend on the order of the campaigns", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(proposeBudgetMove([...plan].reverse())).toEqual(proposeBudgetMove(plan));
      }),
    );
  });
});
