import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimRules } from "#modules/ad-accounts/contract/claims.ts";
import { type CampaignFacts, computeBridge, nothing } from "./bridge.ts";
import { computeOverClaim } from "./over-claim.ts";

const amount = (orders: number, halalas: number) => ({ orders, halalas });
const campaign = (change: Partial<CampaignFacts> = {}): CampaignFacts => ({
  campaignId: "cmp_1",
  rules: claimRules.meta,
  claimed: nothing,
  views: nothing,
  rival: nothing,
  placedAfter: nothing,
  clickedBefore: nothing,
  proven: nothing,
  cancelled: nothing,
  refused: nothing,
  returned: nothing,
  open: nothing,
  expected: nothing,
  ...change,
});
const steps = (facts: readonly CampaignFacts[]) =>
  computeBridge(facts).steps.map(({ step, halalas, orders }) => [step, halalas, orders]);

describe("the bridge", () => {
  it("leads from the claim to what was delivered, with the orders of each step", () => {
    const facts = campaign({
      claimed: amount(10, 100_000),
      views: amount(2, 20_000),
      rival: amount(1, 10_000),
      proven: amount(5, 55_000),
      cancelled: amount(1, 5_000),
      refused: amount(1, 10_000),
      returned: amount(1, 2_500),
      open: amount(2, 20_000),
      expected: amount(2, 16_000),
    });
    expect(steps([facts])).toEqual([
      ["claimed", 100_000, 10],
      ["view_through", -20_000, 2],
      ["two_platforms", -10_000, 1],
      ["unnamed", -15_000, null],
      ["proven", 55_000, 5],
      ["cancelled", -5_000, 1],
      ["refused", -10_000, 1],
      ["returned", -2_500, 1],
      ["not_expected", -4_000, 2],
      ["delivered", 33_500, 3],
    ]);
  });

  it("moves orders over the period's edge only where the platform dates a sale by its click", () => {
    const edge = { placedAfter: amount(1, 10_000), clickedBefore: amount(2, 30_000) };
    const facts = { claimed: amount(5, 50_000), proven: amount(6, 70_000), ...edge };
    expect(steps([campaign({ ...facts, rules: claimRules.google })])).toEqual([
      ["claimed", 50_000, 5],
      ["placed_after", -10_000, 1],
      ["clicked_before", 30_000, 2],
      ["proven", 70_000, 6],
      ["delivered", 70_000, 6],
    ]);
    expect(steps([campaign(facts)]).map(([step]) => step)).toEqual([
      "claimed",
      "not_claimed",
      "proven",
      "delivered",
    ]);
  });

  it("explains nothing by orders that a platform cannot all have claimed", () => {
    const facts = campaign({ claimed: amount(1, 5_000), rival: amount(2, 40_000), proven: amount(1, 5_000) });
    expect(computeBridge([facts])).toMatchObject({ listed: { two_platforms: [] } });
    expect(steps([facts]).map(([step]) => step)).toEqual(["claimed", "proven", "delivered"]);
  });

  it("keeps what one campaign claims too much apart from what another claims too little", () => {
    const facts = [
      campaign({ claimed: amount(3, 30_000), proven: amount(1, 10_000) }),
      campaign({ campaignId: "cmp_2", claimed: nothing, proven: amount(1, 15_000) }),
    ];
    expect(steps(facts).slice(1, 3)).toEqual([
      ["unnamed", -20_000, null],
      ["not_claimed", 15_000, null],
    ]);
  });

  it("begins at what is proven where claims cannot be narrowed", () => {
    const { steps } = computeBridge([campaign({ proven: amount(1, 10_000) })], { hasClaims: false });
    expect(steps.map(({ step }) => step)).toEqual(["proven", "delivered"]);
  });

  const some = fc.record({ orders: fc.nat(500), halalas: fc.nat(50_000_000) });
  const facts = fc
    .record({
      rules: fc.constantFrom(...Object.values(claimRules)),
      claimed: some,
      views: some,
      rival: some,
      placedAfter: some,
      clickedBefore: some,
      cancelled: some,
      refused: some,
      delivered: some,
      returnedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      open: some,
      expectedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ delivered, returnedShare, expectedShare, ...one }, index = 0): CampaignFacts => {
      const proven = [one.cancelled, one.refused, delivered, one.open].reduce(
        (sum, { orders, halalas }) => amount(sum.orders + orders, sum.halalas + halalas),
        nothing,
      );
      const share = (of: { orders: number; halalas: number }, by: number) =>
        amount(Math.round(of.orders * by), Math.round(of.halalas * by));
      return {
        campaignId: `cmp_${index}`,
        ...one,
        proven,
        returned: share(delivered, returnedShare),
        expected: share(one.open, expectedShare),
      };
    });

  it("always adds up to the halala, from each sum to the next", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 6 }), fc.boolean(), (campaigns, hasClaims) => {
        const { steps } = computeBridge(campaigns, { hasClaims });
        let level = steps[0]?.halalas ?? 0;
        for (const { step, halalas } of steps.slice(1)) {
          if (step === "proven" || step === "delivered") expect(level).toBe(halalas);
          else level += halalas;
          expect(Number.isSafeInteger(level)).toBe(true);
        }
      }),
    );
  });

  it("of two groups of campaigns is the sum of their bridges", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 4 }), fc.array(facts, { maxLength: 4 }), (one, other) => {
        const whole = computeBridge([...one, ...other]);
        for (const { step, halalas } of whole.steps) {
          const parts = [one, other].map((part) =>
            computeBridge(part).steps.find((each) => each.step === step),
          );
          expect((parts[0]?.halalas ?? 0) + (parts[1]?.halalas ?? 0)).toBe(halalas);
        }
      }),
    );
  });
});

describe("the over-claim factor", () => {
  it.each([
    [0, 0, null],
    [10_000, 0, { factor: null, verdict: "nothing_delivered" }],
    [0, 10_000, { factor: 0, verdict: "below" }],
    [12_500, 10_000, { factor: 1.25, verdict: "close" }],
    [12_600, 10_000, { factor: 1.26, verdict: "over" }],
    [30_000, 10_000, { factor: 3, verdict: "over" }],
    [30_100, 10_000, { factor: 3.01, verdict: "far_over" }],
  ])("of %i claimed and %i delivered is %j", (claimed, delivered, expected) =>
    expect(computeOverClaim(claimed, delivered)).toEqual(expected),
  );
});
