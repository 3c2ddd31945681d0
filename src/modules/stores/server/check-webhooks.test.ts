import { afterAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testDb } from "#base/testing/db.ts";
import { checkWebhooks } from "./check-webhooks.ts";

const db = await testDb();
let at = new Date("2026-11-21T10:00:00Z");
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
const check = () => checkWebhooks({ systemClock: { now: () => at } })(db, { now: at });
const listSilent = async () =>
  (
    await db.many<{ store_id: string }>(sql`
      select details ->> 'store_id' as store_id from base.events where name = 'store.webhooks_silent' order by id`)
  ).map(({ store_id }) => store_id);

beforeEach(async () => {
  at = new Date("2026-11-21T10:00:00Z");
  await db.reset();
  for (const id of ["sto_silent", "sto_heard", "sto_quiet", "sto_new"])
    await db.run(sql`
      insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
      values (${id}, 'mer_1', 'salla', ${`ext_${id}`}, 'متجر', 'https://shop.example', 'shop.example', 'SAR', 'connected',
        now())`);
  await orders("sto_silent", 30, 2, 3, 4);
  await orders("sto_heard", 30, 2, 3, 4);
  await orders("sto_quiet", 30, 2, 3);
  await orders("sto_new", 2, 3, 4, 5);
  await aDelivery("sto_heard", 20);
  await aDelivery("sto_silent", 25);
});
afterAll(() => db.close());

/** Orders that were read so many hours ago. */
async function orders(store: string, ...hours: number[]) {
  for (const ago of hours)
    await db.run(sql`
      insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
        payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, utm, coupon_codes, read_at)
      values (${`${store}_${ago}`}, ${store}, 'mer_1', ${String(ago)}, ${String(ago)}, ${hoursAgo(ago)}, 'placed', 'new',
        'mada', false, 'SAR', 100, 100, 0, '{}', '{}', ${hoursAgo(ago)})`);
}

const aDelivery = (store: string, ago: number) =>
  db.run(sql`
    insert into stores.webhook_deliveries (platform, delivery_hash, external_store_id, topic, received_at)
    values ('salla', ${`${store}:${ago}`}, ${`ext_${store}`}, 'order.created', ${hoursAgo(ago)})`);

it("finds stores whose orders changed for a day without a webhook, and no other", async () => {
  await check();
  expect(await listSilent()).toEqual(["sto_silent"]);
});

it("says it once, and again only when webhooks came in between", async () => {
  await check();
  await check();
  expect(await listSilent()).toHaveLength(1);
  await aDelivery("sto_silent", 0);
  await check();
  at = new Date(at.getTime() + 25 * 3_600_000);
  await orders("sto_silent", 1, 5, 6);
  await check();
  expect(await listSilent()).toEqual(["sto_silent", "sto_silent"]);
});
