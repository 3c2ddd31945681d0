import type { Context } from "#base/server/context.ts";
import { halalas } from "#base/shared/money.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { invoicePeriodPart } from "./invoice-period.ts";
import { toCreditReason } from "./invoices/credit-reason.ts";
import { type PeriodReturn, savePeriodReturn, sumPeriodReturns } from "./period-returns.store.ts";
import { findPeriod, type Period } from "./periods.store.ts";
import { returnPeriod } from "./return-period.ts";
import { lockSubscription } from "./subscriptions.store.ts";

export type ReturnDeps = Pick<BillingDeps, "payments" | "invoices" | "messages" | "log">;
type Reported = PeriodReturn & {
  /** The payment's intent; null where the balance paid. */
  intent_id: string | null;
  /** Why staff gave it back, for the credit note. */
  reason?: string;
};

type OfPayment = { payment_id: string; intent_id: string; subject: string };

/** What the gateway says went back of a period's payment in all. */
export const toRefund = ({
  payment_id,
  intent_id,
  subject: period_id,
  refunded_halalas: amount_halalas,
}: OfPayment & { refunded_halalas: number }): Reported => ({
  source: `refund:${payment_id}`,
  period_id,
  payment_id,
  intent_id,
  amount_halalas,
  is_won: false,
});

/** What a bank took of a period's payment, and gave back when the chargeback was won. */
export const toChargeback = (
  {
    chargeback_id,
    payment_id,
    intent_id,
    subject: period_id,
    amount_halalas,
  }: OfPayment & { chargeback_id: string; amount_halalas: number },
  { isWon }: { isWon: boolean },
): Reported => ({
  source: `chargeback:${chargeback_id}`,
  period_id,
  payment_id,
  intent_id,
  amount_halalas,
  is_won: isWon,
});

/**
 * Money of a period went back, or came again: kept, and carried out if it is of the payment that paid the period. Once
 * for each sum, in whatever order payments, refunds and chargebacks are reported.
 */
export const carryOutReturn =
  (deps: ReturnDeps) =>
  async (ctx: Context, { intent_id, reason, ...row }: Reported): Promise<void> => {
    await lockSubscription(ctx);
    await savePeriodReturn(ctx, row);
    const period = await findPeriod(ctx, row.period_id);
    if (period && isPaidBy(period, { payment_id: row.payment_id, intent_id }))
      await settleReturns(deps, ctx, { period, payment_id: row.payment_id, key: row.source, reason });
  };

/** Whether the period was paid by this payment. A review may have seen the intent paid before the payment was named. */
export function isPaidBy(
  period: Period,
  { payment_id, intent_id }: Pick<Reported, "payment_id" | "intent_id">,
): boolean {
  if (period.state !== "paid") return false;
  if (period.payment_source === "balance" || payment_id === null)
    return period.payment_source === "balance" && payment_id === null;
  return period.payment_id === null ? period.intent_id === intent_id : period.payment_id === payment_id;
}

type Settle = { period: Period; payment_id: string | null; key: string; reason?: string | undefined };

/**
 * Brings a paid period, its subscription and its invoice in line with all that is known to have gone back. The invoice
 * is the last step of the transaction; the caller holds the subscription's lock.
 */
export async function settleReturns(
  deps: ReturnDeps,
  ctx: Context,
  { period, payment_id, key, reason }: Settle,
): Promise<void> {
  const sums = await sumPeriodReturns(ctx, { period_id: period.id, payment_id });
  const after = Math.min(period.due_halalas, sums.returned_halalas);
  const change = after - period.returned_halalas;
  if (change === 0) return;
  const cause = sums.is_charged_back ? "chargeback" : "refund";
  await returnPeriod(deps, ctx, { period, returned_halalas: after, cause });
  if (change > 0)
    return deps.invoices.creditSource(ctx, {
      source: { kind: "period", id: period.id },
      amount_halalas: change,
      reason: reason ?? toCreditReason(deps.messages, cause),
      key: `${key}:${after}`,
    });
  await invoicePeriodPart(deps, ctx, period, { id: `${period.id}:${key}`, amount: halalas(-change) });
}
