import { type Db, sql } from "#base/server/db/db.ts";
import type { Notice } from "./payment-gateway.port.ts";
import { settlePaymentKind, verifyWebhookKind } from "./wallet.kinds.ts";

/** Keeps a gateway's notice and asks for its payment to be read again, or its code given back; the same again does nothing. */
export async function takeNotice(db: Db, gateway: string, notice: Notice): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into wallet.gateway_notices (gateway, event_id, type, payment_id)
      values (${gateway}, ${notice.eventId}, ${notice.type}, ${notice.paymentId}) on conflict do nothing`);
    if (!isNew) return;
    const { paymentId, verification } = notice;
    if (paymentId !== null)
      await tx.enqueue(settlePaymentKind, { payment_id: paymentId }, { key: paymentId });
    if (verification !== null)
      await tx.enqueue(verifyWebhookKind, { webhook_id: verification.webhookId, code: verification.code });
  });
}
