import { z } from "zod";
import { defineJob } from "#base/server/jobs.ts";

/** The wallet's job definitions. Each may run twice. */
export const reviewPaymentsJob = defineJob({
  name: "wallet.review-payments",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** Chargebacks and refunds of withdrawals that were recorded while money writes were stopped. */
export const reviewPayoutsJob = defineJob({
  name: "wallet.review-payouts",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
export const chargeTopUpsJob = defineJob({
  name: "wallet.charge-top-ups",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/**
 * A top-up that the month's ceiling stopped is considered again in the next month, whether or not money moves. Each hour
 * Riyadh time, so that a missed start of the month is made up for.
 */
export const planTopUpsJob = defineJob({
  name: "wallet.plan-top-ups",
  input: z.object({}),
  schedule: "1 * * * *",
  retries: 0,
  concurrency: 1,
});
export const auditLedgerJob = defineJob({
  name: "wallet.audit-ledger",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 2,
  concurrency: 1,
  expireSeconds: 290,
});
export const auditWholeLedgerJob = defineJob({
  name: "wallet.audit-whole-ledger",
  input: z.object({}),
  schedule: "*/5 * * * *",
  retries: 0,
  concurrency: 1,
  expireSeconds: 290,
});
export const watchLedgerChecksJob = defineJob({
  name: "wallet.watch-ledger-checks",
  input: z.object({}),
  schedule: "* * * * *",
  retries: 0,
  concurrency: 1,
});
/** By night after the month has ended; each night, so that a missed one is made up for. */
export const sealMonthsJob = defineJob({
  name: "wallet.seal-months",
  input: z.object({}),
  schedule: "41 2 * * *",
  retries: 3,
  concurrency: 1,
  expireSeconds: 3_600,
});
