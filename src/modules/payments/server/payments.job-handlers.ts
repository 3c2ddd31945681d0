import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { chargeCard } from "./charge-card.ts";
import { forgetCard } from "./forget-card.ts";
import type { PaymentsJobsDeps } from "./payments.deps.ts";
import {
  chargeSavedCardJob,
  forgetCardJob,
  rereadPaymentsJob,
  settlePaymentJob,
  sweepIntentsJob,
  verifyWebhookJob,
} from "./payments.jobs.ts";
import { rereadPayments } from "./reread-payments.ts";
import { settlePayment } from "./settle-payment.ts";
import { sweepIntents } from "./sweep-intents.ts";
import { ensureSubscribed, verifyWebhook } from "./webhook-subscription.ts";

/** The payments' job handlers. */
export function paymentsJobs({ db, worldClock, ...deps }: PaymentsJobsDeps): JobHandler[] {
  const settle = settlePayment(deps);
  const charge = chargeCard(deps);
  const forget = forgetCard(deps);
  const ensureWebhook = ensureSubscribed(deps);
  const verify = verifyWebhook(deps);
  const sweep = sweepIntents(deps);
  const reread = rereadPayments(deps);
  return [
    handleJob(settlePaymentJob, ({ payment_id: paymentId }) =>
      settle(db, { paymentId, now: worldClock.now() }),
    ),
    handleJob(chargeSavedCardJob, ({ payment_id: paymentId, language }) =>
      charge(db, { paymentId, language, now: worldClock.now() }),
    ),
    handleJob(forgetCardJob, ({ card_id: cardId }) => forget(db, { cardId })),
    handleJob(sweepIntentsJob, async () => {
      // Without webhooks the sweep still finds the money, only later: a failure here must not stop it.
      await ensureWebhook(db).catch((error) =>
        deps.log.warn({ err: error }, "the gateway's webhook could not be ensured"),
      );
      await sweep(db, { now: worldClock.now() });
    }),
    handleJob(verifyWebhookJob, ({ webhook_id: webhookId, code }) => verify(db, { webhookId, code })),
    handleJob(rereadPaymentsJob, () => reread(db, { now: worldClock.now() })),
  ];
}
