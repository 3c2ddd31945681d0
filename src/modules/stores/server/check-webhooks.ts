import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { clearSilentWebhooks, markSilentWebhooks } from "./stores.store.ts";

const silentMs = 24 * 3_600_000;
const batchSize = 200;

/**
 * Finds connected stores whose orders changed in the last 24 hours while none of their webhooks came, and publishes each
 * once. Orders are still found by the syncs, minutes later.
 */
export const checkWebhooks =
  ({ systemClock }: Pick<StoresDeps, "systemClock">) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    const at = systemClock.now();
    const since = new Date(at.getTime() - silentMs);
    await clearSilentWebhooks(db, since);
    for (;;) {
      const found = await db.transaction(async (tx) => {
        const silent = await markSilentWebhooks(tx, { at, since, limit: batchSize });
        for (const { id, merchant_id } of silent)
          await systemTxContext(tx, merchant_id, now).tx.publish({
            name: "store.webhooks_silent",
            merchant_id,
            store_id: id,
          });
        return silent.length;
      });
      if (found < batchSize) return;
    }
  };
