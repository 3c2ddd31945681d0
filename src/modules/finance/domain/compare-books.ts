import { type Difference, differ } from "./compare-payment.ts";

/** A payment as the payments have it; `isMoney` as there. Amounts in halalas. */
export type PaidFacts = {
  isMoney: boolean;
  amount: number;
  refunded: number;
  /** Requested refunds that have not gone back yet. */
  pending: number;
  chargedBack: number;
};

/** What the ledger holds of a payment of a deposit; `credited` is null while it holds nothing. */
export type LedgerFacts = { credited: number | null; returned: number; chargedBack: number };

/**
 * Where the ledger and the payments differ about a deposit: ours is the ledger's. A payment gives its money back once:
 * what a gateway shows as a refund after it took the same as a chargeback is left out. One that went back in full before
 * it was credited never reached the ledger.
 */
export function compareLedger(paid: PaidFacts | null, ledger: LedgerFacts): Difference[] {
  if (!paid?.isMoney) return differ("ledger_deposit", ledger.credited, null);
  const { amount, refunded, chargedBack } = paid;
  if (ledger.credited === null && refunded >= amount) return [];
  const takenTwice = Math.max(0, refunded + chargedBack - amount);
  return [
    ...differ("ledger_deposit", ledger.credited, amount),
    ...differ("ledger_refund", ledger.returned, refunded - takenTwice),
    ...differ("ledger_chargeback", ledger.chargedBack, chargedBack),
  ];
}

/** What was sold for a payment, null when nothing was. An order records a refund when it is requested, a period when it is done. */
export type SaleFacts = { sold: number | null; refunded: number | null; isOrder: boolean };

/**
 * Where sales and payments differ: ours is what was sold. A payment that bought nothing is on its way back; what goes back
 * of what was sold is recorded with the sale, and no more than the payment.
 */
export function compareSale(paid: PaidFacts | null, { sold, refunded, isOrder }: SaleFacts): Difference[] {
  if (!paid?.isMoney) return differ("sale", sold, null);
  const gone = Math.min(paid.amount, paid.refunded + paid.chargedBack);
  const leaving = Math.min(paid.amount, gone + paid.pending);
  if (sold === null) return leaving === paid.amount ? [] : differ("sale", null, paid.amount - leaving);
  return [
    ...differ("sale", sold, paid.amount),
    ...differ("sale_refund", refunded ?? 0, isOrder ? leaving : gone),
  ];
}

/** What a platform reported of a day; `hasAnswer`: the answer that says so is kept. */
export type ReportedSpend = { spend: number; hasAnswer: boolean };

/**
 * Where captured ad spend and a platform's report of a day differ: ours is the ledger's. Nothing proves what was captured
 * when no answer of the platform is kept.
 */
export function compareSpend(captured: number, reported: ReportedSpend | null): Difference[] {
  if (captured === 0) return differ("spend", 0, reported?.spend ?? 0);
  return differ("spend", captured, reported?.hasAnswer ? reported.spend : null);
}
