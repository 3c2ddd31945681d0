import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { IntentPurpose } from "../contract/enums.ts";
import { browserCheckMs, unknownPaymentMs } from "../domain/schedule.ts";
import { deleteUnconfirmedAttempts, listOpenAttempts } from "./attempts.store.ts";
import { claimCheck, findIntent, type Intent } from "./intents.store.ts";
import { type PaymentDeps, recordPayment, settlePayment } from "./settle-payment.ts";

/** `gateway`: the one the intent began on. */
type CheckInput = { intentId: string; gateway: string; now: Date };

/**
 * Reads an intent's payments at the gateway: those we know, and those that carry the intent's id though the browser
 * never reported them. Has the effect of a webhook. `now` is business time.
 */
export const checkIntent = (deps: PaymentDeps) => {
  const settle = settlePayment(deps);
  const record = recordPayment(deps);
  return async (db: Db, { intentId, gateway, now }: CheckInput): Promise<void> => {
    const waiting = await listOpenAttempts(db, { gateway, intentId });
    for (const paymentId of waiting) await settle(db, { gateway, paymentId, now });
    await deleteUnknownPayments(deps, db, { intentId, gateway });
    const known = new Set(waiting);
    for (const payment of await deps.gateways.find(gateway).listPayments(intentId)) {
      if (!known.has(payment.id)) await record(db, { gateway, payment, now });
    }
  };
};

/** Deletes payments that a browser reported and the gateway does not know after ten minutes: they were never made. */
function deleteUnknownPayments(
  { systemClock }: PaymentDeps,
  db: Db,
  { intentId, gateway }: Omit<CheckInput, "now">,
) {
  const before = new Date(systemClock.now().getTime() - unknownPaymentMs);
  return deleteUnconfirmedAttempts(db, { gateway, intentId, before });
}

/**
 * Checks an intent while a browser waits: calls the gateway at most every two seconds, however often the browser asks.
 * When the gateway does not answer, the intent is returned as stored, and the sweep keeps checking. Undefined for an
 * intent of another merchant or purpose.
 */
export const checkIntentNow = (deps: PaymentDeps) => {
  const check = checkIntent(deps);
  return async (
    ctx: ReadContext,
    input: { purpose: IntentPurpose; intentId: string },
  ): Promise<Intent | undefined> => {
    const { intentId } = input;
    const known = await findIntent(ctx, input);
    if (!known) return undefined;
    try {
      const at = deps.systemClock.now();
      const since = new Date(at.getTime() - browserCheckMs);
      // When the intent was checked for a browser a moment ago, what is stored will do.
      if (await claimCheck(ctx, intentId, { at, since }))
        await check(ctx.db, { intentId, gateway: known.gateway, now: ctx.now });
    } catch (error) {
      if (!(error instanceof AdapterFault)) throw error;
      deps.log.warn(
        { err: error, intent_id: intentId, request_id: ctx.requestId },
        "an intent could not be checked at the gateway",
      );
    }
    return findIntent(ctx, input);
  };
};
