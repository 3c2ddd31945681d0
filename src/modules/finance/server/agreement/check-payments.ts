import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { GatewayPayment } from "#modules/payments/server/payment-gateway.port.ts";
import type { RecordedPayment } from "#modules/payments/server/payments.facade.ts";
import { comparePayment, type PaymentFacts, settleMs } from "../../domain/compare-payment.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import { findListed } from "./agreement-runs.store.ts";
import type { Comparison, FoundDifference } from "./differences.store.ts";

type Deps = Pick<AgreementDeps, "payments" | "systemClock">;

/** A payment that was looked for at its gateway; `theirs` is null when the gateway knows none. */
export type ReadPayment = { paymentId: string; theirs: GatewayPayment | null };

const kinds = [
  "payment_missing_here",
  "payment_missing_there",
  "payment_amount",
  "payment_state",
  "payment_refunded",
] as const;

/** Compares payments as a gateway has them with what is recorded of them. */
export async function checkPayments(
  { payments, systemClock }: Deps,
  db: Db,
  { gateway, read }: { gateway: string; read: readonly ReadPayment[] },
): Promise<Comparison> {
  const at = systemClock.now();
  const ids = read.flatMap(({ paymentId, theirs }) => [paymentId, theirs?.requestId ?? paymentId]);
  const recorded = (await payments.loadRecordedPayments(db, ids)).filter((one) => one.gateway === gateway);
  const ours = new Map(recorded.map((one) => [one.payment_id, one]));
  return {
    kinds,
    subjects: read.map(({ paymentId }) => ({ source: gateway, reference: paymentId, day: null })),
    found: read.flatMap((one) =>
      // A charge whose answer was lost stands under the id that we gave with it.
      toFound(gateway, one, ours.get(one.paymentId) ?? ours.get(one.theirs?.requestId ?? ""), at),
    ),
  };
}

function toFound(
  gateway: string,
  { paymentId, theirs }: ReadPayment,
  ours: RecordedPayment | undefined,
  at: Date,
): FoundDifference[] {
  const createdAt = theirs?.createdAt ?? ours?.paid_at ?? ours?.changed_at ?? at;
  const changedAt = Math.max(theirs?.changedAt.getTime() ?? 0, ours?.changed_at.getTime() ?? 0);
  const isSettled = at.getTime() - changedAt >= settleMs(at.getTime() - createdAt.getTime());
  return comparePayment(toOurs(ours), toTheirs(theirs)).map((difference) => ({
    ...difference,
    source: gateway,
    reference: paymentId,
    merchant_id: ours?.merchant_id ?? null,
    day: toRiyadhDay(createdAt),
    isSettled,
  }));
}

export const isMoney = (state: string) => state === "paid" || state === "refunded";

const toOurs = (ours: RecordedPayment | undefined): PaymentFacts | null =>
  ours
    ? { isMoney: isMoney(ours.state), amount: ours.amount_halalas, refunded: ours.refunded_halalas }
    : null;

const toTheirs = (theirs: GatewayPayment | null): PaymentFacts | null =>
  theirs && { isMoney: isMoney(theirs.state), amount: theirs.amount, refunded: theirs.refunded };

/**
 * Reads those of our payments that their gateways did not list in this run, one by one, and compares them. Payments of a
 * gateway without keys cannot be read. Throws AdapterFault.
 */
export async function checkUnlisted(
  deps: Deps,
  db: Db,
  ours: readonly { gateway: string; payment_id: string }[],
): Promise<Comparison[]> {
  const { payments } = deps;
  const comparisons: Comparison[] = [];
  for (const gateway of payments.listGateways()) {
    const own = ours.filter((one) => one.gateway === gateway).map(({ payment_id }) => payment_id);
    const listed = await findListed(db, gateway, own);
    const read: ReadPayment[] = [];
    for (const paymentId of new Set(own))
      if (!listed.has(paymentId))
        read.push({ paymentId, theirs: await payments.findPaymentMade(gateway, paymentId) });
    if (read.length > 0) comparisons.push(await checkPayments(deps, db, { gateway, read }));
  }
  return comparisons;
}
