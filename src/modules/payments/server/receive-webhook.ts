import { type Db, sql } from "#base/server/db/db.ts";
import type { WebhookEvent } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { settlePaymentJob, verifyWebhookJob } from "./payments.jobs.ts";

/**
 * Stores a webhook event and enqueues its work: read its payment again, or send its verification code back. A repeated
 * event does nothing.
 */
export const receiveWebhook =
  ({ gateway, systemClock }: Pick<PaymentsDeps, "gateway" | "systemClock">) =>
  (db: Db, { eventId, type, paymentId, verification }: WebhookEvent): Promise<void> =>
    db.transaction(async (tx) => {
      const isNew = await tx.run(sql`
        insert into payments.gateway_events (gateway, event_id, type, payment_id, received_at)
        values (${gateway.gateway}, ${eventId}, ${type}, ${paymentId}, ${systemClock.now()}) on conflict do nothing`);
      if (!isNew) return;
      if (paymentId !== null)
        await tx.enqueue(settlePaymentJob, { payment_id: paymentId }, { key: paymentId });
      if (verification !== null)
        await tx.enqueue(verifyWebhookJob, { webhook_id: verification.webhookId, code: verification.code });
    });
