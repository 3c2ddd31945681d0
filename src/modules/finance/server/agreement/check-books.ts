import type { Db } from "#base/server/db/db.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { RecordedPayment } from "#modules/payments/server/payments.facade.ts";
import { compareLedger, compareSale, type PaidFacts } from "../../domain/compare-books.ts";
import { booksSettleMs } from "../../domain/compare-payment.ts";
import { depositPurposes } from "../refund.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import { isMoney } from "./check-payments.ts";
import type { Comparison, FoundDifference } from "./differences.store.ts";

type Deps = Pick<AgreementDeps, "payments" | "wallet" | "billing" | "systemClock">;
type PaymentKey = { merchant_id: string; payment_id: string };

/** The other side of the ledger and of sales: what the payments have. */
export const paymentsSource = "payments";

const kinds = ["ledger_deposit", "ledger_refund", "ledger_chargeback", "sale", "sale_refund"] as const;
const isDeposit = (purpose: string) => (depositPurposes as readonly string[]).includes(purpose);

/**
 * Compares payments with what they should have brought about: a deposit the ledger's entries, any other payment a sale or
 * its return. What no payment stands behind is a difference too.
 */
export async function checkBooks(deps: Deps, db: Db, named: readonly PaymentKey[]): Promise<Comparison> {
  const { payments, wallet, billing, systemClock } = deps;
  const keys = [...new Map(named.map((key) => [toText(key), key])).values()];
  const recorded = await payments.loadRecordedPayments(
    db,
    keys.map(({ payment_id }) => payment_id),
  );
  const byKey = new Map(recorded.map((one) => [toText(one), one]));
  const intents = keys.map((key) => ({ ...key, intent_id: byKey.get(toText(key))?.intent_id ?? "" }));
  const ledger = toMap(await wallet.sumPaymentEntries(db, keys));
  const sales = toMap(await billing.loadSales(db, intents));
  const at = systemClock.now();
  return {
    kinds,
    subjects: keys.map(({ payment_id }) => ({ source: paymentsSource, reference: payment_id, day: null })),
    found: keys.flatMap((key) => {
      const text = toText(key);
      return compareOne(key, { paid: byKey.get(text), ledger: ledger.get(text), sale: sales.get(text) }, at);
    }),
  };
}

const toText = ({ merchant_id, payment_id }: PaymentKey) => `${merchant_id} ${payment_id}`;
const toMap = <Entry extends PaymentKey>(rows: readonly Entry[]) =>
  new Map(rows.map((row) => [toText(row), row]));

type Books = {
  paid: RecordedPayment | undefined;
  ledger: Awaited<ReturnType<AgreementDeps["wallet"]["sumPaymentEntries"]>>[number] | undefined;
  sale: Awaited<ReturnType<AgreementDeps["billing"]["loadSales"]>>[number] | undefined;
};

function compareOne(key: PaymentKey, { paid, ledger, sale }: Books, at: Date): FoundDifference[] {
  const facts = paid ? toFacts(paid) : null;
  const inLedger = {
    credited: ledger?.credited_halalas ?? null,
    returned: ledger?.returned_halalas ?? 0,
    chargedBack: ledger?.charged_back_halalas ?? 0,
  };
  const sold = {
    sold: sale?.sold_halalas ?? null,
    refunded: sale?.refunded_halalas ?? null,
    isOrder: sale?.is_order ?? false,
  };
  const differences = [
    ...compareLedger(paid && isDeposit(paid.purpose) ? facts : null, inLedger),
    ...compareSale(paid && !isDeposit(paid.purpose) ? facts : null, sold),
  ];
  const isSettled = !paid || at.getTime() - paid.changed_at.getTime() >= booksSettleMs;
  const soldOn = sale?.sold_at ? toRiyadhDay(sale.sold_at) : toRiyadhDay(at);
  const day = paid
    ? toRiyadhDay(paid.paid_at ?? paid.changed_at)
    : ((ledger?.credited_on as RiyadhDay | null | undefined) ?? soldOn);
  return differences.map((difference) => ({
    ...difference,
    source: paymentsSource,
    reference: key.payment_id,
    merchant_id: key.merchant_id,
    day,
    isSettled,
  }));
}

const toFacts = (paid: RecordedPayment): PaidFacts => ({
  isMoney: isMoney(paid.state),
  amount: paid.amount_halalas,
  refunded: paid.refunded_halalas,
  pending: paid.pending_halalas,
  chargedBack: paid.charged_back_halalas,
});
