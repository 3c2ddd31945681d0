import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StopReason } from "../../contract/custom-report.ts";
import { toMember } from "./custom-reports.store.ts";

/** When reports are sent by e-mail, and each time they were. */

export type ScheduleRecord = Row<"reports.schedules">;
export type DeliveryRecord = Row<"reports.deliveries">;

/** The member's own schedules of these reports, each with its last delivery. */
export function listSchedules(
  ctx: ReadContext,
  reportIds: readonly string[],
): Promise<
  (ScheduleRecord & {
    last: Pick<DeliveryRecord, "due_on" | "period_from" | "period_to" | "outcome"> | null;
  })[]
> {
  return ctx.db.many(sql`
    select schedules.*, (
      select json_build_object('due_on', due_on, 'period_from', period_from, 'period_to', period_to, 'outcome', outcome)
      from reports.deliveries
      where deliveries.merchant_id = schedules.merchant_id and schedule_id = schedules.id
      order by due_on desc limit 1
    ) as last
    from reports.schedules
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)}
      and report_id = any(${[...reportIds]}::text[])`);
}

export function findSchedule({ db, actor }: ReadContext, id: string): Promise<ScheduleRecord | undefined> {
  return db.maybeOne(sql`
    select * from reports.schedules where merchant_id = ${actor.merchantId} and id = ${id}`);
}

/** The same, locked to the end of the transaction. */
export function lockSchedule({ tx, actor }: Context, id: string): Promise<ScheduleRecord | undefined> {
  return tx.maybeOne(sql`
    select * from reports.schedules where merchant_id = ${actor.merchantId} and id = ${id} for update`);
}

type Fields = Pick<
  ScheduleRecord,
  "report_id" | "frequency" | "hour" | "weekday" | "month_day" | "language" | "is_active" | "next_due_at"
>;

/** The member's one schedule of the report, made or changed; the member turned it on or off, so nothing stopped it. */
export function upsertSchedule(ctx: Context, id: string, fields: Fields): Promise<ScheduleRecord> {
  return ctx.tx.one(sql`
    insert into reports.schedules (merchant_id, id, report_id, member_id, frequency, hour, weekday, month_day, language,
      is_active, next_due_at, created_at, updated_at)
    values (${ctx.actor.merchantId}, ${id}, ${fields.report_id}, ${toMember(ctx)}, ${fields.frequency}, ${fields.hour},
      ${fields.weekday}, ${fields.month_day}, ${fields.language}, ${fields.is_active}, ${fields.next_due_at},
      ${ctx.now}, ${ctx.now})
    on conflict on constraint schedules_of_member do update set
      frequency = excluded.frequency, hour = excluded.hour, weekday = excluded.weekday,
      month_day = excluded.month_day, language = excluded.language, is_active = excluded.is_active,
      stop_reason = null, next_due_at = excluded.next_due_at, updated_at = excluded.updated_at
    returning *`);
}

export async function setNextDue({ tx, actor }: Context, id: string, nextDueAt: Date): Promise<void> {
  await tx.run(sql`
    update reports.schedules set next_due_at = ${nextDueAt}
    where merchant_id = ${actor.merchantId} and id = ${id} and is_active`);
}

/** It does not run any more, and its page says why. */
export async function stopSchedule(ctx: Context, id: string, reason: StopReason): Promise<void> {
  await ctx.tx.run(sql`
    update reports.schedules
    set is_active = false, next_due_at = null, stop_reason = ${reason}, updated_at = ${ctx.now}
    where merchant_id = ${ctx.actor.merchantId} and id = ${id} and is_active`);
}

/** False when this time was delivered before. */
export async function insertDelivery(
  { tx, actor, now }: Context,
  {
    schedule_id,
    due_on,
    period_from,
    period_to,
    outcome,
  }: Omit<DeliveryRecord, "merchant_id" | "delivered_at">,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into reports.deliveries (merchant_id, schedule_id, due_on, period_from, period_to, outcome, delivered_at)
    values (${actor.merchantId}, ${schedule_id}, ${due_on}, ${period_from}, ${period_to}, ${outcome}, ${now})
    on conflict do nothing`);
  return inserted > 0;
}

export async function isDelivered(
  { db, actor }: ReadContext,
  scheduleId: string,
  dueOn: string,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from reports.deliveries
    where merchant_id = ${actor.merchantId} and schedule_id = ${scheduleId} and due_on = ${dueOn}`);
  return row !== undefined;
}

/**
 * Schedules that are due, at most `perMerchant` of each merchant and the longest due first, so that no merchant's many hold up
 * another's one. All merchants': for the job that gives each its own.
 */
export function listDueSchedules(
  db: Db,
  { now, limit, perMerchant }: { now: Date; limit: number; perMerchant: number },
): Promise<Pick<ScheduleRecord, "merchant_id" | "id">[]> {
  return db.many(sql`
    select merchant_id, id from (
      select merchant_id, id, next_due_at,
        row_number() over (partition by merchant_id order by next_due_at, id) as nth
      from reports.schedules where is_active and next_due_at <= ${now}
    ) due
    where nth <= ${perMerchant} order by nth, next_due_at, merchant_id limit ${limit}`);
}
