import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Makes the merchant's usage row when there is none, and locks it until the transaction ends. */
export async function lockUsage({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`
    insert into creative.usage as u (merchant_id, stored_bytes) values (${actor.merchantId}, 0)
    on conflict (merchant_id) do update set stored_bytes = u.stored_bytes`);
}

/** Adds to the bytes that the merchant keeps (or subtracts), and returns how many these are now. */
export async function addStoredBytes({ tx, actor }: Context, bytes: number): Promise<number> {
  const { stored_bytes } = await tx.one<Row<"creative.usage", "stored_bytes">>(sql`
    update creative.usage set stored_bytes = stored_bytes + ${bytes} where merchant_id = ${actor.merchantId}
    returning stored_bytes`);
  return stored_bytes;
}

/** How much the merchant's files take, in bytes. */
export async function findStoredBytes({ db, actor }: ReadContext): Promise<number> {
  const usage = await db.maybeOne<Row<"creative.usage", "stored_bytes">>(sql`
    select stored_bytes from creative.usage where merchant_id = ${actor.merchantId}`);
  return usage?.stored_bytes ?? 0;
}
