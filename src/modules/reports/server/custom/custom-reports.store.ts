import type { Context, ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";

/** Reports of one's own, and what members pinned. */

export type CustomReportRecord = Omit<Row<"reports.custom_reports">, "definition"> & {
  definition: ReportDefinition;
  is_pinned: boolean;
};

/** Whoever is no member of the team has no reports of their own. */
export const toMember = ({ actor }: ReadContext): string => actor.by.id ?? "";

const columns = (ctx: ReadContext) => sql`reports.*, exists (
  select 1 from reports.pins
  where pins.merchant_id = reports.merchant_id and pins.report_id = reports.id and member_id = ${toMember(ctx)}
) as is_pinned`;

/** Those the member made, and those that others of the merchant share. */
const isVisible = (ctx: ReadContext) =>
  sql`reports.merchant_id = ${ctx.actor.merchantId} and (reports.member_id = ${toMember(ctx)} or reports.is_shared)`;

export function listCustomReports(
  ctx: ReadContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CustomReportRecord[]> {
  return ctx.db.many(sql`
    select ${columns(ctx)} from reports.custom_reports reports
    where ${isVisible(ctx)} ${cursor === undefined ? empty : sql`and reports.id < ${cursor}`}
    order by reports.id desc limit ${limit}`);
}

export function listPinnedReports(ctx: ReadContext): Promise<CustomReportRecord[]> {
  return ctx.db.many(sql`
    select ${columns(ctx)} from reports.custom_reports reports
    join reports.pins pinned on pinned.merchant_id = reports.merchant_id and pinned.report_id = reports.id
      and pinned.member_id = ${toMember(ctx)}
    where ${isVisible(ctx)} order by pinned.pinned_at, reports.id`);
}

/** One that the member may see. */
export function findCustomReport(ctx: ReadContext, id: string): Promise<CustomReportRecord | undefined> {
  return ctx.db.maybeOne(sql`
    select ${columns(ctx)} from reports.custom_reports reports where ${isVisible(ctx)} and reports.id = ${id}`);
}

/** One that this member may see, for work in their absence. */
export function findReportForMember(
  { db, actor }: ReadContext,
  { reportId, memberId }: { reportId: string; memberId: string },
): Promise<Omit<CustomReportRecord, "is_pinned"> | undefined> {
  return db.maybeOne(sql`
    select * from reports.custom_reports
    where merchant_id = ${actor.merchantId} and id = ${reportId} and (member_id = ${memberId} or is_shared)`);
}

/** How many the member has; another transaction that counts them waits until this one ends. */
export async function countReportsLocked(ctx: Context): Promise<number> {
  const owner = `reports.custom_reports:${ctx.actor.merchantId}:${toMember(ctx)}`;
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`);
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from reports.custom_reports
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)}`);
  return n;
}

type NewReport = Pick<CustomReportRecord, "id" | "name" | "definition">;

export async function insertCustomReport(ctx: Context, { id, name, definition }: NewReport): Promise<void> {
  await ctx.tx.run(sql`
    insert into reports.custom_reports (merchant_id, id, member_id, name, definition, created_at, updated_at)
    values (${ctx.actor.merchantId}, ${id}, ${toMember(ctx)}, ${name}, ${JSON.stringify(definition)}, ${ctx.now},
      ${ctx.now})`);
}

export async function saveCustomReport(
  ctx: Context,
  { id, name, definition, is_shared }: NewReport & Pick<CustomReportRecord, "is_shared">,
): Promise<void> {
  await ctx.tx.run(sql`
    update reports.custom_reports
    set name = ${name}, definition = ${JSON.stringify(definition)}, is_shared = ${is_shared}, updated_at = ${ctx.now}
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)} and id = ${id}`);
}

/** With its pins, schedules and deliveries. */
export async function deleteCustomReport(ctx: Context, id: string): Promise<void> {
  await ctx.tx.run(sql`
    delete from reports.custom_reports
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)} and id = ${id}`);
}

/** False when the member has `max` pins already. */
export async function pinReport(ctx: Context, id: string, max: number): Promise<boolean> {
  const owner = `reports.pins:${ctx.actor.merchantId}:${toMember(ctx)}`;
  await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`);
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from reports.pins
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)} and report_id <> ${id}`);
  if (n >= max) return false;
  await ctx.tx.run(sql`
    insert into reports.pins (merchant_id, member_id, report_id, pinned_at)
    values (${ctx.actor.merchantId}, ${toMember(ctx)}, ${id}, ${ctx.now}) on conflict do nothing`);
  return true;
}

export async function unpinReport(ctx: Context, id: string): Promise<void> {
  await ctx.tx.run(sql`
    delete from reports.pins
    where merchant_id = ${ctx.actor.merchantId} and member_id = ${toMember(ctx)} and report_id = ${id}`);
}
