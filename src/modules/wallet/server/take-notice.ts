import { type Db, sql } from "#base/server/db/db.ts";
import type { Notice } from "./payment-gateway.port.ts";
import { settlePaymentKind } from "./wallet.kinds.ts";

/** Keeps a gateway's notice and asks for the payment to be read again; the same notice again does nothing. */
export async function takeNotice(db: Db, gateway: string, notice: Notice): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into wallet.gateway_notices (gateway, event_id, type, payment_id)
      values (${gateway}, ${notice.eventId}, ${notice.type}, ${notice.paymentId}) on conflict do nothing`);
    if (!isNew || notice.paymentId === null) return;
    await tx.later(settlePaymentKind, { payment_id: notice.paymentId }, { key: notice.paymentId });
  });
}
