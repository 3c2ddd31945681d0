import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql, violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { StorePlatformName, StoreStatus } from "../contract/enums.ts";
import type { Shop } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { updateStoreActive } from "./stores.store.ts";

/** A store that has just been connected, the time of it, and up to when an earlier connection had read its orders. */
export type NewConnection = {
  id: string;
  connected_at: Date;
  orders_read_to: Date | null;
  oldest_open: Date | null;
};

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
        const store = await saveConnected(ctx, platform, shop);
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

/** The status of the merchant's own row of this store, locked; undefined when there is none. */
async function lockKnown(
  { tx, actor }: Context,
  platform: StorePlatformName,
  externalId: string,
): Promise<StoreStatus | "taken" | undefined> {
  const rows = await tx.many<{ merchant_id: string; status: StoreStatus }>(sql`
    select merchant_id, status from stores.stores
    where platform = ${platform} and external_id = ${externalId}
      and (status <> 'disconnected' or merchant_id = ${actor.merchantId}) for update`);
  if (rows.some(({ merchant_id }) => merchant_id !== actor.merchantId)) return "taken";
  return rows[0]?.status;
}

/** A new row, or the one this merchant had before: its history continues. */
function saveConnected(
  { tx, actor, now }: Context,
  platform: StorePlatformName,
  shop: Shop,
): Promise<NewConnection> {
  return tx.one<NewConnection>(sql`
    insert into stores.stores as store (id, merchant_id, platform, external_id, name, link, domain, currency, is_active,
      status, connected_at, import_started_at)
    values (${newId("sto")}, ${actor.merchantId}, ${platform}, ${shop.externalId}, ${shop.name}, ${shop.link},
      ${toDomain(shop.link)}, ${shop.currency}, ${shop.isActive}, 'connected', ${now}, ${now})
    on conflict (merchant_id, platform, external_id) do update set name = excluded.name, link = excluded.link,
      domain = excluded.domain, currency = excluded.currency, is_active = excluded.is_active, status = 'connected',
      lost_reason = null, disconnected_at = null, connected_at = excluded.connected_at, webhooks_subscribed_at = null,
      import_started_at = excluded.import_started_at, import_orders_total = null, import_orders_done = 0,
      import_products_done = false, import_finished_at = null, sync_failures = 0, last_failure = null,
      orders_blocked_by = null
    returning id, connected_at, orders_read_to, (select min(placed_at) from stores.orders
      where store_id = store.id and status in ('unpaid', 'placed')) as oldest_open`);
}

/** The address without its scheme, as shown to people. */
export function toDomain(link: string): string {
  return link.replace(/^https?:\/\//, "").replace(/^www\./, "");
}
