import { systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { type IsOver, limitRun } from "#base/server/run-limit.ts";
import { chargeWaitMs, isGivenUp } from "../domain/schedule.ts";
import { stopRequestedAttempts } from "./attempts.store.ts";
import { type ChargeDeps, chargeCard } from "./charge-card.ts";
import { expireIntent, lockAnyIntent } from "./intents.store.ts";
import { publishFailure } from "./publish-payment.ts";

type Waiting = Row<"payments.attempts", "id" | "created_at">;

const batchSize = 100;
/** Less than the minute between runs. */
const runMs = 45_000;

/**
 * Charges the saved cards whose charge was requested without the cardholder and has not reached the gateway: nobody is
 * there to try again. Tried every minute for a day. Each gateway has the whole time of a run: one that is down takes none
 * of another's. `now` is business time.
 */
export const chargeWaiting = (deps: ChargeDeps) => {
  const { gateways, systemClock } = deps;
  const chargeAt = chargeAtGateway(deps);
  return async (
    db: Db,
    { now, isOver = limitRun(systemClock, runMs) }: { now: Date; isOver?: IsOver },
  ): Promise<void> => {
    await Promise.all(gateways.all.map(({ gateway }) => chargeAt(db, { gateway, now, isOver })));
  };
};

function chargeAtGateway(deps: ChargeDeps) {
  const { systemClock, log } = deps;
  const charge = chargeCard(deps);
  return async (
    db: Db,
    { gateway, now, isOver }: { gateway: string; now: Date; isOver: IsOver },
  ): Promise<void> => {
    const at = systemClock.now();
    const before = new Date(at.getTime() - chargeWaitMs);
    for (const { id, created_at } of await listWaiting(db, { gateway, before })) {
      if (isOver()) return;
      if (isGivenUp(created_at, at)) continue;
      await charge(db, { gateway, paymentId: id, language: "ar", now }).catch((error) =>
        log.warn({ err: error, payment_id: id }, "a charge without the cardholder did not reach the gateway"),
      );
    }
  };
}

/** Of one gateway, and older than `before`: younger ones are retried by their own job. */
function listWaiting(db: Db, { gateway, before }: { gateway: string; before: Date }): Promise<Waiting[]> {
  return db.many<Waiting>(sql`
    select attempts.id, attempts.created_at from payments.attempts
    join payments.intents on intents.id = intent_id
    where attempts.gateway = ${gateway} and state = 'requested' and off_session and status = 'pending'
      and attempts.created_at <= ${before}
    order by attempts.created_at limit ${batchSize}`);
}

/**
 * The intent is not checked any more: nobody paid for a day. One without a cardholder fails, so that its owner tries
 * again or gives up; it is never charged after that, but money that came all the same still counts.
 */
export function giveUpIntent(db: Db, { intentId, now }: { intentId: string; now: Date }): Promise<void> {
  return db.transaction(async (tx) => {
    const intent = await lockAnyIntent(tx, intentId);
    const isOpen = intent?.status === "waiting" || intent?.status === "pending";
    await expireIntent(tx, intentId);
    if (!intent?.off_session || !isOpen) return;
    await stopRequestedAttempts(tx, intentId);
    await publishFailure(systemTxContext(tx, intent.merchant_id, now), intent, "bank_unavailable");
  });
}
