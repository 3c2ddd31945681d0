import { type Db, sql } from "#base/server/db/db.ts";
import { sealTokens, tokenSeal } from "#base/server/oauth/sealed-tokens.ts";
import type { Vault } from "#base/server/secrets.ts";
import { connectionTokens } from "#modules/ad-accounts/server/token-manager.ts";
import type { AccountFixture } from "./ad-world.ts";

/** Everybody from 18 on: a group of ages that all platforms take. */
const adultAges = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"];

/** Gives a merchant what the sandbox holds: linked accounts, and campaigns that have run for `days`. */
export async function seedAccounts(
  db: Db,
  vault: Vault,
  merchantId: string,
  accounts: readonly AccountFixture[],
  { now, days }: { now: Date; days: number },
): Promise<void> {
  const since = new Date(now.getTime() - days * 86_400_000);
  for (const { platform, account, keywords, campaigns } of accounts) {
    const id = `ada_${platform}`;
    const connection = `con_${platform}`;
    const pair = { accessToken: account.accessToken, refreshToken: null, expiresAt: null, scopes: [] };
    const sealed = sealTokens(vault, tokenSeal(connectionTokens, connection), pair, now);
    await db.run(sql`
      insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, issued_at, scopes,
        accessible_accounts, accounts_listed_at, created_at)
      values (${connection}, ${merchantId}, ${platform}, 'in_use', ${sealed.access_token_sealed},
        ${sealed.issued_at}, '{}', '[]', now(), now())`);
    await db.run(sql`
      insert into ad_accounts.accounts (id, merchant_id, platform, connection_id, platform_account_id, organization_id,
        organization_name, name, currency, time_zone, profile_id, status, linked_at, checked_at)
      values (${id}, ${merchantId}, ${platform}, ${connection}, ${account.adAccountId}, ${account.organizationId},
        'bench', ${platform}, ${account.currency}, ${account.timeZone}, ${account.profileId}, 'linked', now(), now())`);
    const campaignsJson = JSON.stringify(campaigns);
    await db.run(sql`
      insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
      select ${merchantId}, ${`pln_${platform}_`} || n, ${platform} || n, 'sales', now(), now()
      from generate_series(1, ${campaigns.length}::int) n`);
    await db.run(sql`
      insert into campaigns.campaigns (id, merchant_id, plan_id, name, name_folded, platform, ad_account_id,
        landing_url, objective, bidding_strategy, starts_at, starts_at_once, daily_budget_halalas, status, sync, published,
        created_at, updated_at)
      select ${`cmp_${platform}_`} || n, ${merchantId}, ${`pln_${platform}_`} || n, ${platform} || n, ${platform} || n,
        ${platform}, ${id}, 'https://shop.example/p', 'sales', 'auto_bid', ${since}, false, 15000, 'active', 'synced', true,
        now(), now()
      from generate_series(1, ${campaigns.length}::int) n`);
    await db.run(sql`
      insert into campaigns.campaign_sync (id, platform, platform_id, may_spend_since)
      select ${`cmp_${platform}_`} || n, ${platform}, campaign ->> 'platformId', ${since}
      from jsonb_array_elements(${campaignsJson}::jsonb) with ordinality as source (campaign, n)`);
    await db.run(sql`
      insert into campaigns.ad_groups (id, merchant_id, campaign_id, name, age_ranges, excluded_age_ranges, gender,
        locations, devices, optimized_targeting, keywords, status, created_at, updated_at)
      select 'grp_' || id, merchant_id, id, 'all', ${JSON.stringify(adultAges)}::jsonb, '[]', 'all', '[]', '[]', false, ${JSON.stringify(keywords)}::jsonb, 'active', now(), now()
      from campaigns.campaigns where ad_account_id = ${id}`);
    await db.run(sql`
      insert into campaigns.ad_group_sync (id, platform_id)
      select ${`grp_cmp_${platform}_`} || n, campaign #>> '{adGroups,0}'
      from jsonb_array_elements(${campaignsJson}::jsonb) with ordinality as source (campaign, n)`);
    await db.run(sql`
      insert into campaigns.ads (id, merchant_id, campaign_id, ad_group_id, name, headline, body, description, target_url,
        tracking_id, tracking_url, call_to_action, brand_name, status, created_at, updated_at)
      select 'ad_' || ${platform}::text || '_' || n || '_' || m, ${merchantId}, 'cmp_' || ${platform}::text || '_' || n,
        'grp_cmp_' || ${platform}::text || '_' || n, 'ad', 'ad', '', '', 'https://shop.example/p',
        lpad(n::text, 8, '0'), '', 'shop_now', '', 'active', now(), now()
      from jsonb_array_elements(${campaignsJson}::jsonb) with ordinality as source (campaign, n),
        jsonb_array_elements(campaign -> 'ads') with ordinality as theirs (ad, m)`);
    await db.run(sql`
      insert into campaigns.ad_sync (id, platform_id)
      select 'ad_' || ${platform}::text || '_' || n || '_' || m, ad #>> '{}'
      from jsonb_array_elements(${campaignsJson}::jsonb) with ordinality as source (campaign, n),
        jsonb_array_elements(campaign -> 'ads') with ordinality as theirs (ad, m)`);
    await db.run(sql`
      insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, platform_id, name, status,
        starts_at, may_spend_since, updated_at)
      select id, merchant_id, platform, ad_account_id, platform_id, name, status, starts_at, may_spend_since, updated_at
      from campaigns.campaigns join campaigns.campaign_sync using (id, platform) where ad_account_id = ${id}`);
    // Not due before the benchmark says so.
    await db.run(sql`
      insert into figures.poll_schedule (ad_account_id, merchant_id, platform, due_at)
      values (${id}, ${merchantId}, ${platform}, now() + interval '1 day')`);
    await db.run(sql`
      insert into figures.ads (ad_id, merchant_id, campaign_id, platform_id, name, status, updated_at)
      select ads.id, ads.merchant_id, campaign_id, ad_sync.platform_id, ads.name, ads.status, ads.updated_at
      from campaigns.ads join campaigns.ad_sync on ad_sync.id = ads.id
        join campaigns.campaigns on campaigns.id = campaign_id
      where ad_account_id = ${id}`);
  }
}
