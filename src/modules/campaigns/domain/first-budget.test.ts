import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { halalas, zeroHalalas } from "#base/shared/money.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import { computeRequiredReserve } from "../contract/cost.ts";
import { type BudgetFacts, proposeDailyBudget, proposeDeposits } from "./first-budget.ts";

const findLimits = (platform: Platform) => {
  const limits = getCapabilities(platform);
  if (!limits) throw new Error(`${platform} has no limits`);
  return limits;
};
const bounds = { min: halalas(100_00), max: halalas(50_000_00) };
const snapchat: BudgetFacts = { dailyBudget: halalas(50_00), maxDailyOverdeliveryBasisPoints: 12_500 };

describe("the budget that a first campaign starts from", () => {
  it.each(platforms.filter((one) => getCapabilities(one)))("is one that %s accepts", (platform) => {
    const limits = findLimits(platform);
    for (const currency of ["SAR", "USD", "AED"])
      expect(proposeDailyBudget(limits, currency)).toBeGreaterThanOrEqual(
        findMinimumBudget(limits, currency),
      );
  });

  it("is fifty riyals where the platform would take less", () =>
    expect(proposeDailyBudget(findLimits("snapchat"), "SAR")).toBe(50_00));

  it("is never an odd amount", () => {
    const odd = { ...findLimits("snapchat"), minimumDailyBudget: halalas(71_25) };
    expect(proposeDailyBudget(odd, "SAR")).toBe(80_00);
  });
});

describe("the deposits that are proposed", () => {
  it("are the reserve of the start, a week and two weeks", () =>
    expect(proposeDeposits([snapchat], { ...bounds, available: zeroHalalas })).toEqual([
      { amount: 130_00, days: 2 },
      { amount: 380_00, days: 7 },
      { amount: 730_00, days: 14 },
    ]));

  it("take off what the wallet has already", () =>
    expect(proposeDeposits([snapchat], { ...bounds, available: halalas(25_00) })[1]?.amount).toBe(350_00));

  it("are left out where a smaller one would be enough", () =>
    expect(proposeDeposits([snapchat], { ...bounds, available: halalas(300_00) })).toEqual([
      { amount: 100_00, days: 2 },
      { amount: 430_00, days: 14 },
    ]));

  test("the smallest covers what the start reserves, and each is larger than the one before", () => {
    const campaign = fc.record({
      dailyBudget: fc.integer({ min: 1_00, max: 2_000_00 }).map(halalas),
      maxDailyOverdeliveryBasisPoints: fc.integer({ min: 10_000, max: 20_000 }),
    });
    const now = new Date("2026-11-22T09:00:00Z");
    fc.assert(
      fc.property(fc.array(campaign, { minLength: 1, maxLength: 5 }), fc.nat(500_00), (campaigns, has) => {
        const available = halalas(has);
        const proposals = proposeDeposits(campaigns, { ...bounds, available });
        const reserve = campaigns.reduce(
          (all, one) =>
            all + computeRequiredReserve({ ...one, startsAt: now, endsAt: null, maySpendSince: null }, now),
          0,
        );
        expect(available + (proposals[0]?.amount ?? 0)).toBeGreaterThanOrEqual(reserve);
        const amounts = proposals.map(({ amount }) => amount);
        expect(amounts).toEqual([...new Set(amounts)].toSorted((one, other) => one - other));
      }),
    );
  });
});
