import type { ReadContext } from "#base/server/context.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { findConnected, markSubscribed } from "./stores.store.ts";
import { loadWebhookEndpoint } from "./webhook-endpoint.ts";

/**
 * Subscribes our webhooks at a store's platform. Idempotent. Changes in topics that it refuses are found by the
 * regular syncs.
 */
export const subscribe =
  (deps: Pick<StoresDeps, "access" | "log" | "systemClock" | "vault" | "publicUrl">) =>
  async (ctx: ReadContext, { storeId }: { storeId: string }): Promise<void> => {
    const store = await findConnected(ctx, storeId);
    if (!store) return;
    const refused = await deps.access.use(store, async (platform, credential) =>
      platform.subscribe(credential, await loadWebhookEndpoint(deps)(ctx, { platform, storeId })),
    );
    if (refused.length > 0) deps.log.warn({ store_id: store.id, refused }, "webhook topics were refused");
    await markSubscribed(ctx, store.id, deps.systemClock.now());
  };
