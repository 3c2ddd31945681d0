import { type Db, sql } from "#base/server/db/db.ts";
import type { WebhookEvent } from "./payment-gateway.port.ts";
import { settlePaymentJob, verifyWebhookJob } from "./wallet.jobs.ts";

/**
 * Stores a webhook event and enqueues its work: read its payment again, or send its verification code back. A repeated
 * event does nothing.
 */
export async function receiveWebhook(db: Db, gateway: string, event: WebhookEvent): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into wallet.gateway_events (gateway, event_id, type, payment_id)
      values (${gateway}, ${event.eventId}, ${event.type}, ${event.paymentId}) on conflict do nothing`);
    if (!isNew) return;
    const { paymentId, verification } = event;
    if (paymentId !== null) await tx.enqueue(settlePaymentJob, { payment_id: paymentId }, { key: paymentId });
    if (verification !== null)
      await tx.enqueue(verifyWebhookJob, { webhook_id: verification.webhookId, code: verification.code });
  });
}
