import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeChargedBack, computeRefundable, computeRequested, hasArrived } from "./refunds.ts";

const untouched = { amount: 20_000, chargedBack: 0 };

describe("the part of what went back that we requested", () => {
  it("is all of it after our own refunds, and nothing of what the gateway did by itself", () => {
    expect(computeRequested(5_000, { done: 5_000, sending: null }, untouched)).toBe(5_000);
    expect(computeRequested(5_000, { done: 0, sending: null }, untouched)).toBe(0);
    expect(computeRequested(7_000, { done: 5_000, sending: null }, untouched)).toBe(5_000);
  });

  it("counts a refund under way only beyond what had gone back before it was sent", () => {
    const sending = { amount: 5_000, before: 3_000 };
    expect(computeRequested(3_000, { done: 0, sending }, untouched)).toBe(0);
    expect(computeRequested(6_000, { done: 0, sending }, untouched)).toBe(3_000);
    expect(computeRequested(8_000, { done: 0, sending }, untouched)).toBe(5_000);
    expect(computeRequested(9_000, { done: 0, sending }, untouched)).toBe(5_000);
  });

  it("contains what a chargeback took already, when the gateway shows it as a refund too", () => {
    const own = { done: 0, sending: null };
    expect(computeRequested(20_000, own, { amount: 20_000, chargedBack: 20_000 })).toBe(20_000);
    expect(computeRequested(5_000, own, { amount: 20_000, chargedBack: 10_000 })).toBe(0);
  });

  it("is between nothing and what went back, and grows with it", () => {
    const sums = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(sums, sums, sums, sums, sums, (refunded, done, amount, before, chargedBack) => {
        const own = { done, sending: { amount, before } };
        const taken = { amount: 20_000, chargedBack };
        const requested = computeRequested(refunded, own, taken);
        expect(requested).toBeGreaterThanOrEqual(0);
        expect(requested).toBeLessThanOrEqual(refunded);
        expect(computeRequested(refunded + 1, own, taken)).toBeGreaterThanOrEqual(requested);
      }),
    );
  });
});

describe("what may still be refunded", () => {
  it("is what was paid, less what went back, is on its way, or was charged back; never below zero", () => {
    const sums = { amount: 20_000, refunded: 5_000, pending: 4_000, chargedBack: 1_000 };
    expect(computeRefundable(sums)).toBe(10_000);
    expect(computeRefundable({ ...sums, chargedBack: 20_000 })).toBe(0);
  });

  it("and a chargeback never take more together than was paid", () => {
    const part = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(part, part, part, (charged, refunded, earlier) => {
        const taken = computeChargedBack(charged, { amount: 20_000, refunded, chargedBack: earlier });
        expect(taken).toBeGreaterThanOrEqual(0);
        expect(taken + Math.min(20_000, refunded + earlier)).toBeLessThanOrEqual(20_000);
      }),
    );
  });
});

it("a refund has arrived once the sum grew by its amount", () => {
  expect(hasArrived(4_999, { amount: 5_000, before: 0 })).toBe(false);
  expect(hasArrived(5_000, { amount: 5_000, before: 0 })).toBe(true);
  expect(hasArrived(5_000, { amount: 5_000, before: 1 })).toBe(false);
});
