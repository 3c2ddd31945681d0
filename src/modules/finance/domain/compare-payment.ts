import type { DifferenceKind } from "../contract/enums.ts";

/** What two books say of one thing, in halalas; null where a book does not have it. */
export type Difference = { kind: DifferenceKind; ours: number | null; theirs: number | null };

/** A payment as one book has it. `isMoney`: it was paid, whatever went back since. Amounts in halalas. */
export type PaymentFacts = { isMoney: boolean; amount: number; refunded: number };

/**
 * Where our record of a payment and the gateway's differ; null for a book that does not know the payment. A payment that
 * is no money in either book agrees, whatever its state.
 */
export function comparePayment(ours: PaymentFacts | null, theirs: PaymentFacts | null): Difference[] {
  if (!ours?.isMoney && !theirs?.isMoney) return [];
  if (!ours) return differ("payment_missing_here", null, theirs?.amount ?? null);
  if (!theirs) return differ("payment_missing_there", ours.amount, null);
  if (ours.isMoney !== theirs.isMoney) return differ("payment_state", toMoney(ours), toMoney(theirs));
  return [
    ...differ("payment_amount", ours.amount, theirs.amount),
    ...differ("payment_refunded", ours.refunded, theirs.refunded),
  ];
}

const toMoney = ({ isMoney, amount }: PaymentFacts) => (isMoney ? amount : 0);

/** Nothing when both sides are the same. */
export const differ = (kind: DifferenceKind, ours: number | null, theirs: number | null): Difference[] =>
  ours === theirs ? [] : [{ kind, ours, theirs }];

/**
 * Where our record of a chargeback and the gateway's differ. `left`: what of its payment neither a refund nor a chargeback
 * took; once nothing is left, a chargeback takes less than it says, or nothing.
 */
export function compareChargeback(
  ours: number | null,
  theirs: number | null,
  { left }: { left: number },
): Difference[] {
  const isCovered = theirs !== null && left <= 0 && (ours ?? 0) <= theirs;
  return isCovered ? [] : differ("chargeback", ours, theirs);
}

const hourMs = 3_600_000;

/** How long a book may take to follow what the payments read once a day. */
export const dailySettleMs = 26 * hourMs;

/**
 * How long after its last change a payment counts as settled: the payments read each one again hourly for two days, later
 * at least daily, so that until then one book may still follow the other.
 */
export const settleMs = (ageMs: number): number => (ageMs < 48 * hourMs ? 2 * hourMs : dailySettleMs);

/** The same for books of the product itself, which follow within minutes. */
export const booksSettleMs = 2 * hourMs;
