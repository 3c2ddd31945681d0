import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import { type RefundFailure, refundFailures } from "../contract/enums.ts";
import { hasArrived } from "../domain/refunds.ts";
import { nextRefundTryMs, refundLeaseMs } from "../domain/schedule.ts";
import { findAttempt } from "./attempts.store.ts";
import { loadChargedBack } from "./chargebacks.store.ts";
import { lockAnyIntent } from "./intents.store.ts";
import type { GatewayPayment } from "./payment-gateway.port.ts";
import { publishRefundFinished } from "./publish-payment.ts";
import {
  claimRefund,
  finishRefund,
  hasRefundUnderWay,
  type RefundRow,
  saveRefundSending,
  scheduleRefund,
} from "./refunds.store.ts";
import { recordRequestedRefunds } from "./requested-refunds.ts";
import { type PaymentDeps, recordPayment } from "./settle-payment.ts";

type Input = { refundId: string; now: Date };
type Outcome = "over" | "waits" | "gateway_down";

/**
 * Sends a refund to the gateway, once. What had gone back of the payment before is saved first: when no response comes,
 * the growth of that sum tells whether the refund arrived, and only if it did not is it sent again. While the gateway is
 * busy or down the refund stays due. `now` is business time.
 */
export const sendRefund = (deps: PaymentDeps) => {
  const { systemClock, log } = deps;
  const record = recordPayment(deps);
  return async (db: Db, { refundId, now }: Input): Promise<Outcome> => {
    const at = systemClock.now();
    const until = new Date(at.getTime() + refundLeaseMs);
    const refund = await claimRefund(db, refundId, { at, until });
    if (!refund) return "waits";
    try {
      const started = refund.state === "sending" ? refund : await startSending(deps, db, refund);
      if (!started) {
        await scheduleRefund(db, refundId, nextTry(deps, refund));
        return "waits";
      }
      const payment = await sendOnce(deps, started);
      await finish(db, { refund, now, at: systemClock.now(), failure: null });
      await record(db, { gateway: refund.gateway, payment, now });
      return "over";
    } catch (error) {
      log.warn({ err: error, refund_id: refundId }, "a refund was not sent");
      if (isFault(error, "rejected")) {
        await finish(db, { refund, now, at: systemClock.now(), failure: toFailure(error.messageKey) });
        return "over";
      }
      await scheduleRefund(db, refundId, nextTry(deps, refund));
      return isFault(error, "later") ? "gateway_down" : "waits";
    }
  };
};

/**
 * Saves what had gone back before the call; undefined while another refund of the payment is under way. Throws the fault
 * `rejected` when a chargeback or a refund took the money since this one was requested: a gateway may not see that itself.
 */
async function startSending(
  { gateways }: PaymentDeps,
  db: Db,
  refund: RefundRow,
): Promise<RefundRow | undefined> {
  const payment = await gateways.find(refund.gateway).findPayment(refund.payment_id);
  if (!payment) return undefined;
  return db.transaction(async (tx) => {
    await lockAnyIntent(tx, refund.intent_id);
    if (await hasRefundUnderWay(tx, refund)) return undefined;
    const { gateway, payment_id: paymentId } = refund;
    const known = await findAttempt(tx, gateway, paymentId);
    // A webhook may have recorded more since the gateway was asked.
    const refundedBefore = Math.max(payment.refunded, known?.refunded_halalas ?? 0);
    const left = payment.amount - refundedBefore - (await loadChargedBack(tx, { gateway, paymentId }));
    assertLeft(refund, left);
    return saveRefundSending(tx, { id: refund.id, refundedBefore });
  });
}

/** The payment after the refund. One that may have been sent before is looked for first. */
async function sendOnce({ gateways }: PaymentDeps, refund: RefundRow): Promise<GatewayPayment> {
  const { id: refundId, payment_id: paymentId, reason, amount_halalas, refunded_before_halalas } = refund;
  const gateway = gateways.find(refund.gateway);
  const payment = await gateway.findPayment(paymentId);
  const left = payment ? payment.amount - payment.refunded : 0;
  const sent = { amount: amount_halalas, before: refunded_before_halalas ?? 0 };
  if (payment && hasArrived(payment.refunded, sent)) return payment;
  assertLeft(refund, left);
  return gateway.refund({ refundId, paymentId, amount: halalas(amount_halalas), reason });
}

function assertLeft({ amount_halalas }: RefundRow, left: number): void {
  if (amount_halalas > left)
    throw new AdapterFault("rejected", { reason: `${left} halalas are left`, messageKey: tooMuch });
}

const tooMuch = `payments:refund_failed_${"more_than_left" satisfies RefundFailure}`;

type Finish = { refund: RefundRow; now: Date; at: Date; failure: RefundFailure | null };

/** The refund is over, for whoever requested it too. */
function finish(db: Db, { refund, now, at, failure }: Finish): Promise<void> {
  return db.transaction(async (tx) => {
    const intent = await lockAnyIntent(tx, refund.intent_id);
    const ctx = systemTxContext(tx, refund.merchant_id, now);
    if (!intent || !(await finishRefund(tx, { id: refund.id, failure, at }))) return;
    await publishRefundFinished(ctx, { intent, refund, failure });
    // What seemed to be this refund was another one, when the gateway refused it.
    if (failure) await recordRequestedRefunds(ctx, { intent, paymentId: refund.payment_id, at });
  });
}

function toFailure(messageKey: string | undefined): RefundFailure {
  return refundFailures.find((failure) => messageKey === `payments:refund_failed_${failure}`) ?? "refused";
}

const nextTry = ({ systemClock }: PaymentDeps, { tries }: RefundRow) =>
  new Date(systemClock.now().getTime() + nextRefundTryMs(tries));
