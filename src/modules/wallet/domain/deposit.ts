import { type Halalas, halalas } from "#base/shared/money.ts";
import type { DepositStatus } from "../contract/enums.ts";

/** A payment of a deposit as the payments know it: what it took, and what has gone back of it in all. */
export type PaymentFacts = {
  amount_halalas: number;
  refunded_halalas: number;
  /** Of what has gone back: the part that withdrawals or chargebacks take out of the ledger themselves. */
  requested_halalas?: number;
};
/** What the ledger carried out for it; null before it was credited. */
export type Carried = { amount_halalas: number; refunded_halalas: number } | null;

/**
 * What the ledger still has to do for a payment, in whatever order its events come and however often: credit it once,
 * and debit each growth of its refund that nothing else explains; the payments see to it that this part only grows, and
 * with all else is never more than the payment. A payment that was refunded in full before it was credited is left out.
 */
export function computeDue(
  carried: Carried,
  payment: PaymentFacts,
): { credit: Halalas; debit: Halalas; refunded: Halalas } {
  const unexplained = payment.refunded_halalas - (payment.requested_halalas ?? 0);
  const refunded = Math.max(unexplained, carried?.refunded_halalas ?? 0);
  if (!carried && refunded >= payment.amount_halalas)
    return { credit: halalas(0), debit: halalas(0), refunded: halalas(refunded) };
  return {
    credit: halalas(carried ? 0 : payment.amount_halalas),
    debit: halalas(refunded - (carried?.refunded_halalas ?? 0)),
    refunded: halalas(refunded),
  };
}

/** A paid deposit is still `pending` for the merchant until its money is in the wallet. */
export function toDepositStatus(status: DepositStatus, isCredited: boolean): DepositStatus {
  return status === "paid" && !isCredited ? "pending" : status;
}
