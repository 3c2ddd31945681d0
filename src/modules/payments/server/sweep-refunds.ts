import type { Db } from "#base/server/db/db.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { lateRefundMs } from "../domain/schedule.ts";
import { listDueRefunds } from "./refunds.store.ts";
import { sendRefund } from "./send-refund.ts";
import type { PaymentDeps } from "./settle-payment.ts";

const batchSize = 40;
const runMs = 45_000;

/**
 * Sends the refunds whose time has come: those that a crash or a gateway that was down left behind. Stops at the first
 * that finds the gateway down. A refund that takes a day is alarmed. `now` is business time.
 */
export const sweepRefunds = (deps: PaymentDeps) => {
  const { systemClock, log } = deps;
  const send = sendRefund(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    for (;;) {
      const at = systemClock.now();
      const due = await listDueRefunds(db, { at, size: batchSize });
      for (const { id, requested_at } of due) {
        if (at.getTime() - requested_at.getTime() > lateRefundMs)
          log.error({ alarm: "refund_late", refund_id: id }, "a refund has been waiting for a day");
        if ((await send(db, { refundId: id, now })) === "gateway_down" || isOver()) return;
      }
      if (due.length < batchSize) return;
    }
  };
};
