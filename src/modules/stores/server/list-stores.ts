import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { listAvailability } from "../contract/platform-table.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { listLandingAddresses } from "./landing-addresses.store.ts";
import type { StoresDeps } from "./stores.deps.ts";

type ListedStore = Omit<StoreAnswer, "connected_at" | "last_synced_at" | "import"> &
  Row<
    "stores.stores",
    "connected_at" | "import_products_done" | "import_orders_done" | "import_orders_total"
  > & { last_synced_at: Date | null; importing: boolean };

/**
 * The merchant's stores, newest connection first; disconnected ones are left out. Beside them, which platforms can be
 * connected, and the landing pages that links may lead to.
 */
export const listStores =
  ({ platforms }: Pick<StoresDeps, "platforms">) =>
  async (ctx: ReadContext) => ({
    stores: (await select(ctx, sql`status <> 'disconnected'`)).map(presentStore),
    platforms: listAvailability((platform) => platform in platforms),
    landing_addresses: await listLandingAddresses(ctx),
  });

/** One store; another merchant's is not found. */
export async function loadStore(ctx: ReadContext, { storeId }: { storeId: string }): Promise<StoreAnswer> {
  const [row] = await select(ctx, sql`id = ${storeId}`);
  return row ? presentStore(row) : storesRefusals.refuse("stores.store_not_found");
}

function select({ db, actor }: ReadContext, where: ReturnType<typeof sql>): Promise<ListedStore[]> {
  return db.many<ListedStore>(sql`
    select id, name, link, platform as type, domain, status, is_active, lost_reason,
      case when status = 'connected' then orders_blocked_by end as orders_blocked_by, connected_at,
      synced_at as last_synced_at, sync_failures,
      status = 'connected' and (import_finished_at is null and orders_blocked_by is null or not import_products_done)
        as importing,
      import_products_done, import_orders_done, import_orders_total,
      (select count(*) from stores.products where store_id = stores.id and products.status <> 'gone') as products,
      (select count(*) from stores.orders where store_id = stores.id) as orders,
      (select count(*) from stores.orders where store_id = stores.id and not is_confirmed) as orders_unconfirmed,
      counts_unconfirmed
    from stores.stores where merchant_id = ${actor.merchantId} and ${where} order by connected_at desc, id limit 100`);
}

function presentStore({
  connected_at,
  last_synced_at,
  importing,
  import_products_done,
  import_orders_done,
  import_orders_total,
  ...store
}: ListedStore): StoreAnswer {
  return {
    ...store,
    connected_at: connected_at.toISOString(),
    last_synced_at: last_synced_at?.toISOString() ?? null,
    import: importing
      ? {
          products_done: import_products_done,
          orders_done: import_orders_done,
          orders_total: import_orders_total,
        }
      : null,
  };
}
