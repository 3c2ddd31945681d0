import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type QuotaMonth = { feature: string; month_start: Date };
export type QuotaCounts = Row<"billing.quota_months", "used_units" | "reserved_units">;

/** What was counted of the month, for a reader. */
export async function loadQuotaCounts(
  { db, actor }: ReadContext,
  { feature, month_start }: QuotaMonth,
): Promise<QuotaCounts> {
  const known = await db.maybeOne<QuotaCounts>(sql`
    select used_units, reserved_units from billing.quota_months
    where merchant_id = ${actor.merchantId} and feature = ${feature} and month_start = ${month_start}`);
  return known ?? { used_units: 0, reserved_units: 0 };
}

/** The same, and no other transaction takes of the month until this one ends. */
export async function lockQuotaMonth(
  ctx: Context,
  { feature, month_start }: QuotaMonth,
): Promise<QuotaCounts> {
  const { tx, actor } = ctx;
  await tx.run(sql`
    insert into billing.quota_months (merchant_id, feature, month_start)
    values (${actor.merchantId}, ${feature}, ${month_start}) on conflict do nothing`);
  return tx.one<QuotaCounts>(sql`
    select used_units, reserved_units from billing.quota_months
    where merchant_id = ${actor.merchantId} and feature = ${feature} and month_start = ${month_start} for update`);
}

export async function changeQuotaMonth(
  { tx, actor }: Context,
  { feature, month_start, used = 0, reserved }: QuotaMonth & { used?: number; reserved: number },
): Promise<void> {
  await tx.run(sql`
    update billing.quota_months set used_units = used_units + ${used}::bigint,
      reserved_units = reserved_units + ${reserved}::bigint
    where merchant_id = ${actor.merchantId} and feature = ${feature} and month_start = ${month_start}`);
}
