import { type Db, sql } from "#base/server/db/db.ts";

/** What one of these campaigns holds while it runs, in halalas: two days of its budget. */
export const reserveHalalas = 30_000;

type Paid = { prefix: string; merchants: number; each: number };

/**
 * `each` paused campaigns for each of the merchants `mer_<prefix>0` … that `seed-wallets.ts` made, named `cmp_<prefix>0` …;
 * their owners take turns. Each has an ad, a linked ad account and an open store, so that it can be relaunched. None was
 * ever sent to its platform, so a pause releases its reserve.
 */
export async function seedPaidCalls(db: Db, { prefix, merchants, each }: Paid): Promise<void> {
  const owners = sql`(
    select 'mer_' || ${prefix}::text || n as merchant_id, ${prefix}::text || n as own
    from generate_series(0, ${merchants - 1}::int) n) owner`;
  const campaigns = sql`(
    select 'mer_' || ${prefix}::text || n % ${merchants}::int as merchant_id,
      ${prefix}::text || n % ${merchants}::int as own, ${prefix}::text || n as name, 'cmp_' || ${prefix}::text || n as id
    from generate_series(0, ${merchants * each - 1}::int) n) campaign`;
  await db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
    select 'sto_' || own, merchant_id, 'salla', own, 'متجر', 'https://shop.example', 'shop.example', 'SAR', 'connected', now()
    from ${owners}`);
  await db.run(sql`
    insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, issued_at, scopes,
      accessible_accounts, accounts_listed_at, created_at)
    select 'con_' || own, merchant_id, 'snapchat', 'in_use', 'sealed', now(), '{}', '[]', now(), now() from ${owners}`);
  await db.run(sql`
    insert into ad_accounts.accounts (id, merchant_id, platform, connection_id, platform_account_id, organization_id,
      organization_name, name, currency, time_zone, status, linked_at, checked_at)
    select 'ada_' || own, merchant_id, 'snapchat', 'con_' || own, own, own, 'bench', 'bench', 'SAR', 'Asia/Riyadh', 'linked',
      now(), now() from ${owners}`);
  await db.run(sql`
    insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
    select merchant_id, 'pln_' || name, name, 'sales', now(), now() from ${campaigns}`);
  await db.run(sql`
    insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, ad_account_id, landing_url,
      objective, bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, status_reason, sync, published,
      created_at, updated_at)
    select id, merchant_id, 'pln_' || name, name, name, 'snapchat', 'ada_' || own, 'https://shop.example/p', 'sales',
      'auto_bid', now(), false, ${reserveHalalas / 2}, 'paused', 'merchant', 'pending', true, now(), now() from ${campaigns}`);
  await db.run(
    sql`insert into campaigns.campaign_sync (id, platform) select id, 'snapchat' from ${campaigns}`,
  );
  await db.run(sql`
    insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
      locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
    select 'grp_' || name, merchant_id, id, 'all', '[]', '[]', 'all', '[]', '[]', false, '[]', 'active', now(), now()
    from ${campaigns}`);
  await db.run(sql`insert into campaigns.ad_group_sync (id) select 'grp_' || name from ${campaigns}`);
  await db.run(sql`
    insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, body, description, target_url,
      tracking_id, tracking_url, call_to_action, brand_name, status, created_at, updated_at)
    select 'ad_' || name, merchant_id, id, 'grp_' || name, 'ad', 'ad', '', '', 'https://shop.example/p', name, '',
      'shop_now', '', 'active', now(), now() from ${campaigns}`);
  await db.run(sql`insert into campaigns.ad_sync (id) select 'ad_' || name from ${campaigns}`);
  await db.run(sql`
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, name, status, starts_at, updated_at)
    select id, merchant_id, 'snapchat', 'ada_' || own, name, 'paused', now(), now() from ${campaigns}`);
  await db.run(sql`
    insert into wallet.holds (merchant_id, purpose, subject, target_halalas, held_halalas, moves, title)
    select merchant_id, 'campaign', id, 0, 0, 0, name from ${campaigns}`);
  await db.run(sql`analyze`);
}
