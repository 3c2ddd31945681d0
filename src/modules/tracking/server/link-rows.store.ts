import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { BulkRow } from "../contract/links.calls.ts";

export type LinkRowInput = { id: string; number: number; fields: BulkRow };

/** Stores the rows of a pasted list in one statement. */
export async function insertLinkRows(
  { tx, actor, now }: Context,
  rows: readonly LinkRowInput[],
): Promise<void> {
  await tx.run(sql`
    insert into tracking.link_rows (id, merchant_id, number, fields, created_at)
    select id, ${actor.merchantId}, number, fields, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as incoming (id text, number int, fields jsonb)`);
}

/** Deletes rows of lists that were finished long ago, in batches; answers with how many. */
export function deleteOldLinkRows(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from tracking.link_rows where id in (
      select id from tracking.link_rows where created_at < ${before} order by created_at limit 5000)`);
}
