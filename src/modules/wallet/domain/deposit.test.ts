import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Carried, computeDue, toDepositStatus } from "./deposit.ts";

const amount = 20_000;

/** Carries out what is due for each event, as the ledger does. */
function carryOut(refunds: readonly number[]) {
  let carried: Carried = null;
  const moved = { credits: 0, credited: 0, debited: 0 };
  for (const refunded_halalas of refunds) {
    const due = computeDue(carried, { amount_halalas: amount, refunded_halalas });
    if (due.credit > 0) carried = { amount_halalas: due.credit, refunded_halalas: 0 };
    if (carried && due.debit > 0) carried = { amount_halalas: amount, refunded_halalas: due.refunded };
    moved.credits += Number(due.credit > 0);
    moved.credited += due.credit;
    moved.debited += due.debit;
  }
  return moved;
}

describe("what the ledger still has to do for a payment", () => {
  it("is one credit, and the growth of its refund, however often and in whatever order it is told", () => {
    const total = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: amount }));
    fc.assert(
      fc.property(fc.array(total, { minLength: 1, maxLength: 12 }), (refunds) => {
        const moved = carryOut(refunds);
        const isCredited = refunds.some((refunded) => refunded < amount);
        expect(moved.credits).toBe(isCredited ? 1 : 0);
        expect(moved.credited).toBe(isCredited ? amount : 0);
        expect(moved.debited).toBeLessThanOrEqual(moved.credited);
        const afterCredit = refunds.slice(refunds.findIndex((refunded) => refunded < amount));
        if (isCredited) expect(moved.debited).toBe(Math.max(...afterCredit));
      }),
    );
  });

  it("leaves what withdrawals and chargebacks take to their own entries", () => {
    const credited = { amount_halalas: amount, refunded_halalas: 1_000 };
    const report = (refunded_halalas: number, requested_halalas: number) =>
      computeDue(credited, { amount_halalas: amount, refunded_halalas, requested_halalas }).debit;
    expect(report(amount, amount)).toBe(0);
    expect(report(9_000, 6_000)).toBe(2_000);
    expect(report(9_000, 8_000)).toBe(0);
  });

  it("is nothing for a payment that was refunded in full before it was credited", () => {
    expect(carryOut([amount, amount])).toEqual({ credits: 0, credited: 0, debited: 0 });
  });
});

describe("a deposit's status", () => {
  it("is pending from the payment until the money is in the wallet", () => {
    expect(toDepositStatus("paid", false)).toBe("pending");
    expect(toDepositStatus("paid", true)).toBe("paid");
    expect(toDepositStatus("failed", false)).toBe("failed");
    expect(toDepositStatus("refunded", true)).toBe("refunded");
  });
});
