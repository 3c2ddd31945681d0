import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { isGivenUp, nextCheckSeconds } from "../domain/schedule.ts";
import { giveUpIntent } from "./charge-waiting.ts";
import { checkIntent } from "./check-intent.ts";
import { deleteGatewayEvents } from "./gateway-events.store.ts";
import { scheduleNextCheck } from "./intents.store.ts";
import type { PaymentDeps } from "./settle-payment.ts";
import { batchSize, sweepDue } from "./sweep-due.ts";

type Due = Row<"payments.intents", "id" | "gateway" | "opened_at" | "checks"> & { has_payment: boolean };

const atOnce = 4;
/** Less than the minute between runs: what one run does not reach stays due for the next. */
const runMs = 50_000;
const keepEventsMs = 90 * 86_400_000;

/**
 * Checks open intents at the gateway until none is due: finds payments whose webhook never came, whose buyer never
 * returned, or that came while the gateway was down. After a day without money an intent expires; money that comes
 * later still counts. `now` is business time; what is due is decided by the system clock.
 */
export const sweepIntents = (deps: PaymentDeps) => {
  const { systemClock } = deps;
  const checkDue = checkDueIntent(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    const isDone = await sweepDue<Due>({
      list: (without) => listDueIntents(db, { at: systemClock.now(), without }),
      work: (intent) => checkDue(db, intent, now),
      isOver,
      atOnce,
    });
    if (!isDone) return;
    await deleteGatewayEvents(db, { before: new Date(systemClock.now().getTime() - keepEventsMs) });
  };
};

/**
 * Started payments come before forms without one, and within each group merchants alternate: one merchant's many
 * intents do not delay another's.
 */
function listDueIntents(db: Db, { at, without }: { at: Date; without: string[] }): Promise<Due[]> {
  return db.many<Due>(sql`
    with due as (
      select id, merchant_id, gateway, opened_at, checks, next_check_at,
        exists (select 1 from payments.attempts where intent_id = intents.id) as has_payment
      from payments.intents where next_check_at <= ${at} and gateway <> all(${without}::text[])
    ), ranked as (
      select *, row_number() over (partition by merchant_id, has_payment order by next_check_at) as queue_rank from due
    )
    select id, gateway, opened_at, checks, has_payment from ranked
    order by has_payment desc, queue_rank, next_check_at limit ${batchSize}`);
}

function checkDueIntent(deps: PaymentDeps) {
  const { systemClock, log } = deps;
  const check = checkIntent(deps);
  return async (db: Db, intent: Due, now: Date): Promise<"checked" | "gateway_down"> => {
    const isLast = isGivenUp(intent.opened_at, systemClock.now());
    try {
      await check(db, { intentId: intent.id, gateway: intent.gateway, now });
      if (isLast) await giveUpIntent(db, { intentId: intent.id, now });
      else await checkLater(db, intent, systemClock.now());
      return "checked";
    } catch (error) {
      log.warn({ err: error, intent_id: intent.id }, "an intent could not be checked");
      await checkLater(db, intent, systemClock.now());
      return isFault(error, "later") ? "gateway_down" : "checked";
    }
  };
}

function checkLater(db: Db, { id, checks, has_payment }: Due, at: Date): Promise<void> {
  const next = new Date(at.getTime() + nextCheckSeconds(checks, has_payment) * 1_000);
  return scheduleNextCheck(db, { intentId: id, next });
}
