import { type Db, type Sql, sql } from "#base/server/db/db.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** An ad account's spend on a Riyadh day, as its platform reported it last. Amounts in halalas. */
export type SpendDay = {
  day: string;
  spend_halalas: number;
  /** Whether an answer of the platform is kept that has figures of this day. */
  has_answer: boolean;
  /** Business time: when the platform last reported another spend of the day; null when no fact of it is kept. */
  changed_at: Date | null;
};
export type AccountSpend = {
  merchant_id: string;
  ad_account_id: string;
  platform: Platform;
  /** Its campaigns that may have cost anything. */
  campaign_ids: string[];
  days: SpendDay[];
};

type Period = { from: string; to: string };
type AccountId = { merchant_id: string; ad_account_id: string };

/**
 * The reported spend of all merchants' ad accounts by Riyadh day, both ends included: the accounts after the given one,
 * in the order of merchants and accounts. Days without any figures are left out.
 */
export function listAccountSpend(
  db: Db,
  { after, size, ...period }: Period & { after: AccountId; size: number },
): Promise<AccountSpend[]> {
  return loadSpend(
    db,
    sql`
      select distinct merchant_id, ad_account_id from figures.campaigns
      where may_spend_since is not null
        and (merchant_id, ad_account_id) > (${after.merchant_id}, ${after.ad_account_id})
      order by merchant_id, ad_account_id limit ${size}`,
    period,
  );
}

/** The same of one account; undefined when nothing of it ever ran. */
export async function findAccountSpend(
  db: Db,
  { merchant_id, ad_account_id, ...period }: Period & AccountId,
): Promise<AccountSpend | undefined> {
  const one = sql`select ${merchant_id}::text as merchant_id, ${ad_account_id}::text as ad_account_id`;
  return (await loadSpend(db, one, period))[0];
}

/** Days as they stand in JSON. */
type SpendRow = Omit<AccountSpend, "days"> & {
  days: (Omit<SpendDay, "changed_at"> & { changed_at: string | null })[];
};

async function loadSpend(db: Db, accounts: Sql, { from, to }: Period): Promise<AccountSpend[]> {
  const rows = await db.many<SpendRow>(sql`
    with page as (${accounts}),
    campaigns as (
      select merchant_id, ad_account_id, min(platform) as platform, array_agg(campaign_id order by campaign_id) as campaign_ids
      from page join figures.campaigns using (merchant_id, ad_account_id)
      where may_spend_since is not null group by merchant_id, ad_account_id
    )
    select merchant_id, ad_account_id, platform, campaign_ids, days
    from campaigns cross join lateral (
      select coalesce(json_agg(by_day order by day), '[]') as days from (
        select day, sum(spend_halalas)::bigint as spend_halalas,
          exists (select 1 from figures.answer_days kept where kept.merchant_id = campaigns.merchant_id
            and kept.ad_account_id = campaigns.ad_account_id and kept.day = days.day) as has_answer,
          (select max(known_at) from figures.ad_facts facts where facts.merchant_id = campaigns.merchant_id
            and facts.day = days.day and facts.source = 'platform'
            and facts.campaign_id = any(campaigns.campaign_ids)) as changed_at
        from figures.campaign_days days
        where days.merchant_id = campaigns.merchant_id and days.campaign_id = any(campaigns.campaign_ids)
          and day between ${from}::date and ${to}::date
        group by day) by_day) spent
    order by merchant_id, ad_account_id`);
  return rows.map(({ days, ...account }) => ({
    ...account,
    days: days.map((day) => ({ ...day, changed_at: day.changed_at ? new Date(day.changed_at) : null })),
  }));
}
