import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { isMoneyStopped, lockWallet } from "./ledger.ts";
import { planTopUp } from "./plan-top-up.ts";
import { listMerchantsWithoutTopUp } from "./top-ups.store.ts";

const merchantsAtOnce = 200;

/**
 * Plans what the month's ceiling stopped once a new Riyadh month gives it room, without waiting for a movement of money.
 * One that fails is alarmed and tried again by the next run. `now` is business time.
 */
export const planTopUps =
  ({ log }: { log: Log }) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    if (await isMoneyStopped({ db })) return;
    for (let after: string | undefined = ""; after !== undefined; ) {
      const merchants = await listMerchantsWithoutTopUp(db, { after, size: merchantsAtOnce });
      for (const merchantId of merchants) await planOne(log, db, merchantId, now);
      after = merchants.length < merchantsAtOnce ? undefined : merchants.at(-1);
    }
  };

async function planOne(log: Log, db: Db, merchantId: string, now: Date): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const ctx = systemTxContext(tx, merchantId, now);
      await lockWallet(ctx);
      await planTopUp(ctx);
    });
  } catch (error) {
    log.error({ err: error, alarm: "top_up_failed", merchant_id: merchantId }, "a top-up was not planned");
  }
}
