import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { violatesConstraint } from "#base/server/db/db.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import type { Shop } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { lockKnown, type NewConnection, updateStoreActive, upsertConnected } from "./stores.store.ts";

type ConnectInput = {
  platform: StorePlatformName;
  shop: Shop;
  /** What the way of connecting adds, in the same transaction. */
  afterConnect(ctx: Context, store: NewConnection): Promise<void>;
};

/**
 * Connects a store to the merchant: the row, the merchant's kind of site, and what the way of connecting adds, all or
 * nothing. Null when it is connected to another merchant.
 */
export const recordConnection =
  ({ merchants }: Pick<StoresDeps, "merchants">) =>
  async (ctx: ReadContext, { platform, shop, afterConnect }: ConnectInput): Promise<NewConnection | null> => {
    try {
      return await transact(ctx, async (ctx) => {
        const known = await lockKnown(ctx, platform, shop.externalId);
        if (known === "taken") return null;
        const store = await upsertConnected(ctx, platform, shop);
        await afterConnect(ctx, store);
        await merchants.recordWebsiteType(ctx, platform);
        await updateStoreActive(ctx, merchants);
        const { name, link } = shop;
        await recordAudit(ctx, {
          module: "stores",
          action: "store.connected",
          subject: store.id,
          before: known && { status: known },
          after: known ? { status: "connected" } : { status: "connected", platform, name, link },
        });
        const { merchantId } = ctx.actor;
        await ctx.tx.publish({ name: "store.connected", merchant_id: merchantId, store_id: store.id });
        return store;
      });
    } catch (error) {
      // Two merchants at the same time: the unique index decides who was first.
      if (violatesConstraint(error, "stores_held_once")) return null;
      throw error;
    }
  };
