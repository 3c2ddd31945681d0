import { type Context, systemTxContext } from "#base/server/context.ts";
import { type Db, empty, sql } from "#base/server/db/db.ts";
import { isStoreOpen } from "../domain/store-open.ts";
import { campaignsWithSync } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";
import { stop } from "./stop-campaign.ts";
import { lockDueStore, recordStoreClosed, recordStoreOpen, recordStorePaused } from "./store-watch.store.ts";

type Deps = Pick<CampaignsDeps, "stores" | "wallet">;
const batchSize = 100;

/** After an event of a store: its grace begins when it is closed or not connected, and ends when it is open. */
export const watchStore =
  ({ stores }: Pick<Deps, "stores">) =>
  async (ctx: Context, { store_id: storeId }: { store_id: string }): Promise<void> => {
    const isOpen = isStoreOpen(storeId, await stores.listOpenStores(ctx));
    await (isOpen ? recordStoreOpen(ctx, storeId) : recordStoreClosed(ctx, storeId));
  };

/**
 * Pauses the running campaigns of all stores whose grace is over, in batches: ads that lead to a closed store cost money
 * for nothing. They run again when the merchant says so.
 */
export const pauseForClosedStores =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (;;) {
      const found = await db.transaction(async (tx) => {
        const due = await lockDueStore(tx, now);
        if (due) await pauseBatch(deps)(systemTxContext(tx, due.merchant_id, now), due.store_id);
        return due;
      });
      if (!found) return;
    }
  };

const pauseBatch =
  (deps: Deps) =>
  async (ctx: Context, storeId: string): Promise<void> => {
    const open = await deps.stores.listOpenStores(ctx);
    if (isStoreOpen(storeId, open)) return recordStoreOpen(ctx, storeId);
    // Campaigns that name no store stop with the last open one.
    const orWithoutStore = isStoreOpen(null, open) ? empty : sql`or store_id is null`;
    const running = await ctx.tx.many<CampaignRecord>(sql`
      select * from ${campaignsWithSync}
      where merchant_id = ${ctx.actor.merchantId} and status = 'active' and (store_id = ${storeId} ${orWithoutStore})
      order by id limit ${batchSize} for update`);
    for (const campaign of running) await stop(deps)(ctx, campaign, { action: "pause", reason: "store" });
    if (running.length < batchSize) await recordStorePaused(ctx, storeId);
  };
