import type { ReadContext } from "#base/server/context.ts";
import { empty, prepared, type Sql, sql } from "#base/server/db/db.ts";
import { oftenSince } from "../domain/poll-gap.ts";

/**
 * How current sums over the merchant's ad accounts are, as ISO: of the accounts whose figures still change from hour to
 * hour, when the one that was not polled for longest was; without any such, the newest poll. Null when nothing was polled,
 * and while one of them never was: any time would be wrong for it.
 */
export async function findCompleteUntil(ctx: ReadContext): Promise<string | null> {
  const { as_of } = await ctx.db.one<{ as_of: Date | null }>(
    prepared("figures.complete_until", sql`select (${completeUntil(ctx)}) as as_of`),
  );
  return as_of?.toISOString() ?? null;
}

/** The same as an expression: a `timestamptz`. */
export const completeUntil = ({ actor: { merchantId }, now }: Pick<ReadContext, "actor" | "now">): Sql => sql`
  with ${openAccounts(merchantId, oftenSince(now))}
  select case when count(*) = 0 then (${newestReadAt(merchantId)})
    when count(*) = count(polled.read_at) then min(polled.read_at) end
  from open left join figures.account_polls polled
    on polled.ad_account_id = open.ad_account_id and polled.merchant_id = ${merchantId}
  where polled.ad_account_id is not null or not ${wasPolled(merchantId)}`;

/** When figures of the merchant, or of one campaign, were read last. */
export function newestReadAt(merchantId: string, campaignId?: string): Sql {
  return sql`select read_at from figures.polls
    where merchant_id = ${merchantId} ${campaignId === undefined ? empty : sql`and campaign_id = ${campaignId}`}
    order by read_at desc limit 1`;
}

/**
 * `open`: the accounts with a campaign that runs, or was changed since. They are walked from key to key of the index
 * `campaigns_open_of_account`: reading their campaigns would take longer the more there are.
 */
const openAccounts = (merchantId: string, since: Date): Sql => sql`
  recursive account(ad_account_id) as (
    select min(ad_account_id) from figures.campaigns where merchant_id = ${merchantId} and ${mayHaveCost}
    union all
    select (select min(campaigns.ad_account_id) from figures.campaigns
      where merchant_id = ${merchantId} and campaigns.ad_account_id > account.ad_account_id and ${mayHaveCost})
    from account where account.ad_account_id is not null
  ), open as (
    select ad_account_id from account
    where exists (select from figures.campaigns
        where merchant_id = ${merchantId} and campaigns.ad_account_id = account.ad_account_id and ${mayHaveCost}
          and status = 'active')
      or exists (select from figures.campaigns
        where merchant_id = ${merchantId} and campaigns.ad_account_id = account.ad_account_id and ${mayHaveCost}
          and status in ('created', 'paused', 'archived', 'deleted') and updated_at >= ${since})
  )`;

const mayHaveCost = sql`platform_id is not null and may_spend_since is not null`;

/** An account that was polled and has no poll any more was unlinked: its figures stay as they are. */
const wasPolled = (merchantId: string): Sql => sql`exists (
  select from figures.polls join figures.campaigns using (campaign_id)
  where campaigns.merchant_id = ${merchantId} and campaigns.ad_account_id = open.ad_account_id)`;
