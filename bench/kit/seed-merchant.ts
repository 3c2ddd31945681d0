import { type Db, sql } from "#base/server/db/db.ts";
import { defaultSessionLimits, openSession } from "#modules/merchants/server/sessions.store.ts";

/** A signed-in merchant with a connected shop; returns the headers that authenticate them. */
export async function seedMerchant(db: Db, id: string, nth: number): Promise<{ authorization: string }> {
  const now = new Date();
  await db.run(sql`
    insert into merchants.merchants (id, name, mobile, website_type, created_at, updated_at)
    values (${id}, 'متجر نخلة', ${`+9665${String(10_000_000 + nth)}`}, 'salla', ${now}, ${now})`);
  const origin = { address: "127.0.0.1", userAgent: "bench" };
  const token = await db.transaction((tx) => openSession(tx, id, origin, defaultSessionLimits, now));
  return { authorization: `Bearer ${token}` };
}

/** Words of the names, as a search writes them too; the first is in every name. */
const words = sql`array['رمضان', 'خصم', 'عطور', 'شتاء', 'صيف', 'بخور', 'ساعات', 'قهوه', 'تمور', 'هدايا', 'جديد', 'نساء', 'رجال',
  'اطفال', 'منزل', 'مطبخ', 'عود', 'ذهب', 'سفر', 'كتب', 'ورد', 'عسل', 'زيت', 'شاي', 'لبس', 'حقائب', 'نظارات', 'سجاد', 'ستائر',
  'مفارش', 'العاب']`;

/** A word of every 31 campaigns, another, the number, and a code: what many, some or few names have. */
const toName = sql`'حمله ' || (${words})[n % 31 + 1] || ' ' || (${words})[n / 31 % 29 + 1] || ' ' || n || ' ' || md5(n::text)`;

/** Campaigns of one merchant, with ids of `prefix` and a number: the rows a list or a page of figures needs. */
export async function seedCampaigns(
  db: Db,
  merchantId: string,
  prefix: string,
  count: number,
): Promise<void> {
  await db.run(sql`
    insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
    select ${merchantId}, ${prefix} || 'plan' || n, 'حملة ' || n, 'sales', now(), now()
    from generate_series(100000, 99999 + ${count}::int) n`);
  await db.run(sql`
    insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, ad_account_id,
      landing_url, objective, bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, created_at, updated_at)
    select ${prefix} || n, ${merchantId}, ${prefix} || 'plan' || n, ${toName}, ${toName}, 'snapchat', 'ada_bench', 'https://shop.example/p/' || n, 'sales', 'auto_bid', now() + n * interval '1 minute',
      false, 5000 + n % 400 * 100, (array['created', 'active', 'paused', 'archived'])[n % 4 + 1], now(), now()
    from generate_series(100000, 99999 + ${count}::int) n`);
  await db.run(sql`
    insert into campaigns.campaign_sync (id, platform)
    select ${prefix} || n, 'snapchat' from generate_series(100000, 99999 + ${count}::int) n`);
}
