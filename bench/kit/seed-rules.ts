import { type Db, sql } from "#base/server/db/db.ts";
import { seedCampaigns } from "./seed-merchant.ts";

export type RulesWorld = { merchants: string[]; rules: number; campaigns: number };

/**
 * So many merchants, each with a hundred rules over their running campaigns: each rule reaches one campaign, three rules
 * a campaign, over windows of 1, 3 and 7 days. Nothing meets a condition, so that no act changes what is measured.
 */
export async function seedRules(db: Db, merchantCount: number, campaignsEach: number): Promise<RulesWorld> {
  const merchants = Array.from({ length: merchantCount }, (_, index) => `mer_r${1_000 + index}`);
  for (const id of merchants) await seedCampaigns(db, id, `${id}_`, campaignsEach);
  await db.run(sql`
    update campaigns.campaigns set status = 'active', ad_account_id = merchant_id || '_acc'
    where merchant_id = any(${merchants}::text[])`);
  await db.run(sql`
    insert into figures.account_polls (ad_account_id, merchant_id, platform, name, currency, read_at, failures)
    select id || '_acc', id, 'snapchat', 'حساب', 'SAR', now(), 0 from unnest(${merchants}::text[]) id`);
  await db.run(sql`
    insert into figures.campaign_days (merchant_id, day, campaign_id, impressions, clicks, spend_halalas, orders_placed,
      sales_placed_halalas, orders_delivered, sales_delivered_halalas)
    select merchant_id, current_date - ago, id, 1000, 40, 10000 + n % 900, 3, 30000 + (n + ago) % 700, 2, 20000
    from (
      select *, row_number() over (order by id) as n from campaigns.campaigns
      where merchant_id = any(${merchants}::text[])
    ) c, generate_series(0, 20) ago
    order by 2, 3`);
  await db.run(sql`
    insert into rules.control_rules (merchant_id, id, name, name_folded, target, comparison, value, action, window_days,
      stage, min_spend_halalas, min_clicks, reach, campaign_ids, schedule, cooldown_hours, max_acts_per_day,
      max_change_percent, status, mode, mode_since, next_run_at, created_at, updated_at)
    select merchant, 'rul_' || n, 'قاعدة ' || n, 'قاعده ' || n, (array['roas', 'sales', 'spend'])[n % 3 + 1], 'less',
      (array[100, 1000, 1000])[n % 3 + 1], 'stop_campaign', (array[1, 3, 7])[n % 3 + 1], 'placed', 5000, 0,
      'campaigns', array[merchant || '_' || (100000 + n % ${campaignsEach}::int)], 'every_15_minutes', 6, 3, 20,
      'active', 'live', now(), now(), now(), now()
    from unnest(${merchants}::text[]) merchant, generate_series(0, 99) n`);
  return { merchants, rules: merchantCount * 100, campaigns: merchantCount * campaignsEach };
}

/** All rules are due again. */
export const makeDue = (db: Db, at: Date) =>
  db.run(sql`update rules.control_rules set next_run_at = ${at} where status = 'active'`);
