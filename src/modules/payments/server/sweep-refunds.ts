import type { Db } from "#base/server/db/db.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { lateRefundMs } from "../domain/schedule.ts";
import { type DueRefund, listDueRefunds } from "./refunds.store.ts";
import { sendRefund } from "./send-refund.ts";
import type { PaymentDeps } from "./settle-payment.ts";
import { batchSize, sweepDue } from "./sweep-due.ts";

const runMs = 45_000;

/**
 * Sends the refunds whose time has come: those that a crash or a gateway that was down left behind. A refund that takes
 * a day is alarmed. `now` is business time.
 */
export const sweepRefunds = (deps: PaymentDeps) => {
  const { systemClock, log } = deps;
  const send = sendRefund(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    await sweepDue<DueRefund>({
      list: (without) => listDueRefunds(db, { at: systemClock.now(), without, size: batchSize }),
      work: ({ id, requested_at }) => {
        if (systemClock.now().getTime() - requested_at.getTime() > lateRefundMs)
          log.error({ alarm: "refund_late", refund_id: id }, "a refund has been waiting for a day");
        return send(db, { refundId: id, now });
      },
      isOver,
      atOnce: 1,
    });
  };
};
