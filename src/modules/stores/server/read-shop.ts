import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { toDomain } from "./record-connection.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { findConnected, publishSynced, updateStoreActive } from "./stores.store.ts";

/** The store as its platform describes it now. Revoked access is usually found here first. */
export const readShop =
  ({ access, merchants }: Pick<StoresDeps, "access" | "merchants">) =>
  async (ctx: ReadContext, { storeId }: { storeId: string }): Promise<void> => {
    const store = await findConnected(ctx, storeId);
    if (!store) return;
    const shop = await access.use(store, (platform, credential) => platform.readShop(credential));
    await transact(ctx, async (ctx) => {
      const isChanged = await ctx.tx.run(sql`
        update stores.stores set name = ${shop.name}, link = ${shop.link}, domain = ${toDomain(shop.link)},
          is_active = ${shop.isActive}
        where id = ${store.id} and status = 'connected'
          and (name, link, is_active) is distinct from (${shop.name}, ${shop.link}, ${shop.isActive})`);
      if (!isChanged) return;
      await updateStoreActive(ctx, merchants);
      await publishSynced(ctx, store.id);
    });
  };
