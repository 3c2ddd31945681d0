/** The product's own refunds of one payment, in halalas. One at a time is sent. */
export type OwnRefunds = {
  done: number;
  /** `before`: what had gone back of the payment when this refund was sent. */
  sending: { amount: number; before: number } | null;
};

/** A payment's amount, and what was charged back of it, in halalas. */
type Taken = { amount: number; chargedBack: number };

/**
 * The part of what went back of a payment that the product's own refunds explain; the gateway did the rest by itself. A
 * payment gives its money back once: what chargebacks and refunds take together beyond it was published as a chargeback.
 */
export function computeRequested(
  refunded: number,
  { done, sending }: OwnRefunds,
  { amount, chargedBack }: Taken,
): number {
  const arrived = sending ? Math.min(sending.amount, Math.max(0, refunded - sending.before)) : 0;
  const takenTwice = Math.max(0, refunded + chargedBack - amount);
  return Math.min(refunded, done + arrived + takenTwice);
}

/** What of a chargeback was not taken back before, as a refund or by another chargeback. */
export const computeChargedBack = (
  charged: number,
  { amount, refunded, chargedBack }: Taken & { refunded: number },
): number => Math.min(charged, Math.max(0, amount - refunded - chargedBack));

/** Whether a refund that was sent has gone back, by what the gateway says went back in all. */
export const hasArrived = (refunded: number, { amount, before }: { amount: number; before: number }) =>
  refunded - before >= amount;

/** The sums of a payment, in halalas. `pending`: requested refunds that have not gone back yet. */
export type PaymentSums = { amount: number; refunded: number; pending: number; chargedBack: number };

/** What may still be refunded; never below zero. */
export const computeRefundable = ({ amount, refunded, pending, chargedBack }: PaymentSums): number =>
  Math.max(0, amount - refunded - pending - chargedBack);
