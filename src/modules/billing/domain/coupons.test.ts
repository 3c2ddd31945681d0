import { describe, expect, it } from "vitest";
import { toCouponCode } from "../contract/coupon-code.ts";
import { type Coupon, findCouponProblem } from "./coupons.ts";

const now = new Date("2026-11-21T09:00:00Z");
const coupon: Coupon = {
  percent_basis_points: 1_000,
  amount_halalas: null,
  is_active: true,
  starts_at: null,
  ends_at: null,
  scope: "all",
  max_uses: null,
  max_uses_per_merchant: 1,
  is_first_purchase_only: false,
};
const noUses = { all: 0, by_merchant: 0, has_bought: false };
const problem = (changes: Partial<Coupon>, uses = noUses, kind: "plan" | "package" = "package") =>
  findCouponProblem({ ...coupon, ...changes }, { lines: [{ kind }], uses, now });

describe("a coupon", () => {
  it("counts from its first moment until just before its end", () => {
    expect(problem({ starts_at: now, ends_at: new Date(now.getTime() + 1) })).toBeNull();
    expect(problem({ starts_at: new Date(now.getTime() + 1) })).toBe("billing.coupon_not_begun");
    expect(problem({ ends_at: now })).toBe("billing.coupon_ended");
  });

  it("that is unknown or switched off looks the same", () => {
    expect(problem({ is_active: false })).toBe("billing.coupon_unknown");
    expect(findCouponProblem(undefined, { lines: [], uses: noUses, now })).toBe("billing.coupon_unknown");
  });

  it("counts only as often as it says, by all and by one merchant", () => {
    expect(problem({ max_uses: 10 }, { ...noUses, all: 9 })).toBeNull();
    expect(problem({ max_uses: 10 }, { ...noUses, all: 10 })).toBe("billing.coupon_used_up");
    expect(problem({}, { ...noUses, by_merchant: 1 })).toBe("billing.coupon_used_by_you");
    expect(problem({ max_uses_per_merchant: null }, { ...noUses, by_merchant: 50 })).toBeNull();
  });

  it("for a first purchase is refused after one", () => {
    expect(problem({ is_first_purchase_only: true })).toBeNull();
    expect(problem({ is_first_purchase_only: true }, { ...noUses, has_bought: true })).toBe(
      "billing.coupon_first_purchase",
    );
  });

  it("for plans does not count for packages, and the other way round", () => {
    expect(problem({ scope: "plans" })).toBe("billing.coupon_other_goods");
    expect(problem({ scope: "packages" })).toBeNull();
    expect(problem({ scope: "packages" }, noUses, "plan")).toBe("billing.coupon_other_goods");
  });

  it("is found however its code is typed", () => {
    expect(["rawaj10", " RAWAJ 10 ", "Rawaj١٠", "rawaj۱۰"].map(toCouponCode)).toEqual(
      Array(4).fill("RAWAJ10"),
    );
  });
});
