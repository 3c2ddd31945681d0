import type { Db } from "#base/server/db/db.ts";
import { insertGatewayEvent } from "./gateway-events.store.ts";
import type { WebhookEvent } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { settlePaymentJob, verifyWebhookJob } from "./payments.jobs.ts";

/**
 * Stores a webhook event and enqueues its work: read its payment again, or send its verification code back. A repeated
 * event does nothing.
 */
export const receiveWebhook =
  ({ systemClock }: Pick<PaymentsDeps, "systemClock">) =>
  (
    db: Db,
    gateway: string,
    { eventId, type, paymentId, isPaid, verification }: WebhookEvent,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const event = { gateway, event_id: eventId, type, payment_id: paymentId };
      if (!(await insertGatewayEvent(tx, { ...event, received_at: systemClock.now() }))) return;
      if (paymentId !== null)
        await tx.enqueue(
          settlePaymentJob,
          { gateway, payment_id: paymentId, is_paid: isPaid },
          // One that always reads is not dropped behind one that may not.
          { key: isPaid ? `${paymentId}:paid` : paymentId },
        );
      if (verification !== null)
        await tx.enqueue(verifyWebhookJob, {
          gateway,
          webhook_id: verification.webhookId,
          code: verification.code,
        });
    });
