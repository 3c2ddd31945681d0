import { z } from "zod";
import type { Context } from "../context.ts";
import { defineJob } from "../jobs.ts";

/** One slice of one operation. It enqueues itself again until all items have ended. */
export const runOperationJob = defineJob({
  name: "operations-run",
  input: z.object({ merchant_id: z.string(), operation_id: z.string() }),
});

/**
 * Enqueues a slice; while one waits, a second is dropped. A later one has a key of its own, so that it never swallows
 * one that may run now.
 */
export function enqueueRun(
  { tx, actor }: Context,
  { operationId, afterSeconds = 0 }: { operationId: string; afterSeconds?: number },
): Promise<void> {
  const input = { merchant_id: actor.merchantId, operation_id: operationId };
  const options = afterSeconds > 0 ? { key: `later:${operationId}`, afterSeconds } : { key: operationId };
  return tx.enqueue(runOperationJob, input, options);
}
