import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/**
 * The payments' job definitions. Each may run twice: a payment succeeds once by its id. Names are stored in the queue
 * and keep the word of the module that these jobs came from, so that none that waits is lost.
 */
/** Jobs that waited while there was one gateway do not name it. */
const gateway = z.string().default("moyasar");

export const settlePaymentJob = defineJob({
  name: "wallet.settle-payment",
  input: z.object({ gateway, payment_id: z.string(), is_paid: z.boolean().default(false) }),
});
const charge = z.object({ gateway, payment_id: z.string(), language: z.enum(["ar", "en"]) });
export const chargeSavedCardJob = defineJob({
  name: "wallet.charge-saved-card",
  input: charge,
  // The cardholder is waiting: retry soon, and a limited number of times.
  retries: 5,
  retrySeconds: 2,
  expireSeconds: 90,
});
/** Renewals and automatic top-ups: in a queue of their own, so that no cardholder waits behind them. */
export const chargeOffSessionJob = defineJob({
  name: "payments.charge-off-session",
  input: charge,
  retries: 5,
  retrySeconds: 2,
  expireSeconds: 90,
  // They wait for the gateway more than for this process.
  concurrency: 8,
});
export const forgetCardJob = defineJob({
  name: "wallet.forget-card",
  input: z.object({ card_id: z.string() }),
});
export const sweepIntentsJob = defineJob({
  name: "wallet.sweep-deposits",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** The gateway's code is valid for half an hour. */
export const verifyWebhookJob = defineJob({
  name: "wallet.verify-webhook",
  input: z.object({ gateway, webhook_id: z.string(), code: z.string() }),
});
export const rereadPaymentsJob = defineJob({
  name: "wallet.reread-payments",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** Charges without the cardholder that did not reach the gateway. */
export const chargeWaitingJob = defineJob({
  name: "payments.charge-waiting",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
export const sweepRefundsJob = defineJob({
  name: "payments.sweep-refunds",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** After the night in which gateways settle. */
export const readChargebacksJob = defineJob({
  name: "payments.read-chargebacks",
  input: z.object({}),
  schedule: "40 6 * * *",
  expireSeconds: 600,
  concurrency: 1,
});
export const notifyExpiringCardsJob = defineJob({
  name: "payments.notify-expiring-cards",
  input: z.object({}),
  schedule: "10 9 * * *",
  concurrency: 1,
});
export const sendRefundJob = defineJob({
  name: "payments.send-refund",
  input: z.object({ refund_id: z.string() }),
  // The sweep sends what is left, when its time has come.
  retries: 0,
});
