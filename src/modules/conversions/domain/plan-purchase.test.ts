import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import { canMatch, computeRetrySeconds, findPurchaseTime, isTooOld } from "./plan-purchase.ts";

const placed_at = new Date("2026-11-20T09:00:00Z");
const delivered_at = new Date("2026-11-23T09:00:00Z");
const anOrder = (status: "placed" | "delivered" | "refused" | "cancelled" | "refunded") => ({
  status,
  counts: true,
  placed_at,
  delivered_at: status === "delivered" ? delivered_at : null,
});

describe("when an order is sent", () => {
  it.each([
    ["placed", placed_at, null],
    ["delivered", placed_at, delivered_at],
    ["refused", null, null],
    ["cancelled", null, null],
    ["refunded", null, null],
  ] as const)("%s counts at the order from %s, on delivery from %s", (status, atOrder, onDelivery) => {
    expect(findPurchaseTime(anOrder(status), "order")).toEqual(atOrder);
    expect(findPurchaseTime(anOrder(status), "delivery")).toEqual(onDelivery);
  });

  it("that only a page reported is not sent until it counts", () => {
    expect(findPurchaseTime({ ...anOrder("placed"), counts: false }, "order")).toBeNull();
  });
});

describe("what a platform can match", () => {
  it.each([
    ["meta", ["fbclid"], false, true],
    ["meta", ["gclid"], false, false],
    ["meta", [], true, true],
    ["google", ["wbraid"], false, true],
    ["snapchat", ["ScCid"], false, false],
    ["snapchat", ["ScCid"], true, true],
    ["x", [], false, false],
  ] as const)("%s with %j and a contact: %s is %s", (platform, clickNames, hasContact, expected) => {
    expect(canMatch({ clickNames, hasContact }, conversionRules[platform])).toBe(expected);
  });

  it("is no purchase that is older than the platform takes, to the millisecond", () => {
    const limit = new Date(placed_at.getTime() + 7 * 86_400_000);
    expect(isTooOld(placed_at, limit, conversionRules.meta)).toBe(false);
    expect(isTooOld(placed_at, new Date(limit.getTime() + 1), conversionRules.meta)).toBe(true);
  });
});

it("waits longer after each failure, an hour at most, and never less than the platform asks", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(10_000), (failures, requested) => {
      const wait = computeRetrySeconds(failures, requested);
      expect(wait).toBeGreaterThanOrEqual(Math.max(60, requested));
      expect(wait).toBeLessThanOrEqual(Math.max(3_600, requested));
      expect(computeRetrySeconds(failures + 1, requested)).toBeGreaterThanOrEqual(wait);
    }),
  );
});
