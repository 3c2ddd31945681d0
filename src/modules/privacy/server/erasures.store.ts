import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type ErasureRow = Row<"privacy.erasures">;
export type StepRow = Row<"privacy.erasure_steps">;

/** Undefined when the merchant never asked for one. */
export const findErasure = ({ db, actor }: ReadContext): Promise<ErasureRow | undefined> =>
  db.maybeOne(sql`select * from privacy.erasures where merchant_id = ${actor.merchantId}`);

export const lockErasure = ({ tx, actor }: Context): Promise<ErasureRow | undefined> =>
  tx.maybeOne(sql`select * from privacy.erasures where merchant_id = ${actor.merchantId} for update`);

/** Asked for, for the first time or again after it was taken back; false when one is under way. */
export async function insertErasure(
  { tx, actor, now }: Context,
  { dueAt, systemNow }: { dueAt: Date; systemNow: Date },
): Promise<boolean> {
  const saved = await tx.run(sql`
    insert into privacy.erasures as known (merchant_id, state, requested_at, due_at, next_try_at)
    values (${actor.merchantId}, 'requested', ${now}, ${dueAt}, ${systemNow})
    on conflict (merchant_id) do update set state = 'requested', requested_at = excluded.requested_at,
      due_at = excluded.due_at, next_try_at = excluded.next_try_at, cancelled_at = null
    where known.state = 'cancelled'`);
  return saved === 1;
}

export async function markCancelled({ tx, actor, now }: Context): Promise<void> {
  await tx.run(sql`
    update privacy.erasures set state = 'cancelled', cancelled_at = ${now}
    where merchant_id = ${actor.merchantId} and state = 'requested'`);
}

export async function markErasing({ tx, actor, now }: Context): Promise<void> {
  await tx.run(sql`
    update privacy.erasures set state = 'erasing', started_at = ${now}
    where merchant_id = ${actor.merchantId} and state = 'requested'`);
}

export async function markErased({ tx, actor, now }: Context): Promise<void> {
  await tx.run(sql`
    update privacy.erasures set state = 'erased', erased_at = ${now}
    where merchant_id = ${actor.merchantId} and state = 'erasing'`);
}

export async function setNextTry({ tx, actor }: Context, nextTryAt: Date): Promise<void> {
  await tx.run(sql`
    update privacy.erasures set next_try_at = ${nextTryAt} where merchant_id = ${actor.merchantId}`);
}

/** Of all merchants: those whose time is over (business time) and which may be tried now (system time). */
export const listDueErasures = (
  db: Db,
  { now, systemNow }: { now: Date; systemNow: Date },
): Promise<Pick<ErasureRow, "merchant_id">[]> =>
  db.many(sql`
    select merchant_id from privacy.erasures
    where state in ('requested', 'erasing') and due_at <= ${now} and next_try_at <= ${systemNow}
    order by due_at limit 20`);

export const listSteps = ({ db, actor }: ReadContext): Promise<StepRow[]> =>
  db.many(sql`select * from privacy.erasure_steps where merchant_id = ${actor.merchantId} order by step`);

export async function saveStep(
  { tx, actor }: Context,
  {
    step,
    isDone,
    fault,
    systemNow,
  }: { step: string; isDone: boolean; fault: string | null; systemNow: Date },
): Promise<void> {
  await tx.run(sql`
    insert into privacy.erasure_steps as known (merchant_id, step, is_done, attempts, fault, tried_at)
    values (${actor.merchantId}, ${step}, ${isDone}, 1, ${fault}, ${systemNow})
    on conflict (merchant_id, step) do update set is_done = excluded.is_done, attempts = known.attempts + 1,
      fault = excluded.fault, tried_at = excluded.tried_at`);
}
