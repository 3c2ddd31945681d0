import type { Db } from "#base/server/db/db.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { GatewayReturn } from "#modules/payments/server/payment-gateway.port.ts";
import { compareChargeback, dailySettleMs } from "../../domain/compare-payment.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import type { Comparison, DifferenceRow } from "./differences.store.ts";

type Deps = Pick<AgreementDeps, "payments" | "systemClock">;

/** A chargeback as a gateway has it: null in its amount when the gateway does not list it. */
export type ListedChargeback = {
  id: string;
  paymentId: string | null;
  amount: number | null;
  day: RiyadhDay;
};

export const toListed = ({ id, paymentId, amount, at }: GatewayReturn): ListedChargeback => ({
  id,
  paymentId,
  amount,
  day: toRiyadhDay(at),
});

/** A difference about a chargeback, as it was found: a gateway's line of it does not change. */
export const toListedAgain = ({ reference, theirs_halalas, day }: DifferenceRow): ListedChargeback => ({
  id: reference,
  paymentId: null,
  amount: theirs_halalas,
  day: day as RiyadhDay,
});

/**
 * Compares chargebacks as a gateway lists them with those that are recorded. They were settled long enough ago, but one
 * waits for a refund that is being sent, and is recorded within a day after it.
 */
export async function checkChargebacks(
  { payments, systemClock }: Deps,
  db: Db,
  { gateway, listed }: { gateway: string; listed: readonly ListedChargeback[] },
): Promise<Comparison> {
  const ids = listed.map(({ id }) => id);
  const recorded = await payments.loadRecordedChargebacks(db, { gateway, ids });
  const byId = new Map(recorded.map((one) => [one.chargeback_id, one]));
  const paymentIds = listed.flatMap(({ id, paymentId }) => byId.get(id)?.payment_id ?? paymentId ?? []);
  const paid = (await payments.loadRecordedPayments(db, paymentIds)).filter((one) => one.gateway === gateway);
  const byPayment = new Map(paid.map((one) => [one.payment_id, one]));
  const settledBefore = systemClock.now().getTime() - dailySettleMs;
  return {
    kinds: ["chargeback"],
    subjects: ids.map((reference) => ({ source: gateway, reference, day: null })),
    found: listed.flatMap(({ id, paymentId, amount, day }) => {
      const ours = byId.get(id);
      const payment = byPayment.get(ours?.payment_id ?? paymentId ?? "");
      // One that was won took its money all the same when it was recorded.
      const won = ours?.is_won ? ours.amount_halalas : 0;
      const left = payment
        ? payment.amount_halalas - payment.refunded_halalas - payment.charged_back_halalas - won
        : Number.POSITIVE_INFINITY;
      const mayWait =
        payment && (payment.pending_halalas > 0 || payment.changed_at.getTime() > settledBefore);
      return compareChargeback(ours?.amount_halalas ?? null, amount, { left }).map((difference) => ({
        ...difference,
        source: gateway,
        reference: id,
        merchant_id: payment?.merchant_id ?? null,
        day,
        isSettled: ours !== undefined || !mayWait,
      }));
    }),
  };
}
