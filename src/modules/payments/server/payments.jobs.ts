import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/**
 * The payments' job definitions. Each may run twice: a payment succeeds once by its id. Names are stored in the queue
 * and keep the word of the module that these jobs came from, so that none that waits is lost.
 */
export const settlePaymentJob = defineJob({
  name: "wallet.settle-payment",
  input: z.object({ payment_id: z.string() }),
});
export const chargeSavedCardJob = defineJob({
  name: "wallet.charge-saved-card",
  input: z.object({ payment_id: z.string(), language: z.enum(["ar", "en"]) }),
  // The cardholder is waiting: retry soon, and a limited number of times.
  retries: 5,
  retrySeconds: 2,
  expireSeconds: 90,
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
  input: z.object({ webhook_id: z.string(), code: z.string() }),
});
export const rereadPaymentsJob = defineJob({
  name: "wallet.reread-payments",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
