import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { nextReadMs } from "../domain/schedule.ts";
import { scheduleNextRead } from "./attempts.store.ts";
import { type PaymentDeps, settlePayment } from "./settle-payment.ts";
import { batchSize, sweepDue } from "./sweep-due.ts";

type Due = Row<"payments.attempts", "gateway" | "id" | "created_at">;

const atOnce = 4;
const runMs = 45_000;
/**
 * Reads payments of the last 120 days again, longest due first and alternating between merchants, so that no refund,
 * void or later change at the gateway depends on a webhook. Each payment has its own due time, so a restart loses
 * nothing; what one run does not reach stays due for the next. `now` is business time; what is due is decided by the
 * system clock.
 */
export const rereadPayments = (deps: PaymentDeps) => {
  const { systemClock } = deps;
  const readAgain = reread(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    await sweepDue<Due>({
      list: (without) => listDuePayments(deps, db, without),
      work: (payment) => readAgain(db, payment, now),
      isOver,
      atOnce,
    });
  };
};

function listDuePayments({ gateways, systemClock }: PaymentDeps, db: Db, without: string[]): Promise<Due[]> {
  const names = gateways.all.map(({ gateway }) => gateway).filter((name) => !without.includes(name));
  return db.many<Due>(sql`
    select gateway, id, created_at from (
      select gateway, id, created_at, next_read_at, row_number() over (partition by merchant_id order by next_read_at) as queue_rank
      from payments.attempts where gateway = any(${names}::text[]) and next_read_at <= ${systemClock.now()}
    ) due order by queue_rank, next_read_at limit ${batchSize}`);
}

function reread(deps: PaymentDeps) {
  const { systemClock, log } = deps;
  const settle = settlePayment(deps);
  return async (db: Db, payment: Due, now: Date): Promise<"read" | "gateway_down"> => {
    try {
      await settle(db, { gateway: payment.gateway, paymentId: payment.id, now });
    } catch (error) {
      if (isFault(error, "later")) return "gateway_down";
      log.warn({ err: error, payment_id: payment.id }, "a payment could not be read again");
    }
    const at = systemClock.now();
    const wait = nextReadMs(at.getTime() - payment.created_at.getTime());
    const next = wait === null ? null : new Date(at.getTime() + wait);
    await scheduleNextRead(db, { gateway: payment.gateway, id: payment.id, next });
    return "read";
  };
}
