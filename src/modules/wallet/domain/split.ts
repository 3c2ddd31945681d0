import { type Halalas, halalas } from "#base/shared/money.ts";

/**
 * How an amount is divided between what a wallet has set aside, what is available and what is owed. The parts always add
 * up to the amount, and none is below zero.
 */

/** Spend is taken from what is held for it, then from the available balance; what neither covers is owed. */
export function splitSpend(amount: number, { held, available }: { held: number; available: number }) {
  const fromHold = Math.min(amount, held);
  const fromAvailable = Math.min(amount - fromHold, available);
  return {
    fromHold: halalas(fromHold),
    fromAvailable: halalas(fromAvailable),
    owed: halalas(amount - fromHold - fromAvailable),
  };
}

/** Spend that was reported too high first lowers what is owed for it; the rest is available again. */
export function splitCorrection(amount: number, owed: number) {
  const fromOwed = Math.min(amount, owed);
  return { fromOwed: halalas(fromOwed), toAvailable: halalas(amount - fromOwed) };
}

/** A refund leaves the available balance; what is no longer there is owed. */
export function splitRefund(amount: number, available: number) {
  const { fromAvailable, owed } = splitSpend(amount, { held: 0, available });
  return { fromAvailable, owed };
}

/** Gives `available` to the needs in their order, each as much as it needs, until nothing is left. */
export function allocate<Need extends { needed_halalas: number }>(
  available: number,
  needs: readonly Need[],
): { given: (Need & { amount: Halalas })[]; left: Halalas } {
  let left = available;
  const given = needs.flatMap((need) => {
    const amount = halalas(Math.min(left, need.needed_halalas));
    left -= amount;
    return amount > 0 ? [{ ...need, amount }] : [];
  });
  return { given, left: halalas(left) };
}
