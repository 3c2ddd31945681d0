import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { CountedFeature } from "../contract/enums.ts";

/** What was used of a trial, by what the plan opens; only what was used at all. A trial is one month of its quota. */
export async function loadTrialUsage(
  { db, actor }: ReadContext,
  startedAt: Date,
): Promise<Partial<Record<CountedFeature, number>>> {
  const rows = await db.many<Row<"billing.quota_months", "used_units"> & { feature: CountedFeature }>(sql`
    select feature, used_units from billing.quota_months
    where merchant_id = ${actor.merchantId} and month_start = ${startedAt} and used_units > 0 order by feature`);
  return Object.fromEntries(rows.map(({ feature, used_units }) => [feature, used_units]));
}
