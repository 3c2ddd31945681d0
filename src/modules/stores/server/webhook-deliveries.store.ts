import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Records that a webhook came; false when the same one came before. */
export async function insertDelivery(
  tx: Tx,
  { platform, delivery_hash, external_store_id, topic, received_at }: Row<"stores.webhook_deliveries">,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into stores.webhook_deliveries (platform, delivery_hash, external_store_id, topic, received_at)
    values (${platform}, ${delivery_hash}, ${external_store_id}, ${topic}, ${received_at}) on conflict do nothing`);
  return inserted > 0;
}

export async function deleteOldDeliveries(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from stores.webhook_deliveries where received_at < ${before}`);
}
