import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Restatement } from "../contract/attribution.calls.ts";

type RestatementRow = Omit<
  Row<"tracking.restatements">,
  "merchant_id" | "reached_at" | "reached_id" | "first_day" | "last_day"
> & { first_day: RiyadhDay | null; last_day: RiyadhDay | null };

/** The merchant's restatements, the newest rules first. */
export async function listRestatements(
  { db, actor }: ReadContext,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<{ items: Restatement[]; next_cursor: string | null }> {
  const before = /^\d{1,4}$/.test(cursor ?? "") ? Number(cursor) : 32_767;
  const rows = await db.many<RestatementRow>(sql`
    select rule_version, clicks_read, clicks_moved, moved_to_bots, started_at, finished_at, first_day, last_day
    from tracking.restatements
    where merchant_id = ${actor.merchantId} and rule_version < ${before} and clicks_read > 0
    order by rule_version desc limit ${size + 1}`);
  const shown = rows.slice(0, size);
  return {
    items: shown.map(({ started_at, finished_at, ...row }) => ({
      ...row,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length > size ? String(shown.at(-1)?.rule_version) : null,
  };
}
