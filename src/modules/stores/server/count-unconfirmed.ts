import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { loadStore } from "./list-stores.ts";
import { recountJob } from "./stores.jobs.ts";
import { lockStore, saveCounting } from "./stores.store.ts";

/** Orders restated in one event. */
const batch = 200;

/** Sets whether orders that only a site's pages reported count; those already recorded are counted again. */
export function countUnconfirmed(
  ctx: ReadContext,
  { storeId, counts }: { storeId: string; counts: boolean },
): Promise<StoreAnswer> {
  return transact(ctx, async (ctx) => {
    const store = await lockStore(ctx, storeId);
    if (isOAuthPlatform(store.platform)) storesRefusals.refuse("stores.always_confirmed");
    if (await saveCounting(ctx, { storeId, counts })) {
      await recordAudit(ctx, {
        module: "stores",
        action: "store.counting_changed",
        subject: storeId,
        before: { counts_unconfirmed: !counts },
        after: { counts_unconfirmed: counts },
      });
      await ctx.tx.enqueue(recountJob, { store_id: storeId, after: "" });
    }
    return loadStore(ctx, { storeId });
  });
}

/** Publishes a store's unconfirmed orders again, in batches, so that subscribers count them again. */
export function restateUnconfirmed(
  ctx: ReadContext,
  { storeId, after }: { storeId: string; after: string },
): Promise<void> {
  return transact(ctx, async ({ tx, actor: { merchantId } }) => {
    const orders = await tx.many<Row<"stores.orders", "id">>(sql`
      select id from stores.orders
      where store_id = ${storeId} and merchant_id = ${merchantId} and not is_confirmed and id > ${after}
      order by id limit ${batch}`);
    const last = orders.at(-1);
    if (!last) return;
    await tx.publish({
      name: "store.orders_restated",
      merchant_id: merchantId,
      store_id: storeId,
      order_ids: orders.map(({ id }) => id),
    });
    if (orders.length === batch) await tx.enqueue(recountJob, { store_id: storeId, after: last.id });
  });
}
