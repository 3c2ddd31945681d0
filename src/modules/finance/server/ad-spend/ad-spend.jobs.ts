import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { AdSpendDeps } from "./ad-spend.deps.ts";
import { invoiceAdSpend } from "./invoice-ad-spend.ts";

/** Hourly, so that a merchant that failed is tried again; between two months it reads two rows. */
const invoiceAdSpendJob = defineJob({
  name: "finance.invoice-ad-spend",
  input: z.object({}),
  schedule: "37 * * * *",
  retries: 0,
  concurrency: 1,
  expireSeconds: 3_500,
});

export function adSpendJobs(deps: AdSpendDeps & { db: Db; worldClock: Clock }): JobHandler[] {
  const invoice = invoiceAdSpend(deps);
  return [
    handleJob(invoiceAdSpendJob, (_input, signal) =>
      invoice(deps.db, { now: deps.worldClock.now(), signal }),
    ),
  ];
}
