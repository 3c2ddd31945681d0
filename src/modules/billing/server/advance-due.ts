import type { Db } from "#base/server/db/db.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { advanceSubscription } from "./advance-subscription.ts";
import type { BillingDeps } from "./billing.deps.ts";
import { listDue } from "./subscriptions.store.ts";

type Deps = Pick<BillingDeps, "payments" | "wallet" | "merchants" | "invoices" | "messages" | "log">;

const batchSize = 200;
/** Merchants at a time: their transactions wait for the database more than for this process. */
const width = 4;

/**
 * Advances every subscription that is due, in bounded batches, each in a transaction of its own: one merchant's failure
 * is alarmed and stops nobody else. Ends when none is left or the job is stopped.
 */
export const advanceDue = (deps: Deps) => {
  const advance = advanceSubscription(deps);
  return async (db: Db, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> => {
    let after = { next_step_at: new Date(0), id: "" };
    while (!signal.aborted) {
      const batch = await listDue(db, { now, after, size: batchSize });
      const waiting = [...batch];
      const work = async () => {
        for (let one = waiting.shift(); one && !signal.aborted; one = waiting.shift()) {
          await yieldToRequests();
          await advance(db, { merchantId: one.merchant_id, now }).catch((error: unknown) =>
            deps.log.error(
              { err: error, alarm: "subscription_not_advanced", merchant_id: one?.merchant_id },
              "a subscription could not be advanced",
            ),
          );
        }
      };
      await Promise.all(Array.from({ length: width }, work));
      const last = batch.at(-1);
      if (!last || batch.length < batchSize) return;
      after = last;
    }
  };
};
