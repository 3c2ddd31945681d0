import { type ReadContext, transact } from "#base/server/context.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { findConnected, publishSynced, saveShop, updateStoreActive } from "./stores.store.ts";

/** The store as its platform describes it now. Revoked access is usually found here first. */
export const readShop =
  ({ access, merchants }: Pick<StoresDeps, "access" | "merchants">) =>
  async (ctx: ReadContext, { storeId }: { storeId: string }): Promise<void> => {
    const store = await findConnected(ctx, storeId);
    if (!store) return;
    const shop = await access.use(store, (platform, credential) => platform.readShop(credential));
    await transact(ctx, async (ctx) => {
      if (!(await saveShop(ctx, store.id, shop))) return;
      await updateStoreActive(ctx, merchants);
      await publishSynced(ctx, store.id);
    });
  };
