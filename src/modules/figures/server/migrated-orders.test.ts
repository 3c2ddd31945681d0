import { copyFile, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemContext, transact } from "#base/server/context.ts";
import { makeDb, raw, sql } from "#base/server/db/db.ts";
import { type EmbeddedDriver, embeddedDriver } from "#base/server/db/embedded-driver.ts";
import { migrate } from "#base/server/db/migrate.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { countOrder } from "./count-order.ts";

const migrations = join(import.meta.dirname, "../../../../db/migrations");
const counting = "20261127030000_figures_order_roll_ups.sql";

let driver: EmbeddedDriver;
beforeAll(async () => {
  driver = await embeddedDriver({});
  const before = await mkdtemp(join(tmpdir(), "rawaj-migrations-"));
  for (const file of await readdir(migrations))
    if (file < counting) await copyFile(join(migrations, file), join(before, file));
  await migrate(driver, before);
  await driver.script(`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
    values ('sto_1', 'mer_1', 'salla', '1', 's', 'https://shop.example', 'shop.example', 'SAR', 'connected', now());
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, name, status, starts_at, updated_at)
    values ('cmp_1', 'mer_1', 'snapchat', 'aac_1', 'c', 'active', now(), now());
    insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
      payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, utm, coupon_codes, read_at, is_confirmed, lines)
    select 'ord_' || status || confirmed || n, 'sto_1', 'mer_1', status || confirmed || n, '', '2026-11-20T20:59:00Z'::timestamptz + n * interval '1 minute',
      status, '', '', false, 'SAR', 10000, 10000, case status when 'refunded' then 10000 - 5000 * n when 'delivered' then 2500 * n else 0 end,
      '{}', '{}', now(), confirmed, case n when 0 then null else '[{"productId": "p1", "quantity": 3, "amount": 900, "returned": 1},
        {"productId": "p2", "quantity": 1, "amount": 100, "returned": null}]'::jsonb end
    from unnest(array['unpaid', 'placed', 'delivered', 'refused', 'cancelled', 'refunded']) status,
      unnest(array[true, false]) confirmed, generate_series(0, 1) n;
    insert into figures.attributed_orders (merchant_id, order_id, platform, campaign_id, ad_id, day, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas, orders_unconfirmed, sales_unconfirmed_halalas)
    values ('mer_1', 'ord_deliveredtrue1', 'snapchat', 'cmp_1', 'ad_1', '2026-11-21', 1, 10000, 1, 7500, 0, 0)`);
  await migrate(driver, migrations);
});
afterAll(() => driver.close());

const tables = ["counted_orders", "city_days", "order_hours", "product_days", "product_months"] as const;
const readAll = async (): Promise<string[][]> => {
  const db = makeDb(driver);
  const rows = [];
  for (const table of tables)
    rows.push(
      await db.many<{ row: string }>(
        sql`select to_jsonb(t)::text as row from figures.${raw(table)} t order by 1`,
      ),
    );
  return rows.map((some) => some.map(({ row }) => row));
};

it("orders read so far are in the roll-ups as if each had been counted", async () => {
  const migrated = await readAll();
  expect(migrated.map((rows) => rows.length > 0)).toEqual([true, true, true, true, true]);
  const db = makeDb(driver);
  for (const table of tables) await db.run(sql`delete from figures.${raw(table)}`);
  const { findOrderFacts } = makeStoresFacade();
  const orders = await db.many<{ id: string }>(sql`select id from stores.orders`);
  for (const { id } of orders)
    await transact(systemContext(db, "mer_1", new Date()), (ctx) =>
      countOrder({
        findOrderFacts,
        findAttribution: async () =>
          id === "ord_deliveredtrue1" ? { campaign_id: "cmp_1", ad_id: "ad_1" } : null,
      })(ctx, { orderId: id }),
    );
  expect(await readAll()).toEqual(migrated);
});
