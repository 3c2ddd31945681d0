import type { Db, Driver } from "#base/server/db/db.ts";
import { newClickId } from "#modules/tracking/server/click-id.ts";
import { type Click, insertPendingClicks } from "#modules/tracking/server/pending-clicks.store.ts";
import { rollUpClicks } from "#modules/tracking/server/roll-up-clicks.ts";
import { phone } from "./seed-links.ts";

/** When the day that is attributed ends, and the moment it is attributed. */
export const attributionDay = new Date("2026-11-21T20:00:00Z");

const ads = 200;
const clicksAtOnce = 1_000;

type Day = { merchantId: string; clicks: number; orders: number };

/** A merchant's clicks and orders of one day; returns the orders' ids. */
export async function seedAttributionDay(driver: Driver, db: Db, day: Day): Promise<string[]> {
  const { merchantId } = day;
  const storeId = `sto_${merchantId}`;
  await driver.query(
    `insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
     values ($1, $2, 'salla', $2, 'متجر', 'https://' || $2 || '.example', 'shop.example', 'SAR', 'connected', now())`,
    [storeId, merchantId],
  );
  await driver.query(
    `insert into tracking.links (id, merchant_id, ad_id, ad_group_id, campaign_id, platform, destination, created_at)
     select (50000000 + abs(hashtext($1 || n)) % 40000000)::text, $1, 'ad_' || n, 'adg_' || n / 5, 'cmp_' || n / 20,
       'snapchat', 'https://shop.example/p/' || n, now() from generate_series(0, $2::int - 1) n`,
    [merchantId, ads],
  );
  await driver.query(
    `insert into tracking.coupons (id, merchant_id, campaign_id, store_id, code, code_key, source, status, owned_from)
     select 'cpn_' || $1 || n, $1, 'cmp_' || n, $2, 'CODE' || n, 'CODE' || n, 'typed', 'active', '2026-11-01'
     from generate_series(0, 9) n`,
    [merchantId, storeId],
  );
  const clickIds = await insertDay(driver, db, day);
  return insertOrders(driver, day, { storeId, clickIds });
}

async function insertDay(driver: Driver, db: Db, { merchantId, clicks }: Day): Promise<string[]> {
  const { rows } = await driver.query("select id, ad_id from tracking.links where merchant_id = $1", [
    merchantId,
  ]);
  const links = rows as { id: string; ad_id: string }[];
  const ids: string[] = [];
  for (let from = 0; from < clicks; from += clicksAtOnce) {
    const batch: Click[] = [];
    for (let index = from; index < Math.min(clicks, from + clicksAtOnce); index += 1) {
      const link = links[index % links.length] ?? { id: "", ad_id: "ad_0" };
      const ad = Number(link.ad_id.slice(3));
      const at = new Date(attributionDay.getTime() - 12 * 3_600_000 + index * 500);
      const clickId = newClickId(at);
      ids.push(clickId);
      batch.push({
        merchant_id: merchantId,
        clicked_at: at.toISOString(),
        click_id: clickId,
        link_id: link.id,
        campaign_id: `cmp_${Math.floor(ad / 20)}`,
        ad_group_id: `adg_${Math.floor(ad / 5)}`,
        ad_id: link.ad_id,
        method: "GET",
        address_hash: "hash",
        user_agent: phone["user-agent"],
        referrer_host: "",
        accept_language: phone["accept-language"],
        purpose: "",
        nth_in_minute: 1,
        visitor: "person",
        why: "browser",
        rule_version: 2,
        visitor_key: `visitor_${index % 30_000}`,
        network: "",
        links_at_once: 1,
        platform_click: "",
        city: "",
        device: "other",
        app: "",
      });
    }
    await insertPendingClicks(db, batch);
  }
  await rollUpClicks(db);
  await driver.query("analyze tracking.clicks", []);
  return ids;
}

/** Half carry a click, a fifth a coupon. */
async function insertOrders(
  driver: Driver,
  { merchantId, orders }: Day,
  { storeId, clickIds }: { storeId: string; clickIds: readonly string[] },
): Promise<string[]> {
  const rows = Array.from({ length: orders }, (_, index) => ({
    id: `ord_${merchantId}_${String(index).padStart(6, "0")}`,
    external_id: `${index}`,
    click_id: index % 2 === 0 ? (clickIds[index * 9] ?? null) : null,
    coupon_codes: index % 5 === 0 ? [`code${index % 10}`] : [],
    total: 5_000 + (index % 300) * 100,
  }));
  await driver.query(
    `insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
       payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, utm, click_id, coupon_codes, read_at,
       is_confirmed, other_claims)
     select id, $2, $3, external_id, external_id, $4::timestamptz, 'placed', 'placed', 'mada', false, 'SAR', total, total, 0,
       '{}', click_id, coupon_codes, now(), true, '[]'
     from json_to_recordset($1::json) as given (id text, external_id text, click_id text, coupon_codes text[], total bigint)`,
    [JSON.stringify(rows), storeId, merchantId, attributionDay],
  );
  await driver.query("analyze stores.orders", []);
  return rows.map(({ id }) => id);
}

/** Older clicks of a hundred merchants, half a year of them, judged by version 1. */
export async function seedOldClicks(driver: Driver, count: number): Promise<void> {
  for (let month = 0; month < 6; month += 1) {
    const from = new Date(Date.UTC(2026, 4 + month, 1)).toISOString();
    const to = new Date(Date.UTC(2026, 5 + month, 1)).toISOString();
    const table = `tracking.clicks_2026_${String(5 + month).padStart(2, "0")}`;
    await driver.script(
      `create table if not exists ${table} partition of tracking.clicks for values from ('${from}') to ('${to}')`,
    );
  }
  await driver.query(
    `insert into tracking.clicks (merchant_id, clicked_at, click_id, link_id, campaign_id, ad_group_id, ad_id, method,
       address_hash, user_agent, referrer_host, accept_language, purpose, nth_in_minute, visitor, why, rule_version)
     select 'mer_bench_' || n % 100, timestamptz '2026-05-01' + n * (interval '180 days' / $1::int),
       lpad(n::text, 22, '0'), (10000000 + n % 10000)::text, 'cmp_bench_' || n % 500, 'adg_bench', 'ad_bench_' || n % 10000,
       'GET', 'hash', $2, '', 'ar-' || n % 10, '', 1, 'person', 'browser', 1
     from generate_series(0, $1::int - 1) n`,
    [count, phone["user-agent"]],
  );
  await driver.query(
    `insert into tracking.click_days (merchant_id, campaign_id, ad_id, day, valid_clicks)
     select merchant_id, campaign_id, ad_id, (clicked_at at time zone 'Asia/Riyadh')::date, count(*) from tracking.clicks
     where rule_version = 1 group by 1, 2, 3, 4`,
    [],
  );
  await driver.script("analyze tracking.clicks; analyze tracking.click_days");
}
