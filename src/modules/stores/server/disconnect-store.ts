import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { tokenSeal } from "#base/server/oauth/sealed-tokens.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { deleteRevokedTokens } from "./connections.store.ts";
import { loadStore } from "./list-stores.ts";
import { storeTokens } from "./store-access.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { revokeAccessJob } from "./stores.jobs.ts";
import { lockStore, markDisconnected, updateStoreActive } from "./stores.store.ts";
import { loadWebhookEndpoint } from "./webhook-endpoint.ts";

/** Ends a connection. Data already read stays. Idempotent. */
export const disconnectStore =
  ({ merchants }: Pick<StoresDeps, "merchants">) =>
  (ctx: ReadContext, { storeId }: { storeId: string }): Promise<StoreAnswer> =>
    transact(ctx, async (ctx) => {
      const { status } = await lockStore(ctx, storeId);
      if (status === "disconnected") return loadStore(ctx, { storeId });
      await markDisconnected(ctx, storeId);
      await updateStoreActive(ctx, merchants);
      await recordAudit(ctx, {
        module: "stores",
        action: "store.disconnected",
        subject: storeId,
        before: { status },
        after: { status: "disconnected" },
      });
      const { merchantId } = ctx.actor;
      await ctx.tx.publish({ name: "store.disconnected", merchant_id: merchantId, store_id: storeId });
      await ctx.tx.enqueue(revokeAccessJob, { store_id: storeId }, { key: storeId });
      return loadStore(ctx, { storeId });
    });

type RevokedConnection = Row<"stores.connections", "store_id" | "access_token_sealed"> &
  Row<"stores.stores", "platform">;

/**
 * After a disconnect: removes our webhooks at the platform and deletes the tokens. A merchant who reconnected in the
 * meantime keeps the new ones. Tokens are deleted even when they no longer work.
 */
export const revokeAccess =
  (deps: Pick<StoresDeps, "vault" | "platforms" | "log" | "publicUrl">) =>
  async (ctx: ReadContext, { storeId }: { storeId: string }): Promise<void> => {
    const connection = await ctx.db.maybeOne<RevokedConnection>(sql`
      select store_id, platform, access_token_sealed
      from stores.connections join stores.stores on stores.id = store_id
      where store_id = ${storeId} and merchant_id = ${ctx.actor.merchantId} and status = 'disconnected'`);
    if (!connection) return;
    try {
      const platform = deps.platforms[connection.platform];
      await platform?.unsubscribe(
        deps.vault.open(connection.access_token_sealed, tokenSeal(storeTokens, storeId)),
        await loadWebhookEndpoint(deps)(ctx, { platform, storeId }),
      );
    } catch (error) {
      if (!isFault(error) || error.kind === "later") throw error;
      deps.log.info(
        { store_id: storeId, reason: error.reason },
        "webhooks could not be removed at the platform",
      );
    }
    await deleteRevokedTokens(ctx, connection);
  };
