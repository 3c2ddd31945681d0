import { sql } from "#base/server/db/db.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { recountJob } from "./stores.jobs.ts";
import { lockStore } from "./stores.store.ts";

/** Orders restated in one event. */
const batch = 200;

/** Sets whether orders that only a site's pages reported count; those already recorded are counted again. */
export async function countUnconfirmed(
  { db }: StoresDeps,
  merchantId: string,
  storeId: string,
  counts: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const store = await lockStore(tx, merchantId, storeId);
    if (isOAuthPlatform(store.platform)) storesRefusals.refuse("stores.always_confirmed");
    const changed = await tx.run(sql`
      update stores.stores set counts_unconfirmed = ${counts} where id = ${storeId} and counts_unconfirmed <> ${counts}`);
    if (changed) await tx.enqueue(recountJob, { store_id: storeId, after: "" });
  });
}

/** Publishes a store's unconfirmed orders again, in batches, so that subscribers count them again. */
export async function restateUnconfirmed(
  { db }: StoresDeps,
  { store_id, after }: { store_id: string; after: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const orders = await tx.many<{ id: string; merchant_id: string }>(sql`
      select id, merchant_id from stores.orders where store_id = ${store_id} and not is_confirmed and id > ${after}
      order by id limit ${batch}`);
    const last = orders.at(-1);
    if (!last) return;
    const { merchant_id } = last;
    await tx.publish({
      name: "store.orders_restated",
      merchant_id,
      store_id,
      order_ids: orders.map(({ id }) => id),
    });
    if (orders.length === batch) await tx.enqueue(recountJob, { store_id, after: last.id });
  });
}
