import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findDueMonth, listDueMonths } from "../../domain/ad-spend.ts";
import type { AdSpendDeps } from "./ad-spend.deps.ts";
import { findLastRun, finishRun, insertRun, listOpenRuns, listServed } from "./ad-spend-runs.store.ts";
import { invoiceMerchant } from "./invoice-merchant.ts";

const batchSize = 200;
type Now = { now: Date; signal: AbortSignal };

/**
 * Opens the run of each month that is due and goes on with those that are open, each merchant in a transaction of its own:
 * one merchant's failure is alarmed, stops nobody else, and is tried again by the next call. May run in several processes
 * at once. Does nothing while money writes are stopped: the ledger may be wrong then.
 */
export const invoiceAdSpend = (deps: AdSpendDeps) => {
  const invoice = invoiceMerchant(deps);
  return async (db: Db, { now, signal }: Now): Promise<void> => {
    if (await deps.wallet.findWriteLock(db)) return;
    await openRuns(deps, db, now);
    for (const run of await listOpenRuns(db)) {
      const months = (await deps.wallet.listAdSpendMonths(db))
        .filter(({ month, invoicing }) => month <= run && invoicing === "monthly")
        .map(({ month }) => month);
      const isDone =
        months.length === 0 || (await serveMerchants(deps, invoice, db, { run, months, now, signal }));
      if (isDone) await db.transaction((tx) => finishRun(tx, run, now));
    }
  };
};

/** From here on a month's treatment is fixed, whatever the setting says later. */
async function openRuns({ wallet }: Pick<AdSpendDeps, "wallet">, db: Db, now: Date): Promise<void> {
  for (const month of listDueMonths(findDueMonth(toRiyadhDay(now)), await findLastRun(db)))
    await db.transaction(async (tx) => {
      await wallet.fixAdSpendMonth(tx, { month, now });
      await insertRun(tx, month);
    });
}

/** Every merchant that may have anything to invoice; false when one failed or the job was stopped. */
async function serveMerchants(
  { wallet, log }: AdSpendDeps,
  invoice: ReturnType<typeof invoiceMerchant>,
  db: Db,
  { run, months, now, signal }: Now & { run: string; months: readonly string[] },
): Promise<boolean> {
  let failures = 0;
  for (let after = ""; ; ) {
    const merchantIds = await wallet.listSpendingMerchants(db, { since: run, after, size: batchSize });
    const served = await listServed(db, { month: run, merchantIds });
    for (const merchantId of merchantIds) {
      if (served.has(merchantId)) continue;
      if (signal.aborted) return false;
      await transact(systemContext(db, merchantId, now), (ctx) => invoice(ctx, { run, months })).catch(
        (error: unknown) => {
          failures += 1;
          log.error(
            { err: error, alarm: "ad_spend_not_invoiced", merchant_id: merchantId, month: run },
            "a merchant's ad spend could not be invoiced",
          );
        },
      );
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < batchSize) return failures === 0;
    after = last;
  }
}
