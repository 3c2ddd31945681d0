import { type Context, systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { changeLot, countStock, findLot, listEndedLots, lockService } from "./lots.store.ts";
import { insertMovement } from "./movements.store.ts";

const batchSize = 200;
/** A run ends after so many lots; the next one goes on. */
const maxPerRun = 10_000;

/** Takes what is left of a lot out of the stock, when its time is over. The caller holds the service's lock. */
export async function expireLot(ctx: Context, { lotId }: { lotId: string }): Promise<boolean> {
  const lot = await findLot(ctx, lotId);
  if (!lot?.expires_at || lot.expires_at > ctx.now || lot.left_units === 0) return false;
  await changeLot(ctx, { lot_id: lotId, left: -lot.left_units, expired: lot.left_units });
  const { service, left_units: units, order_id } = lot;
  const stock_after = await countStock(ctx, service);
  await insertMovement(ctx, { service, kind: "expired", units, lot_id: lotId, order_id, stock_after });
  return true;
}

/** Ends the lots whose time is over, each in a transaction of its own. `now` is business time. */
export const expireLots =
  ({ log }: { log: Log }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (let done = 0; done < maxPerRun; done += batchSize) {
      const ended = await listEndedLots(db, { now, size: batchSize });
      let failures = 0;
      for (const { id, merchant_id, service } of ended) {
        try {
          await db.transaction(async (tx) => {
            const ctx = systemTxContext(tx, merchant_id, now);
            await lockService(ctx, service);
            if (await expireLot(ctx, { lotId: id }))
              await tx.publish({ name: "billing.stock_changed", merchant_id, service });
          });
        } catch (error) {
          failures += 1;
          log.error({ err: error, lot_id: id }, "a lot of stock could not be ended");
        }
      }
      // A batch in which some failed would be read again at once.
      if (ended.length < batchSize || failures > 0) return;
    }
  };
