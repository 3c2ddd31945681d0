import { handleJob, type JobHandler } from "#base/server/jobs.ts";
import { chargeCard } from "./charge-card.ts";
import { chargeWaiting } from "./charge-waiting.ts";
import { forgetCard } from "./forget-card.ts";
import { notifyExpiringCards } from "./notify-expiring-cards.ts";
import type { PaymentsJobsDeps } from "./payments.deps.ts";
import {
  chargeOffSessionJob,
  chargeSavedCardJob,
  chargeWaitingJob,
  forgetCardJob,
  notifyExpiringCardsJob,
  readChargebacksJob,
  rereadPaymentsJob,
  sendRefundJob,
  settlePaymentJob,
  sweepIntentsJob,
  sweepRefundsJob,
  verifyWebhookJob,
} from "./payments.jobs.ts";
import { readChargebacks } from "./read-chargebacks.ts";
import { rereadPayments } from "./reread-payments.ts";
import { sendRefund } from "./send-refund.ts";
import { settlePayment } from "./settle-payment.ts";
import { sweepIntents } from "./sweep-intents.ts";
import { sweepRefunds } from "./sweep-refunds.ts";
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
  const chargeLate = chargeWaiting(deps);
  const refund = sendRefund(deps);
  const refundDue = sweepRefunds(deps);
  const chargebacks = readChargebacks(deps);
  const notify = notifyExpiringCards(deps);
  return [
    handleJob(settlePaymentJob, ({ gateway, payment_id: paymentId, is_paid: isPaid }) =>
      settle(db, { gateway, paymentId, isPaid, now: worldClock.now() }),
    ),
    ...[chargeSavedCardJob, chargeOffSessionJob].map((job) =>
      handleJob(job, ({ gateway, payment_id: paymentId, language }) =>
        charge(db, { gateway, paymentId, language, now: worldClock.now() }),
      ),
    ),
    handleJob(forgetCardJob, ({ card_id: cardId }) => forget(db, { cardId })),
    handleJob(sweepIntentsJob, async () => {
      // Without webhooks the sweep still finds the money, only later: a failure here does not stop it.
      await ensureWebhook(db);
      await sweep(db, { now: worldClock.now() });
    }),
    handleJob(verifyWebhookJob, ({ gateway, webhook_id: webhookId, code }) =>
      verify(db, { gateway, webhookId, code }),
    ),
    handleJob(chargeWaitingJob, () => chargeLate(db, { now: worldClock.now() })),
    handleJob(sendRefundJob, async ({ refund_id: refundId }) => {
      await refund(db, { refundId, now: worldClock.now() });
    }),
    handleJob(sweepRefundsJob, () => refundDue(db, { now: worldClock.now() })),
    handleJob(readChargebacksJob, () => chargebacks(db, { now: worldClock.now() })),
    handleJob(notifyExpiringCardsJob, () => notify(db, { now: worldClock.now() })),
    handleJob(rereadPaymentsJob, () => reread(db, { now: worldClock.now() })),
  ];
}
