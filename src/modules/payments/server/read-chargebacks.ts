import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { isMoney } from "../domain/payment.ts";
import { computeChargedBack } from "../domain/refunds.ts";
import { findAttempt } from "./attempts.store.ts";
import {
  insertChargeback,
  listParts,
  loadChargedBack,
  loadSettlementsReadUntil,
  saveSettlementsReadUntil,
} from "./chargebacks.store.ts";
import { lockAnyIntent } from "./intents.store.ts";
import type { GatewayChargeback, PaymentGateway } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { toEventIntent } from "./publish-payment.ts";
import { hasRefundUnderWay, loadOwnRefunds } from "./refunds.store.ts";

type Deps = Pick<PaymentsDeps, "gateways" | "systemClock" | "log">;

const dayMs = 86_400_000;
/** A cardholder may dispute a payment for 120 days: what is older than that at the first read is of no use. */
const firstReadMs = 120 * dayMs;
/** Settlements of the last days are read again: one may be listed late. */
const overlapMs = 7 * dayMs;

/**
 * Reads the chargebacks that the gateways settled, and publishes each once. A gateway that does not answer is read from
 * the same day on the next time. `now` is business time.
 */
export const readChargebacks = (deps: Deps) => {
  const { gateways, systemClock, log } = deps;
  const record = recordChargeback(deps);
  return async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (const gateway of gateways.all) {
      const at = systemClock.now();
      const readUntil = await loadSettlementsReadUntil(db, gateway.gateway);
      const since = new Date(readUntil ? readUntil.getTime() - overlapMs : at.getTime() - firstReadMs);
      try {
        let isRead = true;
        for (const chargeback of await gateway.listChargebacks(since))
          isRead = (await record(db, gateway, chargeback, now)) !== "waits" && isRead;
        if (isRead) await saveSettlementsReadUntil(db, { gateway: gateway.gateway, read_until: at });
      } catch (error) {
        log.error({ err: error, gateway: gateway.gateway }, "the gateway's settlements could not be read");
      }
    }
  };
};

/**
 * Money that the payment has not left any more was taken back already, as a refund or by another chargeback: it is not
 * taken twice. What another chargeback took is there again when that was won: the rest is then a part of its own, with an
 * id of its own. While a refund of the payment is being sent nobody knows what is left, so the chargeback waits for the
 * next reading.
 */
const recordChargeback =
  ({ systemClock, log }: Deps) =>
  (
    db: Db,
    { gateway }: PaymentGateway,
    chargeback: GatewayChargeback,
    now: Date,
  ): Promise<"over" | "waits"> =>
    db.transaction(async (tx) => {
      const { id, paymentId, amount, settledAt } = chargeback;
      const known = await findAttempt(tx, gateway, paymentId);
      const intent = known && (await lockAnyIntent(tx, known.intent_id));
      const attempt = intent && (await findAttempt(tx, gateway, paymentId));
      if (!intent || !attempt || !isMoney(attempt.state)) {
        log.error(
          { alarm: "chargeback_unknown", chargeback_id: id, payment_id: paymentId, amount },
          "unknown",
        );
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
      const ctx = systemTxContext(tx, intent.merchant_id, now);
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
      await tx.publish({
        name: "payments.charged_back",
        ...toEventIntent(intent),
        payment_id: paymentId,
        chargeback_id: partId,
        amount_halalas: taken,
      });
      return "over";
    });
