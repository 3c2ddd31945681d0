import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import type { JobDefinition } from "#base/server/jobs.ts";

/** The input of a job that evaluates one merchant's rules. */
export const merchantInput = z.object({ merchant_id: z.string() });

const batchSize = 200;

/**
 * Enqueues `job` for every merchant with a rule that is due, in the order of their ids; one that waits already is not
 * enqueued twice. `listDue` answers the merchants after an id.
 */
export async function enqueueDueMerchants(
  db: Db,
  job: JobDefinition<z.output<typeof merchantInput>>,
  listDue: (page: { after: string; size: number }) => Promise<string[]>,
): Promise<void> {
  for (let after = ""; ; ) {
    const merchants = await listDue({ after, size: batchSize });
    await db.transaction(async (tx) => {
      for (const merchant_id of merchants) await tx.enqueue(job, { merchant_id }, { key: merchant_id });
    });
    const last = merchants.at(-1);
    if (last === undefined || merchants.length < batchSize) return;
    after = last;
  }
}
