import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Stores a webhook event of a gateway; false when it came before. */
export async function insertGatewayEvent(tx: Tx, event: Row<"payments.gateway_events">): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into payments.gateway_events (gateway, event_id, type, payment_id, received_at)
    values (${event.gateway}, ${event.event_id}, ${event.type}, ${event.payment_id}, ${event.received_at})
    on conflict do nothing`);
  return inserted > 0;
}

export async function deleteGatewayEvents(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`delete from payments.gateway_events where received_at < ${before}`);
}
