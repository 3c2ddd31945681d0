import type { Context } from "#base/server/context.ts";
import type { Tx } from "#base/server/db/db.ts";
import { isMoney } from "../domain/payment.ts";
import { computeChargedBack } from "../domain/refunds.ts";
import { findAttempt } from "./attempts.store.ts";
import { insertChargeback, listParts, loadChargedBack } from "./chargebacks.store.ts";
import { lockAnyIntent } from "./intents.store.ts";
import type { GatewayChargeback } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { toEventIntent } from "./publish-payment.ts";
import { hasRefundUnderWay, loadOwnRefunds } from "./refunds.store.ts";

type Input = {
  gateway: string;
  chargeback: GatewayChargeback;
  /** Who records it for the merchant whose payment it is, in the same transaction. */
  toContext(merchantId: string): Context;
};

/**
 * Records a chargeback and publishes it, once for its id. Money that the payment has not left any more was taken back
 * already, as a refund or by another chargeback: it is not taken twice. What another chargeback took is there again when that was won: the rest is then a part of its own, with an
 * id of its own. While a refund of the payment is being sent nobody knows what is left, so the chargeback waits for the
 * next reading.
 */
export const recordChargeback =
  ({ systemClock, log }: Pick<PaymentsDeps, "systemClock" | "log">) =>
  async (tx: Tx, { gateway, chargeback, toContext }: Input): Promise<"over" | "waits"> => {
    const { id, paymentId, amount, settledAt } = chargeback;
    const known = await findAttempt(tx, gateway, paymentId);
    const intent = known && (await lockAnyIntent(tx, known.intent_id));
    const attempt = intent && (await findAttempt(tx, gateway, paymentId));
    if (!intent || !attempt || !isMoney(attempt.state)) {
      log.error({ alarm: "chargeback_unknown", chargeback_id: id, payment_id: paymentId, amount }, "unknown");
      return "over";
    }
    const parts = await listParts(tx, { gateway, listed_id: id });
    const rest = amount - parts.reduce((sum, part) => sum + part.amount_halalas, 0);
    if (rest <= 0 || parts.some(({ won_at }) => won_at !== null)) return "over";
    if (await hasRefundUnderWay(tx, { gateway, payment_id: paymentId })) return "waits";
    const own = await loadOwnRefunds(tx, { gateway, paymentId });
    const taken = computeChargedBack(rest, {
      amount: intent.amount_halalas,
      // One of ours may be done before the gateway was read again.
      refunded: Math.max(attempt.refunded_halalas, own.done),
      chargedBack: await loadChargedBack(tx, { gateway, paymentId }),
    });
    if (taken === 0) return "over";
    const ctx = toContext(intent.merchant_id);
    const partId = parts.length === 0 ? id : `${id}+${parts.length}`;
    await insertChargeback(ctx, {
      gateway,
      id: partId,
      listed_id: id,
      intent_id: intent.id,
      payment_id: paymentId,
      amount_halalas: taken,
      settled_at: settledAt,
      created_at: systemClock.now(),
    });
    await ctx.tx.publish({
      name: "payments.charged_back",
      ...toEventIntent(intent),
      payment_id: paymentId,
      chargeback_id: partId,
      amount_halalas: taken,
    });
    return "over";
  };
