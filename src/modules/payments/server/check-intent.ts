import type { ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type DepositView, findDeposit } from "./deposits.store.ts";
import { type PaymentDeps, recordPayment, settlePayment } from "./settle-payment.ts";

const browserCheckMs = 2_000;
const unknownPaymentMs = 600_000;

/**
 * Reads a deposit's payments at the gateway: those we know, and those that carry the deposit's id though the browser
 * never reported them. Has the effect of a webhook. `now` is business time.
 */
export const checkDeposit = (deps: PaymentDeps) => {
  const { gateway } = deps;
  const settle = settlePayment(deps);
  const record = recordPayment(deps);
  return async (db: Db, { depositId, now }: { depositId: string; now: Date }): Promise<void> => {
    const waiting = await db.many<{ id: string }>(sql`
      select id from wallet.payments
      where deposit_id = ${depositId} and gateway = ${gateway.gateway} and state in ('requested', 'pending')`);
    for (const { id } of waiting) await settle(db, { paymentId: id, now });
    await deleteUnknownPayments(deps, db, depositId);
    const known = new Set(waiting.map(({ id }) => id));
    for (const payment of await gateway.listPayments(depositId)) {
      if (!known.has(payment.id)) await record(db, { payment, now });
    }
  };
};

/** Deletes payments that a browser reported and the gateway does not know after ten minutes: they were never made. */
function deleteUnknownPayments({ gateway, systemClock }: PaymentDeps, db: Db, depositId: string) {
  const reportedBefore = new Date(systemClock.now().getTime() - unknownPaymentMs);
  return db.run(sql`
    delete from wallet.payments where deposit_id = ${depositId} and gateway = ${gateway.gateway}
      and source = 'form' and state = 'pending' and confirmed_at is null and created_at < ${reportedBefore}`);
}

/**
 * Checks a deposit while a browser waits: calls the gateway at most every two seconds, however often the browser asks.
 * When the gateway does not answer, the deposit is returned as stored, and the sweep keeps checking.
 */
export const checkDepositNow = (deps: PaymentDeps) => {
  const check = checkDeposit(deps);
  return async (ctx: ReadContext, { depositId }: { depositId: string }): Promise<DepositView> => {
    const known = await findDeposit(ctx, depositId);
    if (!known) return baseRefusals.refuse("base.not_found");
    try {
      if (await claimCheck(deps, ctx, depositId)) await check(ctx.db, { depositId, now: ctx.now });
    } catch (error) {
      if (!(error instanceof AdapterFault)) throw error;
      deps.log.warn(
        { err: error, deposit_id: depositId, request_id: ctx.requestId },
        "a deposit could not be checked at the gateway",
      );
    }
    return (await findDeposit(ctx, depositId)) ?? known;
  };
};

/** False when the deposit was checked for a browser a moment ago. */
async function claimCheck(
  { systemClock }: PaymentDeps,
  { db, actor }: ReadContext,
  depositId: string,
): Promise<boolean> {
  const at = systemClock.now();
  const claimed = await db.run(sql`
    update wallet.deposits set last_checked_at = ${at}
    where id = ${depositId} and merchant_id = ${actor.merchantId}
      and (last_checked_at is null or last_checked_at < ${new Date(at.getTime() - browserCheckMs)})`);
  return claimed > 0;
}
