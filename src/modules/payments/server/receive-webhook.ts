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
  ({ gateway, systemClock }: Pick<PaymentsDeps, "gateway" | "systemClock">) =>
  (db: Db, { eventId, type, paymentId, verification }: WebhookEvent): Promise<void> =>
    db.transaction(async (tx) => {
      const event = { gateway: gateway.gateway, event_id: eventId, type, payment_id: paymentId };
      if (!(await insertGatewayEvent(tx, { ...event, received_at: systemClock.now() }))) return;
      if (paymentId !== null)
        await tx.enqueue(settlePaymentJob, { payment_id: paymentId }, { key: paymentId });
      if (verification !== null)
        await tx.enqueue(verifyWebhookJob, { webhook_id: verification.webhookId, code: verification.code });
    });
