import { type ReadContext, transact } from "#base/server/context.ts";
import { markUnseenGone, upsertProduct } from "./products.store.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readProductsJob } from "./stores.jobs.ts";
import { findConnected, markProductsImported, publishSynced } from "./stores.store.ts";

export type ReadProductsInput = { store_id: string; started_at: string; cursor: string | null };

/** Reads one page of products. After the last page, products that this sync did not see are marked as gone. */
export const readProductsPage =
  ({ access }: Pick<StoresDeps, "access">) =>
  async (ctx: ReadContext, input: ReadProductsInput): Promise<void> => {
    const store = await findConnected(ctx, input.store_id);
    if (!store) return;
    const page = await access.use(store, (platform, credential) =>
      platform.readProducts(credential, input.cursor),
    );
    await transact(ctx, async (ctx) => {
      const { tx } = ctx;
      for (const product of page.items) await upsertProduct(ctx, store.id, product, input.started_at);
      if (page.next !== null) {
        const next = { ...input, cursor: page.next };
        await tx.enqueue(readProductsJob, next, { key: `${store.id}:${input.started_at}:${page.next}` });
        return;
      }
      await markUnseenGone(ctx, { storeId: store.id, before: input.started_at });
      await markProductsImported(ctx, store.id);
      await publishSynced(ctx, store.id);
    });
  };
