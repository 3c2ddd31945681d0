import { type Db, sql } from "#base/server/db/db.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { checkDeposit } from "./check-deposit.ts";
import { type IsOver, limitRun } from "./run-limit.ts";
import type { PaymentDeps } from "./settle-payment.ts";

type Due = { id: string; opened_at: Date; checks: number; has_payment: boolean };

const atOnce = 4;
const batchSize = 40;
/** Less than the minute between runs: what one run does not reach stays due for the next. */
const runMs = 50_000;
const dayMs = 86_400_000;
const keepEventsMs = 90 * dayMs;

/**
 * Seconds until the next check. A started payment: every minute while its buyer may still be at the bank, then every
 * four. A form without a payment: three checks a minute apart, then every ten minutes.
 */
export function nextCheckSeconds(checks: number, hasPayment: boolean): number {
  if (hasPayment) return checks < 15 ? 60 : 240;
  return checks < 3 ? 60 : 600;
}

/**
 * Checks open deposits at the gateway until none is due: finds payments whose webhook never came, whose buyer never
 * returned, or that came while the gateway was down. After a day without money a deposit expires; money that comes
 * later is still credited. `now` is business time; what is due is decided by the system clock.
 */
export const sweepDeposits = (deps: PaymentDeps) => {
  const { systemClock } = deps;
  const checkDue = checkDueDeposit(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    for (;;) {
      const due = await listDueDeposits(db, systemClock.now());
      for (let start = 0; start < due.length; start += atOnce) {
        const chunk = due.slice(start, start + atOnce);
        const outcomes = await Promise.all(chunk.map((deposit) => checkDue(db, deposit, now)));
        if (outcomes.includes("gateway_down") || isOver()) return;
      }
      if (due.length < batchSize) break;
    }
    const keptSince = new Date(systemClock.now().getTime() - keepEventsMs);
    await db.run(sql`delete from wallet.gateway_events where received_at < ${keptSince}`);
  };
};

/**
 * Started payments come before forms without one, and within each group merchants alternate: one merchant's many
 * deposits do not delay another's.
 */
function listDueDeposits(db: Db, at: Date): Promise<Due[]> {
  return db.many<Due>(sql`
    with due as (
      select id, merchant_id, opened_at, checks, next_check_at,
        exists (select 1 from wallet.payments where deposit_id = deposits.id) as has_payment
      from wallet.deposits where next_check_at <= ${at}
    ), ranked as (
      select *, row_number() over (partition by merchant_id, has_payment order by next_check_at) as queue_rank from due
    )
    select id, opened_at, checks, has_payment from ranked
    order by has_payment desc, queue_rank, next_check_at limit ${batchSize}`);
}

function checkDueDeposit(deps: PaymentDeps) {
  const { systemClock, log } = deps;
  const check = checkDeposit(deps);
  return async (db: Db, deposit: Due, now: Date): Promise<"checked" | "gateway_down"> => {
    const isLast = systemClock.now().getTime() - deposit.opened_at.getTime() > dayMs;
    try {
      await check(db, { depositId: deposit.id, now });
      if (isLast) await expire(db, deposit.id);
      else await scheduleNextCheck(db, deposit, systemClock.now());
      return "checked";
    } catch (error) {
      log.warn({ err: error, deposit_id: deposit.id }, "a deposit could not be checked");
      await scheduleNextCheck(db, deposit, systemClock.now());
      // The gateway is down for all deposits: the rest stay due for the next sweep.
      return isFault(error, "later") ? "gateway_down" : "checked";
    }
  };
}

function scheduleNextCheck(db: Db, { id, checks, has_payment }: Due, at: Date) {
  const next = new Date(at.getTime() + nextCheckSeconds(checks, has_payment) * 1_000);
  return db.run(sql`
    update wallet.deposits set checks = checks + 1, next_check_at = ${next}
    where id = ${id} and next_check_at is not null`);
}

function expire(db: Db, id: string) {
  return db.run(sql`
    update wallet.deposits set next_check_at = null,
      status = case when status in ('waiting', 'pending') then 'expired' else status end
    where id = ${id}`);
}
